package import ColorManagement
package import DecodeJobs
package import DecoderWire
import DecodingSupport
import Geometry
import Pixels

/// The decoder of Radiance HDR, whose pixels are RGBE or XYZE: three mantissas with a shared
/// exponent. They are tone-mapped.
///
/// - Source: G. Ward, “Real Pixels”, Graphics Gems II; the file formats manual of Radiance
///   (radsite.lbl.gov/radiance/refer/filefmts.pdf).
package enum RadianceDecoder {
  private static let format = PictureFormat.radiance
  /// The maximum size of the header in bytes.
  private static let maxHeaderBytes = 1 << 16

  package static func decode(_ job: DecodeJob) throws(DecodeFailure) -> DecodeAnswer {
    let (header, info) = try readHeader(job)
    if job.request.kind == .probe { return DecodeAnswer(.info(info)) }
    var (job, shown) = (job, info)
    job.colors = header.colors
    let samples = try makeSamples(job, header, &shown)
    return try SixteenBitRendering.makeAnswer(samples, shown, job)
  }

  /// Region access to a picture, of which the offsets of the scan lines are kept.
  ///
  /// - Returns: the reader, and the colour space of its pixels.
  package static func regionReader(
    of job: DecodeJob
  ) throws(DecodeFailure) -> (reader: any RegionReader, colors: PictureColorSpace) {
    var (header, info) = try readHeader(job)
    let samples = try makeSamples(job, header, &info)
    return (RowRegionReader(samples, info), header.colors)
  }

  /// The header of a picture, which is checked, and its properties.
  private static func readHeader(
    _ job: DecodeJob
  ) throws(DecodeFailure) -> (header: Header, info: DecodeReply.Info) {
    let header = try Header(job.bytes)
    try job.check(header.size, format: format)
    try job.checkPlausible(header.size, format: format)
    var info = DecodeReply.Info(
      naturalSize: header.size, format: format.name, orientation: header.orientation,
      supportsRegions: true)
    info.isHighDynamicRange = true
    return (header, info)
  }

  /// The pixels behind a header; `info` is updated: it tells whether the file ends before the last
  /// pixel.
  private static func makeSamples(
    _ job: DecodeJob, _ header: Header, _ info: inout DecodeReply.Info
  ) throws(DecodeFailure) -> RadianceSamples {
    let stored = header.orientation.swapsAxes ? header.size.transposed : header.size
    let samples = RadianceSamples(
      stored, job.bytes, from: header.pixelOffset, isXYZ: header.isXYZ,
      exposure: job.request.exposure)
    guard samples.completeRowCount > 0 else {
      throw DecodeFailure(
        .damaged, format: format.name, detail: "the file ends before the picture")
    }
    info.isTruncated = samples.completeRowCount < stored.height
    return samples
  }

  /// The header of a Radiance picture: the variables and the resolution line before the pixels.
  private struct Header {
    /// The upright size of the picture in pixels.
    let size: PixelSize
    let orientation: Orientation
    /// Whether the components of the pixels are X, Y and Z of CIE 1931 instead of red, green and
    /// blue.
    let isXYZ: Bool
    /// The colour space of the primaries that the header states; ``PictureColorSpace/unknown``
    /// (BT.709 primaries) when it states none, and for XYZ components, which are converted to it.
    let colors: PictureColorSpace
    /// The offset of the first pixel in the file.
    let pixelOffset: Int

    init(_ bytes: PictureBytes) throws(DecodeFailure) {
      var lines: [String] = []
      var line: [UInt8] = []
      var position = 0
      var isOver = false
      while position < maxHeaderBytes, let byte = bytes.byte(position) {
        position += 1
        guard byte == 0x0A else {
          line.append(byte)
          continue
        }
        // An empty line ends the variables; the resolution line follows.
        if isOver { break }
        isOver = line.isEmpty
        lines.append(String(decoding: line, as: UTF8.self))
        line = []
      }
      isXYZ = lines.contains { $0.hasPrefix("FORMAT=") && $0.hasSuffix("xyze") }
      let words = String(decoding: line, as: UTF8.self).split(separator: " ")
      guard isOver, words.count == 4, let first = Int(words[1]), let second = Int(words[3]),
        first > 0, second > 0, first <= DecoderWireFormat.maxExtent,
        second <= DecoderWireFormat.maxExtent,
        let orientation = Self.orientations["\(words[0]) \(words[2])"]
      else {
        throw DecodeFailure(.damaged, format: format.name, detail: "its header is invalid")
      }
      // The first number counts the scan lines.
      let stored = PixelSize(width: second, height: first)
      size = orientation.swapsAxes ? stored.transposed : stored
      self.orientation = orientation
      colors = isXYZ ? .unknown : Self.colors(lines)
      pixelOffset = position
    }

    /// The colour space of the variable `PRIMARIES`: x and y of red, green, blue and white.
    private static func colors(_ lines: [String]) -> PictureColorSpace {
      let name = "PRIMARIES="
      guard let line = lines.last(where: { $0.hasPrefix(name) }) else { return .unknown }
      let numbers = line.dropFirst(name.count).split(whereSeparator: \.isWhitespace)
        .compactMap { Double($0) }
      guard numbers.count == 8 else { return .unknown }
      return PictureColorSpace(
        red: (numbers[0], numbers[1]), green: (numbers[2], numbers[3]),
        blue: (numbers[4], numbers[5]), white: (numbers[6], numbers[7]))
    }

    /// The orientation of the stored rows for each pair of axes that the resolution line can state.
    private static let orientations: [String: Orientation] = [
      "-Y +X": .up, "-Y -X": .upMirrored, "+Y -X": .down, "+Y +X": .downMirrored,
      "+X -Y": .leftMirrored, "-X -Y": .right, "-X +Y": .rightMirrored, "+X +Y": .left,
    ]
  }
}

