import Pixels

/// The layout of opaque pixels as red, green and blue planes, one below the other: three quarters
/// of the bytes of BGRA.
package enum PixelPlanes {
  /// The number of colour planes.
  package static let count = 3

  /// Writes the colour planes of `view` to `planes`, which has `count * view.size.height` rows of
  /// `stride` bytes.
  ///
  /// - Returns: whether every pixel of `view` is opaque.
  package static func writeReturningIsOpaque(
    _ view: PixelView, to planes: UnsafeMutablePointer<UInt8>, stride: Int
  ) -> Bool {
    precondition(stride >= view.size.width, "stride \(stride) for \(view.size)")
    let (width, height) = (view.size.width, view.size.height)
    var common = UInt32.max
    for y in 0..<height {
      let row = view.row(y)
      let red = planes + y * stride
      let green = red + height * stride
      let blue = green + height * stride
      for x in 0..<width {
        let pixel = (row + x * 4).loadUnaligned(as: UInt32.self)
        common &= pixel
        red[x] = UInt8(truncatingIfNeeded: pixel &>> 16)
        green[x] = UInt8(truncatingIfNeeded: pixel &>> 8)
        blue[x] = UInt8(truncatingIfNeeded: pixel)
      }
    }
    return common &>> 24 == 0xff
  }
}
