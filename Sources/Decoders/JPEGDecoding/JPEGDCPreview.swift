import DecoderWire
import DecodingSupport
import Pixels

/// A preview of a sequential JPEG at 1/8 scale, decoded from the DC coefficients only, which
/// parsing the entropy-coded data yields anyway. Luma is exactly that of libjpeg; subsampled chroma
/// is not interpolated. 24 megapixels take 25 ms, 1/8 scale by libjpeg 60 ms.
struct JPEGDCPreview {
  private struct Part {
    /// Index of the component's first block in the MCU.
    let first: Int
    let across: Int
    /// Subsampling relative to the largest component, as binary logarithms.
    let wide: Int
    let high: Int
    let quantizer: Int32
  }

  private let scan: JPEGScan
  private let bytes: PictureBytes
  private let parts: [Part]

  /// - Parameter bytes: the file; it must outlive this value.
  /// - Returns: nil when the file is not a sequential grayscale or YCbCr JPEG, or its subsampling
  ///   is not a power of two up to 4.
  init?(_ bytes: PictureBytes) {
    guard let scan = JPEGScan(bytes), [1, 3].contains(scan.parts.count), !scan.isRGB else {
      return nil
    }
    let (across, down) = (scan.unit.width / 8, scan.unit.height / 8)
    var parts: [Part] = []
    var first = 0
    for part in scan.parts {
      guard let wide = Self.shift(across, part.across), let high = Self.shift(down, part.down),
        let quantizer = scan.quantizationTables[part.quantizer]
      else { return nil }
      let mean =
        quantizer[0] >> 4 == 0
        ? Int32(quantizer[1]) : Int32(quantizer[1]) << 8 | Int32(quantizer[2])
      parts.append(
        Part(first: first, across: part.across, wide: wide, high: high, quantizer: mean))
      first += part.across * part.down
    }
    self.scan = scan
    self.bytes = bytes
    self.parts = parts
  }

  /// The size of the preview: that of the picture divided by eight, rounded up.
  var size: PixelSize { JPEGScale.scaled(scan.size, JPEGScale.forDC) }

  /// The number of chroma samples across and down; that of pixels for a grayscale picture.
  var chromaSize: PixelSize {
    let (wide, high) = (parts.map(\.wide).max() ?? 0, parts.map(\.high).max() ?? 0)
    return PixelSize(width: size.width >> wide, height: size.height >> high)
  }

  /// Writes the preview as opaque BGRA, in stored orientation.
  ///
  /// - Returns: false when the data end early.
  func write(into buffer: PixelBuffer) -> Bool {
    let walker = JPEGScanParser(scan, bytes)
    var place = JPEGCheckpoint(scan)
    let units = scan.units
    let count = scan.blockCount
    return withUnsafeTemporaryAllocation(of: Int16.self, capacity: units.width * count) { means in
      guard let base = means.baseAddress else { return false }
      for row in 0..<units.height {
        walker.readDCCoefficients(units.width, &place, into: base)
        guard !place.bits.isSpent else { return false }
        let height = scan.unit.height / 8
        for y in 0..<min(height, buffer.size.height - row * height) {
          let out = buffer.bytes + (row * height + y) * buffer.stride
          write(base, y, into: out.assumingMemoryBound(to: UInt32.self))
        }
      }
      return true
    }
  }

  /// Writes one row of pixels: row `y` within an MCU row, in units of blocks.
  private func write(
    _ means: UnsafePointer<Int16>, _ y: Int, into out: UnsafeMutablePointer<UInt32>
  ) {
    let across = scan.unit.width / 8
    let count = scan.blockCount
    for x in 0..<size.width {
      let unit = means + x / across * count
      let light = value(0, unit, x % across, y) &+ 128
      guard parts.count == 3 else {
        out[x] = 0xFF00_0000 | YCbCrConversion.clamped(light) &* 0x01_01_01
        continue
      }
      let (blue, red) = (value(1, unit, x % across, y), value(2, unit, x % across, y))
      out[x] = YCbCrConversion.opaque(
        Int32(YCbCrConversion.clamped(light)), blue: max(-128, min(127, blue)),
        red: max(-128, min(127, red)))
    }
  }

  /// The dequantised DC value of a component at a pixel, as a sample centred at zero.
  @inline(__always)
  private func value(_ number: Int, _ unit: UnsafePointer<Int16>, _ x: Int, _ y: Int) -> Int32 {
    let part = parts[number]
    let block = part.first &+ (y &>> part.high) &* part.across &+ x &>> part.wide
    return (Int32(unit[block]) &* part.quantizer &+ 4) &>> 3
  }

  private static func shift(_ all: Int, _ own: Int) -> Int? {
    own > 0 ? [0, 1, 2].first { own << $0 == all } : nil
  }
}

extension JPEGScan {
  /// Whether the components are R, G and B themselves, by libjpeg's rules (JFIF marker, Adobe
  /// transform, component identifiers).
  var isRGB: Bool {
    guard parts.count == 3, !hasJFIF else { return false }
    if let adobe { return adobe[11] == 0 }
    return parts.map(\.id) == Array("RGB".utf8)
  }
}
