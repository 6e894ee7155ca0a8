/// The inner loops. Rows come in as bytes, are blended downwards into 8.8 fixed point, then across.
enum RowKernels {
  /// Adds up `taps` rows, each by its weight in 256ths: `out` holds value × 256 for every byte.
  ///
  /// Bytes at even and odd places are kept in separate vectors, because masking and shifting a
  /// vector of 16-bit lanes needs no unpacking.
  static func blend(
    rows: UnsafePointer<UnsafeRawPointer>, weights: UnsafePointer<UInt16>, taps: Int,
    byteCount: Int, into out: UnsafeMutablePointer<UInt16>
  ) {
    let low = SIMD8<UInt16>(repeating: 0xFF)
    var x = 0
    while x + 32 <= byteCount {
      var even0 = SIMD8<UInt16>()
      var odd0 = SIMD8<UInt16>()
      var even1 = SIMD8<UInt16>()
      var odd1 = SIMD8<UInt16>()
      for t in 0..<taps {
        let weight = weights[t]
        let v0 = (rows[t] + x).loadUnaligned(as: SIMD8<UInt16>.self)
        let v1 = (rows[t] + x + 16).loadUnaligned(as: SIMD8<UInt16>.self)
        even0 &+= (v0 & low) &* weight
        odd0 &+= (v0 &>> 8) &* weight
        even1 &+= (v1 & low) &* weight
        odd1 &+= (v1 &>> 8) &* weight
      }
      let target = UnsafeMutableRawPointer(out + x)
      target.storeBytes(of: interleave(even0, odd0), as: SIMD16<UInt16>.self)
      (target + 32).storeBytes(of: interleave(even1, odd1), as: SIMD16<UInt16>.self)
      x += 32
    }
    while x < byteCount {
      var sum: UInt16 = 0
      for t in 0..<taps { sum &+= UInt16((rows[t] + x).load(as: UInt8.self)) &* weights[t] }
      out[x] = sum
      x += 1
    }
  }

  @inline(__always)
  private static func interleave(_ even: SIMD8<UInt16>, _ odd: SIMD8<UInt16>) -> SIMD16<UInt16> {
    var both = SIMD16<UInt16>()
    both.evenHalf = even
    both.oddHalf = odd
    return both
  }

  /// Blends one 8.8 row across into `count` pixels.
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
      out.storeBytes(
        of: FloatBits.bytes(sum * (Float(1) / 256)), toByteOffset: x * 4, as: UInt32.self)
    }
  }
}

/// Small whole numbers to floats and back by their bits: the plain conversions of SIMD vectors are
/// made one lane at a time, with a range check for each.
///
/// 2²³ + n has n in its lowest bits, and adding 2²³ rounds to the nearest whole number.
/// - Source: H. Warren, "Hacker's Delight", 17-2.
enum FloatBits {
  private static let shift = Float(0x1p23)

  @inline(__always)
  static func floats(_ values: SIMD4<UInt16>) -> SIMD4<Float> {
    var wide = SIMD8<UInt16>(repeating: 0x4B00)
    wide.evenHalf = values
    return unsafeBitCast(wide, to: SIMD4<Float>.self) - shift
  }

  /// Four values of 0…255 as the bytes of a word, the first lowest.
  @inline(__always)
  static func bytes(_ values: SIMD4<Float>) -> UInt32 {
    let bits = unsafeBitCast(values + shift, to: SIMD16<UInt8>.self)
    return unsafeBitCast(SIMD4(bits[0], bits[4], bits[8], bits[12]), to: UInt32.self)
  }
}
