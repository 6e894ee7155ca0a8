import ColorManagement
package import DecodingSupport
import PictureMetadata

/// The workarounds for faults of gdk-pixbuf loaders.
package enum LoaderQuirks {
  /// The names of the gdk-pixbuf loaders for a picture, the best first.
  ///
  /// For narrow-range YCbCr of television, the AVIF loader of libavif 0.11 relies on libyuv, whose
  /// arithmetic cannot hold the largest coefficient: saturated colours are off by 13 of 255 for
  /// BT.709, by 17 for BT.2020. The loader of libheif converts by itself, within 2, but treats
  /// premultiplied alpha as straight. `avifdec` shows the fault with the picture of the
  /// corresponding test; this workaround can be removed when it decodes correctly.
  package static func loaderNames(_ format: PictureFormat, _ bytes: PictureBytes) -> [String] {
    guard format == .avif, HEIFColorReader.isBroadcastYCbCr(bytes),
      HEIFItems(bytes)?.isPremultiplied == false
    else { return format.pixbufLoaders }
    return format.pixbufLoaders.reversed()
  }
}
