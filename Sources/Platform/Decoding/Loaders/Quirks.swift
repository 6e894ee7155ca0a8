/// Faults of loaders this program runs on, and the ways around them.
enum Quirks {
  /// The loaders for a picture, the best first.
  ///
  /// The AVIF loader of libavif 0.11 leaves numbers of television to libyuv, which has no room for
  /// their largest factor: saturated colours are 13 of 255 wrong by BT.709, 17 by BT.2020. The loader
  /// of libheif reckons for itself, within 2, but takes what is multiplied by alpha for what is not.
  /// `avifdec` shows the fault with what the test of this decodes; this may go when that is right.
  static func loaders(_ format: PictureFormat, _ bytes: PictureBytes) -> [String] {
    guard format == .avif, HEIFColors.areOfTelevision(bytes),
      HEIFItems(bytes)?.isPremultiplied == false
    else { return format.loaders }
    return format.loaders.reversed()
  }
}
