/// The kernels of page warps: bilinear sampling and blending, with four 16-bit lanes per pixel.
///
/// Weights are 256ths, 0…256; colours have eight fractional bits until they are stored. Differences
/// may wrap around: adding the base brings the sum back into 0…65535.
enum WarpKernels {
  /// Two neighbouring pixels at `address`, interpolated between two rows with the weight `down` of
  /// the lower one; without fractional bits.
  @inline(__always)
  static func interpolatedPair(_ address: UnsafeRawPointer, _ stride: Int, down: UInt16) -> SIMD8<
    UInt16
  > {
    let upper = widened(address)
    let lower = widened(address + stride)
    return ((upper &<< 8) &+ (lower &- upper) &* down &+ 128) &>> 8
  }

  /// Two neighbouring pixels at `address`, mixed from two rows with the weights `upper` and
  /// `lower`, whose sum is at most 256; without fractional bits.
  @inline(__always)
  static func interpolatedPair(
    _ address: UnsafeRawPointer, _ stride: Int, _ upper: SIMD8<UInt16>, _ lower: SIMD8<UInt16>
  ) -> SIMD8<UInt16> {
    (widened(address) &* upper &+ widened(address + stride) &* lower &+ 128) &>> 8
  }

  /// The bilinear interpolation of four pixels, with eight fractional bits; `address` is that of
  /// the upper left pixel, `across` and `down` are the weights of the right and the lower ones.
  @inline(__always)
  static func sample(
    _ address: UnsafeRawPointer, _ stride: Int, across: UInt16, down: UInt16
  ) -> SIMD4<UInt16> {
    let both = interpolatedPair(address, stride, down: down)
    return (both.lowHalf &<< 8) &+ (both.highHalf &- both.lowHalf) &* across
  }

  /// Two neighbouring pixels in eight lanes, one for each byte.
  @inline(__always)
  private static func widened(_ address: UnsafeRawPointer) -> SIMD8<UInt16> {
    var wide = SIMD16<UInt8>()
    wide.evenHalf = address.loadUnaligned(as: SIMD8<UInt8>.self)
    return unsafeBitCast(wide, to: SIMD8<UInt16>.self)
  }

  /// The pixel at `address`, with eight fractional bits.
  @inline(__always)
  static func pixel(_ address: UnsafeRawPointer) -> SIMD4<UInt16> {
    var wide = SIMD8<UInt8>()
    wide.oddHalf = address.loadUnaligned(as: SIMD4<UInt8>.self)
    return unsafeBitCast(wide, to: SIMD4<UInt16>.self)
  }

  /// The colour multiplied by the brightness `light`, 0…256; its alpha is unchanged.
  @inline(__always)
  static func shaded(_ value: SIMD4<UInt16>, _ light: UInt16) -> SIMD4<UInt16> {
    (value &>> 8) &* SIMD4(light, light, light, 256)
  }

  /// The mixture of the colours `a` and `b`: `a` for `share` 0, `b` for `share` 256.
  @inline(__always)
  static func mixed(_ a: SIMD4<UInt16>, _ b: SIMD4<UInt16>, _ share: UInt16) -> SIMD4<UInt16> {
    (a &>> 8) &* (256 &- share) &+ (b &>> 8) &* share
  }

  @inline(__always)
  static func store(_ value: SIMD4<UInt16>, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: packedPixel(value), as: UInt32.self)
  }

  /// Stores a colour as an opaque pixel, whatever alpha was computed.
  @inline(__always)
  static func storeOpaque(_ value: SIMD4<UInt16>, _ address: UnsafeMutableRawPointer) {
    address.storeBytes(of: packedPixel(value) | 0xFF00_0000, as: UInt32.self)
  }

  @inline(__always)
  private static func packedPixel(_ value: SIMD4<UInt16>) -> UInt32 {
    let bytes = unsafeBitCast(value, to: SIMD8<UInt8>.self)
    return unsafeBitCast(bytes.oddHalf, to: UInt32.self)
  }

  /// Blends the colour `value` over the pixel at `address`, with the weight `share` in 256ths.
  @inline(__always)
  static func blend(
    _ value: SIMD4<UInt16>, _ share: UInt16, _ address: UnsafeMutableRawPointer
  ) {
    store(mixed(pixel(UnsafeRawPointer(address)), value, share), address)
  }
}
