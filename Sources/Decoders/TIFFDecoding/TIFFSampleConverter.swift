import Pixels

/// The conversion of samples of any width and format to bytes, 0…255.
struct TIFFSampleConverter {
  private let bitsPerSample: Int
  private let sampleFormat: TIFFFile.SampleFormat
  /// Whether the samples are palette indices, which are not scaled.
  private let isPaletteIndex: Bool
  /// The values that become black and white; nil for the full range of the sample type, which is
  /// 0…1 for floating point.
  var range: TIFFSampleRange?

  /// Makes the conversion of the samples of a TIFF directory.
  ///
  /// - Returns: nil for an unsupported kind of sample.
  init?(_ file: TIFFFile) {
    guard let sampleFormat = file.sampleFormat else { return nil }
    let known =
      sampleFormat == .floatingPoint
      ? [16, 32, 64].contains(file.bitsPerSample)
      : (1...16).contains(file.bitsPerSample) || [24, 32, 64].contains(file.bitsPerSample)
    guard known else { return nil }
    (bitsPerSample, self.sampleFormat) = (file.bitsPerSample, sampleFormat)
    isPaletteIndex = file.interpretation == .palette
  }

  /// Writes `count` samples to every fourth byte of `out`, beginning with sample `first` of `row`
  /// and advancing by `step` samples. A palette index of more than eight bits takes two bytes, the
  /// lower one first.
  ///
  /// - Parameter isColor: false for alpha, which ``range`` does not scale.
  func writeLevels(
    _ row: UnsafeRawPointer, first: Int, step: Int, count: Int, isColor: Bool,
    into out: UnsafeMutablePointer<UInt8>
  ) {
    if isColor, let range {
      return forEachNumber(row, first, step, count) { out[$0 * 4] = range.level(of: $1) }
    }
    let isRaw = isPaletteIndex && isColor
    switch (bitsPerSample, sampleFormat) {
    case (8, _):
      // Unsigned bytes are often labelled as signed by mistake; other readers ignore the label.
      let bytes = row.assumingMemoryBound(to: UInt8.self) + first
      for x in 0..<count { out[x * 4] = bytes[x * step] }
    case (16, .floatingPoint):
      forEachSample(row, first, step, count, Float16.self, out) { Self.level(Double($0)) }
    case (32, .floatingPoint):
      forEachSample(row, first, step, count, Float.self, out) { Self.level(Double($0)) }
    case (64, .floatingPoint): forEachSample(row, first, step, count, Double.self, out, Self.level)
    case (16, _) where isRaw:
      for x in 0..<count {
        let index = row.loadUnaligned(fromByteOffset: (first + x * step) * 2, as: UInt16.self)
        Self.writeIndex(Int(index), at: out + x * 4)
      }
    case (16, _):
      let flip: UInt16 = sampleFormat == .signed ? 0x8000 : 0
      forEachSample(row, first, step, count, UInt16.self, out) {
        UInt8(truncatingIfNeeded: (UInt32($0 ^ flip) &* 255 &+ 32895) &>> 16)
      }
    case (32, _):
      let flip: UInt32 = sampleFormat == .signed ? 0x8000_0000 : 0
      forEachSample(row, first, step, count, UInt32.self, out) {
        UInt8(truncatingIfNeeded: ($0 ^ flip) &>> 24)
      }
    case (64, _):
      let flip: UInt64 = sampleFormat == .signed ? 1 << 63 : 0
      forEachSample(row, first, step, count, UInt64.self, out) {
        UInt8(truncatingIfNeeded: ($0 ^ flip) &>> 56)
      }
    case (24, _):
      let bytes = row.assumingMemoryBound(to: UInt8.self)
      let flip: UInt8 = sampleFormat == .signed ? 0x80 : 0
      // In the byte order of the machine, to which libtiff has converted, the most significant byte
      // is the last one.
      for x in 0..<count { out[x * 4] = bytes[(first + x * step) * 3 + 2] ^ flip }
    default: writePackedBits(row, first, step, count, isRaw, out)
    }
  }

  /// Whether photographs never have the sample type, so that a gray picture with it contains
  /// measurements.
  var impliesMeasurements: Bool {
    switch sampleFormat {
    case .floatingPoint: true
    case .signed: bitsPerSample >= 16
    case .unsigned: bitsPerSample > 16
    }
  }

