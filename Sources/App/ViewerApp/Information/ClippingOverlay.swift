import Pixels

/// The pixels of a picture in which details are lost, by the definition of ``Clipping``.
nonisolated enum ClippingOverlay {
  /// The colours of the marks on clipped pixels, premultiplied 0xAARRGGBB: red for highlights and
  /// blue for shadows, as in other programs for photographers.
  private static let (highlight, shadow): (UInt32, UInt32) = (0xFFFF_2A2A, 0xFF2A_6BFF)

  /// A bitmap of the same size as `bitmap` with a mark on every clipped pixel, transparent
  /// elsewhere; nil for a picture without clipped pixels.
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
    switch Clipping(pixel) {
    case .highlight: highlight
    case .shadow: shadow
    case nil: nil
    }
  }
}
