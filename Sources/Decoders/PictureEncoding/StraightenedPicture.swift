package import DecoderWire
import DecodingSupport
import Glibc
package import Pixels
package import Resampling

/// A part of a picture that is turned by an angle about the centre of the picture.
package struct StraightenedPicture: Sendable {
  private let crop: EncodeRequest.Crop
  private let sine: Double
  private let cosine: Double

  /// Makes the part of the picture that the rectangle and the angle of `crop` describe.
  package init(_ crop: EncodeRequest.Crop) {
    self.crop = crop
    let angle = Double(crop.angleMillidegrees) / 1000 * .pi / 180
    (sine, cosine) = (sin(angle), cos(angle))
  }

  /// Whether all corners of the crop rectangle lie within the turned picture, up to one pixel of
  /// rounding.
  package var isInsidePicture: Bool {
    let (width, height) = (Double(crop.whole.width), Double(crop.whole.height))
    let (left, top) = (Double(crop.x), Double(crop.y))
    return [
      (left, top), (left + Double(crop.size.width), top),
      (left, top + Double(crop.size.height)),
      (left + Double(crop.size.width), top + Double(crop.size.height)),
    ].allSatisfy { corner in
      let (x, y) = sourcePoint(of: corner.0, corner.1)
      return x >= -1 && y >= -1 && x <= width + 1 && y <= height + 1
    }
  }

  /// The position in the upright picture that appears at the position (`x`, `y`) of the turned
  /// picture, both in pixels.
  private func sourcePoint(of x: Double, _ y: Double) -> (x: Double, y: Double) {
    let center = (x: Double(crop.whole.width) / 2, y: Double(crop.whole.height) / 2)
    let (dx, dy) = (x - center.x, y - center.y)
    return (center.x + dx * cosine + dy * sine, center.y - dx * sine + dy * cosine)
  }

  /// Writes the part into `buffer`, by bicubic interpolation (Catmull–Rom) of premultiplied pixels.
  ///
  /// - Parameters:
  ///   - picture: the upright picture.
  ///   - buffer: memory of the size of the crop.
  package func write(_ picture: PixelView, into buffer: PixelBuffer) {
    // Bands write disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let buffer = buffer
    ParallelScaling.performInBands(rows: buffer.size.height, pixels: buffer.size.area ?? 0) {
      rows in
      for y in rows { write(row: y, picture, into: buffer) }
    }
  }

  private func write(row y: Int, _ picture: PixelView, into buffer: PixelBuffer) {
    let start = sourcePoint(of: Double(crop.x) + 0.5, Double(crop.y + y) + 0.5)
    let out = buffer.bytes + y * buffer.stride
    for x in 0..<buffer.size.width {
      let value = Self.interpolatedPixel(
        picture, start.x + Double(x) * cosine - 0.5, start.y - Double(x) * sine - 0.5)
      out.storeBytes(of: value, toByteOffset: x * 4, as: SIMD4<UInt8>.self)
    }
  }

  /// The weights (Catmull–Rom) of four neighbouring pixels for the position `t`, from 0 to 1,
  /// between the middle two.
  @inline(__always)
  private static func catmullRomWeights(_ t: Float) -> SIMD4<Float> {
    let (t2, t3) = (t * t, t * t * t)
    return SIMD4(
      -0.5 * t + t2 - 0.5 * t3, 1 - 2.5 * t2 + 1.5 * t3, 0.5 * t + 2 * t2 - 1.5 * t3,
      -0.5 * t2 + 0.5 * t3)
  }

  /// The interpolated pixel at a position of the picture; beyond the edges, the pixels at the edge
  /// are used.
  @inline(__always)
  private static func interpolatedPixel(_ picture: PixelView, _ x: Double, _ y: Double) -> SIMD4<
    UInt8
  > {
    let (left, top) = (x.rounded(.down), y.rounded(.down))
    let (across, down) = (catmullRomWeights(Float(x - left)), catmullRomWeights(Float(y - top)))
    let (column, row) = (Int(left), Int(top))
    var sum = SIMD4<Float>.zero
    for j in 0..<4 {
      let line = min(max(row + j - 1, 0), picture.size.height - 1)
      let pixels = picture.bytes + line * picture.stride
      var part = SIMD4<Float>.zero
      for i in 0..<4 {
        let position = min(max(column + i - 1, 0), picture.size.width - 1)
        let pixel = pixels.loadUnaligned(fromByteOffset: position * 4, as: SIMD4<UInt8>.self)
        part += SIMD4<Float>(pixel) * across[i]
      }
      sum += part * down[j]
    }
    sum.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: 255))
    // A premultiplied component cannot exceed alpha.
    sum.clamp(lowerBound: .zero, upperBound: SIMD4(repeating: sum.w))
    return SIMD4<UInt8>(truncatingIfNeeded: SIMD4<Int32>(sum.rounded(.toNearestOrEven)))
  }
}