/// The pixels of a Radiance picture in stored order: three mantissas and a shared exponent each. A
/// scan line is decoded when it is written.
private final class RadianceSamples: SixteenBitSamples {
  let size: PixelSize
  let isOpaque = true
  let isPremultiplied = false
  let exceedsEightBits = true
  private let bytes: PictureBytes
  /// The offsets of the complete scan lines in the file.
  private let rowOffsets: [Int]
  private let toneMapping: ToneMappingTable
  private let isXYZ: Bool
  /// The powers of two by which mantissas are multiplied, indexed by the stored exponent.
  private let exponentScales: [Float]

  /// The number that is subtracted from a stored exponent; the result is the power of two by which
  /// mantissas of eight bits are multiplied.
  private static let exponentBias = 136
  /// The widths in pixels for which the components of a row may be run-length coded separately.
  private static let componentCodedWidths = 8...0x7FFF
  /// The maximum number of pixels that are sampled to measure the brightness.
  private static let maxMeasuredPixels = 200_000

  /// Finds the scan lines that begin at offset `start`, and measures the brightness of the picture.
  ///
  /// - Parameters:
  ///   - isXYZ: whether the components are X, Y and Z.
  ///   - exposure: the change of the exposure in stops.
  init(_ size: PixelSize, _ bytes: PictureBytes, from start: Int, isXYZ: Bool, exposure: Int) {
    let exponentScales: [Float] = (0...255).map {
      $0 == 0 ? 0 : Float(sign: .plus, exponent: max(-149, $0 - Self.exponentBias), significand: 1)
    }
    var rowOffsets: [Int] = []
    var brightness = BrightnessStatistics()
    var row = [UInt32](repeating: 0, count: size.width)
    let step = max(1, size.width * size.height / Self.maxMeasuredPixels)
    var position = start
    // The index in the picture of the next sampled pixel.
    var sampled = 0
    for y in 0..<size.height {
      let offset = position
      guard Self.readRow(bytes, &position, to: &row) else { break }
      rowOffsets.append(offset)
      while sampled < (y + 1) * size.width {
        let pixel = row[sampled - y * size.width]
        brightness.add(Self.light(of: pixel, isXYZ: isXYZ, exponentScales).max())
        sampled += step
      }
    }
    (self.size, self.bytes, self.rowOffsets, self.exponentScales) = (
      size, bytes, rowOffsets, exponentScales
    )
    self.isXYZ = isXYZ
    toneMapping = ToneMappingTable(peak: brightness.peak, exposure: exposure)
  }