  /// Whether the sample type is floating point, whose full range is 0…1.
  var isFloatingPoint: Bool { sampleFormat == .floatingPoint }

  /// Calls `body` with the index and value of `count` samples, selected as in
  /// ``writeLevels(_:first:step:count:isColor:into:)``. Only for the types with
  /// ``impliesMeasurements``.
  func forEachNumber(
    _ row: UnsafeRawPointer, _ first: Int, _ step: Int, _ count: Int,
    _ body: (_ index: Int, _ number: Double) -> Void
  ) {
    @inline(__always)
    func forEachSample<T>(_ type: T.Type, _ number: (T) -> Double) {
      let size = MemoryLayout<T>.size
      for x in 0..<count {
        let value = row.loadUnaligned(fromByteOffset: (first + x * step) * size, as: type)
        body(x, number(value))
      }
    }
    switch (bitsPerSample, sampleFormat) {
    case (16, .floatingPoint): forEachSample(Float16.self) { Double($0) }
    case (32, .floatingPoint): forEachSample(Float.self) { Double($0) }
    case (64, .floatingPoint): forEachSample(Double.self) { $0 }
    case (16, .signed): forEachSample(Int16.self) { Double($0) }
    case (32, .signed): forEachSample(Int32.self) { Double($0) }
    case (32, .unsigned): forEachSample(UInt32.self) { Double($0) }
    case (64, .signed): forEachSample(Int64.self) { Double($0) }
    case (64, .unsigned): forEachSample(UInt64.self) { Double($0) }
    case (24, _):
      let bytes = row.assumingMemoryBound(to: UInt8.self)
      for x in 0..<count {
        let position = (first + x * step) * 3
        let low = Int32(bytes[position]) | Int32(bytes[position + 1]) << 8
        let high = bytes[position + 2]
        let top = sampleFormat == .signed ? Int32(Int8(bitPattern: high)) : Int32(high)
        body(x, Double(top << 16 | low))
      }
    default: for x in 0..<count { body(x, 0) }
    }
  }

  @inline(__always)
  private func forEachSample<T>(
    _ row: UnsafeRawPointer, _ first: Int, _ step: Int, _ count: Int, _: T.Type,
    _ out: UnsafeMutablePointer<UInt8>, _ level: (T) -> UInt8
  ) {
    let size = MemoryLayout<T>.size
    for x in 0..<count {
      out[x * 4] = level(row.loadUnaligned(fromByteOffset: (first + x * step) * size, as: T.self))
    }
  }

  /// The level 0…255 of a value in 0…1; NaN is black.
  private static func level(_ value: Double) -> UInt8 {
    value > 0 ? UInt8(min(255, (value * 255).rounded())) : 0
  }

  /// Writes bit-packed samples, the most significant bit first, scaled to 0…255 or, when `isRaw`,
  /// as palette indices.
  private func writePackedBits(
    _ row: UnsafeRawPointer, _ first: Int, _ step: Int, _ count: Int, _ isRaw: Bool,
    _ out: UnsafeMutablePointer<UInt8>
  ) {
    let bytes = row.assumingMemoryBound(to: UInt8.self)
    let maxSample = 1 << bitsPerSample - 1
    let flip = sampleFormat == .signed ? 1 << (bitsPerSample - 1) : 0
    for x in 0..<count {
      var position = (first + x * step) * bitsPerSample
      var value = 0
      var missing = bitsPerSample
      while missing > 0 {
        let here = min(missing, 8 - position & 7)
        let part = Int(bytes[position >> 3]) >> (8 - position & 7 - here) & (1 << here - 1)
        value = value << here | part
        position += here
        missing -= here
      }
      value ^= flip
      if isRaw {
        Self.writeIndex(value, at: out + x * 4)
      } else {
        out[x * 4] = UInt8(truncatingIfNeeded: (value * 255 + maxSample / 2) / maxSample)
      }
    }
  }

  private static func writeIndex(_ index: Int, at out: UnsafeMutablePointer<UInt8>) {
    out[0] = UInt8(truncatingIfNeeded: index)
    out[1] = UInt8(truncatingIfNeeded: index >> 8)
  }
}
