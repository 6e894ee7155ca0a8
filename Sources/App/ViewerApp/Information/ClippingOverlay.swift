import Pixels

/// The pixels of a picture in which details are lost: a component is at its maximum, or all
/// components are at their minimum.
nonisolated enum ClippingOverlay {
  /// The colours of the marks on clipped pixels, premultiplied 0xAARRGGBB: red for highlights and
  /// blue for shadows, as in other programs for photographers.
  private static let (highlight, shadow): (UInt32, UInt32) = (0xFFFF_2A2A, 0xFF2A_6BFF)

  /// A bitmap of the same size as `bitmap` with a mark on every clipped pixel, transparent
  /// elsewhere; nil for a picture without clipped pixels. Transparent pixels of the picture are not
  /// clipped.
  ///
  /// A highlight is clipped where a component is at its maximum, a shadow where all components are
  /// at their minimum.
  ///
  /// - Complexity: O(pixels).
  static func overlay(of bitmap: Bitmap) -> Bitmap? {
    var isEmpty = true
    let marks = Bitmap(size: bitmap.size, isOpaque: false) { memory, stride in
      for y in 0..<bitmap.size.height {
        for x in 0..<bitmap.size.width {
          guard let mark = overlayPixel(of: bitmap.pixel(x: x, y: y)) else { continue }
          isEmpty = false
          memory.storeBytes(of: mark, toByteOffset: y * stride + x * 4, as: UInt32.self)
        }
      }
    }
    return isEmpty ? nil : marks
  }

  /// The colour that marks a premultiplied pixel, both 0xAARRGGBB; nil for a pixel that is not
  /// clipped.
  private static func overlayPixel(of pixel: UInt32) -> UInt32? {
    guard pixel >> 24 == 0xFF else { return nil }
    let (red, green, blue) = (pixel >> 16 & 0xFF, pixel >> 8 & 0xFF, pixel & 0xFF)
    if max(red, green, blue) == 0xFF { return highlight }
    return red | green | blue == 0 ? shadow : nil
  }
}