  /// The rows of the matrix from X, Y and Z to linear red, green and blue, as in the programs of
  /// Radiance: of the primaries (0.64, 0.33), (0.29, 0.60) and (0.15, 0.06), and with the white of
  /// equal energy, which becomes the white of the display.
  private static let rgbFromXYZ: [SIMD3<Float>] = [
    [2.5653, -1.1668, -0.3985], [-1.0221, 1.9783, 0.0438], [0.0747, -0.2519, 1.1772],
  ]

  /// The linear red, green and blue of a stored pixel; at least 0.
  private static func light(
    of pixel: UInt32, isXYZ: Bool, _ exponentScales: [Float]
  ) -> SIMD3<Float> {
    let mantissas = SIMD3(
      Float(pixel & 0xFF), Float(pixel >> 8 & 0xFF), Float(pixel >> 16 & 0xFF))
    let components = mantissas * exponentScales[Int(pixel >> 24)]
    guard isXYZ else { return components }
    let light = SIMD3(
      (components * rgbFromXYZ[0]).sum(), (components * rgbFromXYZ[1]).sum(),
      (components * rgbFromXYZ[2]).sum())
    return pointwiseMax(light, .zero)
  }

  /// The number of complete scan lines.
  var completeRowCount: Int { rowOffsets.count }

  /// Decodes a scan line.
  ///
  /// - Parameters:
  ///   - position: the offset of the scan line, and after the call that of the next one.
  ///   - row: the pixels, of which there are as many as in a scan line.
  /// - Returns: false when the data end or are invalid.
  private static func readRow(
    _ bytes: PictureBytes, _ position: inout Int, to row: inout [UInt32]
  ) -> Bool {
    let width = row.count
    guard let head = bytes.big32(position) else { return false }
    let isCoded =
      componentCodedWidths.contains(width) && head >> 16 == 0x0202 && head & 0xFFFF == width
    guard isCoded else { return readRepeatCodedRow(bytes, &position, to: &row) }
    position += 4
    for x in 0..<width { row[x] = 0 }
    for component in 0..<4 {
      let shift = UInt32(component * 8)
      var x = 0
      while x < width {
        guard let count = bytes.byte(position) else { return false }
        position += 1
        if count > 128 {
          guard let value = bytes.byte(position), x + Int(count) - 128 <= width else {
            return false
          }
          position += 1
          for _ in 0..<Int(count) - 128 {
            row[x] |= UInt32(value) << shift
            x += 1
          }
        } else {
          guard count > 0, x + Int(count) <= width else { return false }
          for _ in 0..<Int(count) {
            guard let value = bytes.byte(position) else { return false }
            position += 1
            row[x] |= UInt32(value) << shift
            x += 1
          }
        }
      }
    }
    return true
  }

  /// Decodes a scan line that is not coded by component, with the old kind of run: a pixel whose
  /// mantissas are all 1 repeats the one before it.
  ///
  /// - Returns: false when the data end or are invalid.
  private static func readRepeatCodedRow(
    _ bytes: PictureBytes, _ position: inout Int, to row: inout [UInt32]
  ) -> Bool {
    var x = 0
    var shift = 0
    while x < row.count {
      guard let pixel = bytes.little32(position) else { return false }
      position += 4
      guard pixel & 0xFF_FFFF == 0x01_0101, x > 0 else {
        row[x] = UInt32(pixel)
        x += 1
        shift = 0
        continue
      }
      guard shift <= 16 else { return false }
      let count = (pixel >> 24) << shift
      shift += 8
      guard x + count <= row.count else { return false }
      for _ in 0..<count {
        row[x] = row[x - 1]
        x += 1
      }
    }
    return true
  }

  func write(_ y: Int, to row: UnsafeMutablePointer<UInt16>) {
    var pixels = [UInt32](repeating: 0, count: size.width)
    // The rows behind the end of the file are black.
    if y < rowOffsets.count {
      var position = rowOffsets[y]
      _ = Self.readRow(bytes, &position, to: &pixels)
    }
    for x in 0..<size.width {
      let light = Self.light(of: pixels[x], isXYZ: isXYZ, exponentScales)
      row[x * 4] = toneMapping.level(of: light.z)
      row[x * 4 + 1] = toneMapping.level(of: light.y)
      row[x * 4 + 2] = toneMapping.level(of: light.x)
      row[x * 4 + 3] = .max
    }
  }
}
