/// The inner loops of scaling a picture: bytes are widened to 16 bits, and interpolated vertically,
/// then horizontally.
enum RowKernels {
  /// Widens the channels of `count` pixels to 16 bits each: 256 times their value.
  static func widen(
    _ row: UnsafeRawPointer, count: Int, into out: UnsafeMutablePointer<UInt64>
  ) {
    let out = UnsafeMutableRawPointer(out)
    var x = 0
    while x &+ 4 <= count {
      var wide = SIMD32<UInt8>()
      wide.oddHalf = (row + x &* 4).loadUnaligned(as: SIMD16<UInt8>.self)
      out.storeBytes(of: wide, toByteOffset: x &* 8, as: SIMD32<UInt8>.self)
      x = x &+ 4
    }
    while x < count {
      var wide = SIMD8<UInt8>()
      wide.oddHalf = (row + x &* 4).loadUnaligned(as: SIMD4<UInt8>.self)
      out.storeBytes(of: wide, toByteOffset: x &* 8, as: SIMD8<UInt8>.self)
      x = x &+ 1
    }
  }

  /// Adds up `taps` rows of `count` 16-bit channels, with weights in 65536ths.
  ///
  /// The truncation of each product loses half a step per row on average; this loss of all rows is
  /// added first. The remaining error is at most half a step per row, and two successive byte
  /// values are 256 steps apart.
  static func blend(
    rows: UnsafePointer<UnsafePointer<UInt16>>, weights: UnsafePointer<UInt16>, taps: Int,
    count: Int, into out: UnsafeMutablePointer<UInt16>
  ) {
    let lost = UInt16(taps / 2)
    for i in 0..<count { out[i] = lost }
    var t = 0
    while t + 4 <= taps {
      let (r0, r1, r2, r3) = (rows[t], rows[t + 1], rows[t + 2], rows[t + 3])
      let (w0, w1, w2, w3) = (weights[t], weights[t + 1], weights[t + 2], weights[t + 3])
      for i in 0..<count {
        let first = multiplyHigh(r0[i], w0) &+ multiplyHigh(r1[i], w1)
        out[i] = out[i] &+ first &+ multiplyHigh(r2[i], w2) &+ multiplyHigh(r3[i], w3)
      }
      t += 4
    }
    while t < taps {
      let (row, weight) = (rows[t], weights[t])
      for i in 0..<count { out[i] = out[i] &+ multiplyHigh(row[i], weight) }
      t += 1
    }
  }

  /// The upper 16 bits of a product, written so that the compiler emits one instruction for eight
  /// products.
  @inline(__always)
  private static func multiplyHigh(_ a: UInt16, _ b: UInt16) -> UInt16 {
    UInt16(truncatingIfNeeded: (UInt32(a) &* UInt32(b)) &>> 16)
  }

  /// Interpolates one row of 16-bit channels horizontally into `count` pixels of `out`.
  ///
  /// - Parameters:
  ///   - starts: the index of the first contributing source pixel of each output pixel.
  ///   - weights: the weights of the source pixels, `taps` for each output pixel.
  static func gather(
    row: UnsafePointer<UInt16>, starts: UnsafePointer<Int>, weights: UnsafePointer<Float>,
    taps: Int, count: Int, into out: UnsafeMutableRawPointer
  ) {
    for x in 0..<count {
      var pixel = UnsafeRawPointer(row + starts[x] * 4)
      var sum = SIMD4<Float>()
      let w = weights + x * taps
      for t in 0..<taps {
        sum += FloatBits.floats(pixel.loadUnaligned(as: SIMD4<UInt16>.self)) * w[t]
        pixel += 8
      }
      let rounded = (FloatBits.roundedIntegers(sum) &+ 128) &>> 8
      out.storeBytes(
        of: SIMD4<UInt8>(truncatingIfNeeded: rounded), toByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
  }
}

/// Conversions between vectors of small integers and of floats by their bit patterns. The
/// conversions of the standard library run lane by lane, with a range check for each.
///
/// The float 2²³ + n has n in its lowest bits, and adding 2²³ rounds to the nearest integer.
///
/// - Source: H. Warren, "Hacker's Delight", 17-2.
enum FloatBits {
  private static let integerBias = Float(0x1p23)

  @inline(__always)
  static func floats(_ values: SIMD4<UInt16>) -> SIMD4<Float> {
    var wide = SIMD8<UInt16>(repeating: 0x4B00)
    wide.evenHalf = values
    return unsafeBitCast(wide, to: SIMD4<Float>.self) - integerBias
  }

  /// Four numbers of 0…65535, each rounded to the nearest integer.
  @inline(__always)
  static func roundedIntegers(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafeBitCast(values + integerBias, to: SIMD4<UInt32>.self) & 0xFFFF
  }
}
