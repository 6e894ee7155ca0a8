/// The reversal of the filters of PNG rows.
///
/// - Source: PNG specification, third edition, section 9.
enum PNGFilter {
  /// Reconstructs `row` from `filtered`, the bytes of a row after the filter type byte. `above` is
  /// the reconstructed previous row, or zeros for the first one. Each of the three holds `count`
  /// bytes, and eight more bytes may be read and written after them.
  ///
  /// - Parameter step: distance in bytes of corresponding samples of neighbouring pixels, at least
  ///   1.
  /// - Returns: false for an unknown filter type.
  static func undo(
    _ filter: UInt8, _ filtered: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>,
    into row: UnsafeMutablePointer<UInt8>, count: Int, step: Int
  ) -> Bool {
    switch filter {
    case 0: row.update(from: filtered, count: count)
    case 1 where step == 3 || step == 4:
      reconstructByPixels(filtered, above, row, count, step) { $0 &+ $2 }
    case 1: reconstructByBytes(filtered, above, row, count, step) { _, left, _ in left }
    case 2: for i in 0..<count { row[i] = filtered[i] &+ above[i] }
    case 3 where step == 3 || step == 4:
      reconstructByPixels(filtered, above, row, count, step) { value, up, left in
        value &+ ((up & left) &+ ((up ^ left) &>> 1))
      }
    case 3:
      reconstructByBytes(filtered, above, row, count, step) { up, left, _ in
        UInt8(truncatingIfNeeded: (Int(up) + Int(left)) / 2)
      }
    case 4 where step == 3 || step == 4: paeth(filtered, above, row, count, step)
    case 4: reconstructByBytes(filtered, above, row, count, step, paeth)
    default: return false
    }
    return true
  }

  @inline(__always)
  private static func load(_ p: UnsafePointer<UInt8>) -> SIMD4<UInt8> {
    UnsafeRawPointer(p).loadUnaligned(as: SIMD4<UInt8>.self)
  }

  /// Reconstructs a row of pixels of three or four bytes, by whole pixels. With three, the excess
  /// fourth byte is overwritten by the next pixel.
  @inline(__always)
  private static func reconstructByPixels(
    _ filtered: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int,
    _ predict: (_ value: SIMD4<UInt8>, _ up: SIMD4<UInt8>, _ left: SIMD4<UInt8>) -> SIMD4<UInt8>
  ) {
    var left = SIMD4<UInt8>()
    var i = 0
    while i < count {
      left = predict(load(filtered + i), load(above + i), left)
      UnsafeMutableRawPointer(row + i).storeBytes(of: left, as: SIMD4<UInt8>.self)
      i &+= step
    }
  }

  /// Reconstructs a row with the Paeth predictor, by whole pixels of three or four bytes in 16-bit
  /// lanes.
  private static func paeth(
    _ filtered: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int
  ) {
    var left = SIMD4<Int16>()
    var corner = SIMD4<Int16>()
    var i = 0
    while i < count {
      let up = SIMD4<Int16>(truncatingIfNeeded: load(above + i))
      let toLeft = up &- corner
      let toUp = left &- corner
      let toCorner = toLeft &+ toUp
      let a = magnitude(toLeft)
      let b = magnitude(toUp)
      let c = magnitude(toCorner)
      let other = corner.replacing(with: up, where: b .<= c)
      let isLeft = (a .<= b) .& (a .<= c)
      let predicted = other.replacing(with: left, where: isLeft)
      let value = SIMD4<UInt8>(truncatingIfNeeded: predicted) &+ load(filtered + i)
      UnsafeMutableRawPointer(row + i).storeBytes(of: value, as: SIMD4<UInt8>.self)
      left = SIMD4<Int16>(truncatingIfNeeded: value)
      corner = up
      i &+= step
    }
  }

  @inline(__always)
  private static func magnitude(_ v: SIMD4<Int16>) -> SIMD4<Int16> {
    let sign = v &>> 15
    return (v ^ sign) &- sign
  }

  /// The Paeth predictor of a byte from its neighbours above, to the left, and above the left one.
  static func paeth(_ up: UInt8, _ left: UInt8, _ corner: UInt8) -> UInt8 {
    let a = abs(Int(up) - Int(corner))
    let b = abs(Int(left) - Int(corner))
    let c = abs(Int(up) + Int(left) - 2 * Int(corner))
    return a <= b && a <= c ? left : b <= c ? up : corner
  }

  @inline(__always)
  private static func reconstructByBytes(
    _ filtered: UnsafePointer<UInt8>, _ above: UnsafePointer<UInt8>,
    _ row: UnsafeMutablePointer<UInt8>, _ count: Int, _ step: Int,
    _ predict: (_ up: UInt8, _ left: UInt8, _ corner: UInt8) -> UInt8
  ) {
    for i in 0..<min(step, count) { row[i] = filtered[i] &+ predict(above[i], 0, 0) }
    guard count > step else { return }
    for i in step..<count {
      row[i] = filtered[i] &+ predict(above[i], row[i - step], above[i - step])
    }
  }
}
