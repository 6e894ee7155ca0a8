import CLCMS
import DecodingSupport
package import Pixels
import Resampling

/// A conversion of pixels from the colour space of a picture to a target colour space by Little
/// CMS.
package final class ColorConversion: @unchecked Sendable {
  // The class is Sendable: its properties are constant, and Little CMS does not modify a transform
  // that has no cache.
  private let library: LCMSLibrary
  private let transform: LCMSLibrary.Object
  /// The exact conversion of RGB samples of 16 bits; nil for other samples, and where only Little
  /// CMS can convert.
  private let exactSixteenBitConversion: (any SixteenBitConversion)?
  /// The exact conversion of RGB samples of eight bits from a colour space that is defined by a
  /// table; nil for other samples and colour spaces, for which Little CMS is exact, and where only
  /// Little CMS can convert.
  private let exactTableConversion: LookupTableConversion?
  /// The converted opaque pixel for each gray level; empty unless the samples are gray.
  private let grayShades: [UInt32]

  /// Makes a conversion between two open profiles, which may be closed afterwards.
  ///
  /// - Parameter isSixteenBit: whether RGB samples have 16 bits; see
  ///   ``convert(sixteenBit:to:count:)``.
  /// - Returns: nil when Little CMS can make no transform.
  package init?(
    _ library: LCMSLibrary, from source: LCMSLibrary.Object,
    _ samples: PictureColorSpace.ColorModel,
    to target: LCMSLibrary.Object, isSixteenBit: Bool
  ) {
    let layout =
      switch samples {
      case .gray: LCMS_GRAY_8
      case .rgb: isSixteenBit ? LCMS_BGRA_16 : LCMS_BGRA_8
      case .cmyk(let inverted): inverted ? LCMS_CMYK_8_INVERTED : LCMS_CMYK_8
      }
    let isDeep = isSixteenBit && samples == .rgb
    let exact: (any SixteenBitConversion)? =
      isDeep ? Self.exactConversion(library, from: source, to: target) : nil
    var table: LookupTableConversion?
    if samples == .rgb, !isSixteenBit,
      library.hasLookUpTable(source, LCMS_PERCEPTUAL, LCMS_USED_AS_INPUT) != 0
    {
      table = LookupTableConversion.make(library, from: source, to: target)
    }
    var flags = LCMS_NO_CACHE
    if exact != nil || table != nil {
      // Little CMS needs no table of its own for a transform whose work
      // ``exactSixteenBitConversion`` or ``exactTableConversion`` does.
      flags |= LCMS_NO_OPTIMIZATION
    } else if isDeep {
      flags |= LCMS_FINE_TABLE
    }
    guard
      let transform = library.makeTransform(
        source, layout, target, LCMS_BGRA_8, LCMS_PERCEPTUAL, flags)
    else { return nil }
    self.library = library
    self.transform = transform
    exactSixteenBitConversion = exact
    exactTableConversion = table
    guard samples == .gray else {
      grayShades = []
      return
    }
    var pixels = [UInt32](repeating: 0, count: 256)
    library.applyTransform(transform, Array(UInt8.min...UInt8.max), &pixels, 256)
    grayShades = pixels.map { $0 | 0xFF00_0000 }
  }

  deinit { library.deleteTransform(transform) }

  /// The exact conversion of RGB samples of 16 bits between two open profiles; nil when the target
  /// is not defined by tone curves and a matrix, or the colours of the source are too irregular.
  private static func exactConversion(
    _ library: LCMSLibrary, from source: LCMSLibrary.Object, to target: LCMSLibrary.Object
  ) -> (any SixteenBitConversion)? {
    if let matrix = MatrixConversion(library, from: source, to: target) { return matrix }
    return LookupTableConversion.make(library, from: source, to: target)
  }

  /// Converts premultiplied BGRA pixels in place; their alpha is kept.
  package func convert(_ buffer: PixelBuffer, isOpaque: Bool) {
    forEachRow(of: buffer) { self.convert($0, $1, isOpaque: isOpaque) }
  }

  /// Converts a row of BGRA samples of 16 bits with straight alpha to BGRA of eight bits, whose
  /// alpha is undefined.
  ///
  /// - Parameter count: the number of pixels.
  package func convert(
    sixteenBit row: UnsafePointer<UInt16>, to result: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    if let exactSixteenBitConversion {
      return exactSixteenBitConversion.convert(row, to: result, count: count)
    }
    library.applyTransform(transform, row, result, UInt32(count))
  }

  /// Converts CMYK samples, four bytes a pixel, to opaque BGRA pixels in place.
  package func convert(cmyk buffer: PixelBuffer) {
    forEachRow(of: buffer) { row, count in
      self.library.applyTransform(self.transform, row, row, UInt32(count))
      for x in 0..<count { row[x] |= 0xFF00_0000 }
    }
  }

  private func forEachRow(
    of buffer: PixelBuffer,
    _ work: @escaping @Sendable (UnsafeMutablePointer<UInt32>, Int) -> Void
  ) {
    // Bands are disjoint rows, so sharing the buffer is safe.
    nonisolated(unsafe) let buffer = buffer
    ParallelScaling.performInBands(rows: buffer.size.height, pixels: buffer.size.area ?? 0) {
      rows in
      for y in rows {
        let row = (buffer.bytes + y * buffer.stride).assumingMemoryBound(to: UInt32.self)
        work(row, buffer.size.width)
      }
    }
  }

  private func convert(_ row: UnsafeMutablePointer<UInt32>, _ count: Int, isOpaque: Bool) {
    if isOpaque || StraightAlpha.isOpaque(row, count: count) { return apply(row, count) }
    StraightAlpha.unpremultiply(row, count: count)
    apply(row, count)
    StraightAlpha.premultiply(row, count: count)
  }

  private func apply(_ row: UnsafeMutablePointer<UInt32>, _ count: Int) {
    if let exactTableConversion { return apply(exactTableConversion, row, count) }
    // Little CMS leaves alpha unchanged.
    guard !grayShades.isEmpty else {
      return library.applyTransform(transform, row, row, UInt32(count))
    }
    grayShades.withUnsafeBufferPointer { grayShades in
      for x in 0..<count {
        row[x] = grayShades[Int(row[x] & 0xFF)] & 0x00FF_FFFF | row[x] & 0xFF00_0000
      }
    }
  }

  /// The number of pixels that are converted at a time by ``exactTableConversion``.
  private static let blockPixels = 1024

  private func apply(
    _ table: LookupTableConversion, _ row: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    let capacity = min(count, Self.blockPixels)
    withUnsafeTemporaryAllocation(of: UInt16.self, capacity: 4 * capacity) { room in
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: capacity) { resultRoom in
        guard let samples = room.baseAddress, let result = resultRoom.baseAddress else { return }
        for start in stride(from: 0, to: count, by: Self.blockPixels) {
          let block = row + start
          let length = min(Self.blockPixels, count - start)
          for x in 0..<length {
            let pixel = block[x]
            samples[4 * x] = UInt16(truncatingIfNeeded: pixel & 0xFF) * 257
            samples[4 * x + 1] = UInt16(truncatingIfNeeded: pixel >> 8 & 0xFF) * 257
            samples[4 * x + 2] = UInt16(truncatingIfNeeded: pixel >> 16 & 0xFF) * 257
            samples[4 * x + 3] = .max
          }
          table.convert(samples, to: result, count: length)
          for x in 0..<length { block[x] = block[x] & 0xFF00_0000 | result[x] }
        }
      }
    }
  }
}
