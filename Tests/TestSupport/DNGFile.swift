/// A camera RAW file of the Digital Negative format: uncompressed 16-bit samples of a Bayer
/// pattern, with or without a JPEG preview.
///
/// - Source: Adobe, Digital Negative Specification 1.4, chapters 2 to 4.
public struct DNGFile {
  /// The size of the sensor in pixels.
  public var width: Int
  public var height: Int
  /// The JPEG preview with its size; nil for none.
  public var preview: (bytes: [UInt8], width: Int, height: Int)?
  /// The orientation by EXIF, 1 to 8.
  public var orientation = 1
  /// The colour space that the EXIF tags of a camera's format record; nil for none. Default: nil.
  public var colorSpace: Int?
  /// The small preview of a file with two previews; nil for none. Default: nil.
  public var smallPreview: (bytes: [UInt8], width: Int, height: Int)?
  /// The form of the sensor data. Default: uncompressed samples behind a colour filter array.
  public var coding = Coding.filterArray

  /// A form of the sensor data.
  public enum Coding: Sendable, CaseIterable {
    /// Samples behind a colour filter array.
    case filterArray
    /// The same samples as a lossless JPEG.
    case losslessJPEG
    /// Three samples a pixel.
    case linear
  }
  /// The sample at a place. Default: white.
  public var sample: (_ x: Int, _ y: Int) -> UInt16 = { _, _ in 0xFFFF }

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  enum Value {
    case bytes([UInt8])
    case text(String)
    case words([Int])
    case longs([Int])
    case rationals([(Int, Int)])

    var type: Int {
      switch self {
      case .bytes: 1
      case .text: 2
      case .words: 3
      case .longs: 4
      case .rationals: 10
      }
    }

    var count: Int {
      switch self {
      case .bytes(let bytes): bytes.count
      case .text(let text): text.utf8.count + 1
      case .words(let numbers), .longs(let numbers): numbers.count
      case .rationals(let numbers): numbers.count
      }
    }

    var data: [UInt8] {
      switch self {
      case .bytes(let bytes): bytes
      case .text(let text): Array(text.utf8) + [0]
      case .words(let numbers): numbers.flatMap { DNGFile.little($0, 2) }
      case .longs(let numbers): numbers.flatMap { DNGFile.little($0, 4) }
      case .rationals(let numbers):
        numbers.flatMap { DNGFile.little($0.0, 4) + DNGFile.little($0.1, 4) }
      }
    }
  }

  static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A directory at `offset`, followed by the values that do not fit into its entries.
  ///
  /// - Parameter next: the position of the next directory; 0 for none.
  static func directory(
    _ entries: [(tag: Int, value: Value)], at offset: Int, next: Int = 0
  ) -> [UInt8] {
    var table = little(entries.count, 2)
    var values: [UInt8] = []
    let start = offset + 2 + 12 * entries.count + 4
    for (tag, value) in entries.sorted(by: { $0.tag < $1.tag }) {
      table += little(tag, 2) + little(value.type, 2) + little(value.count, 4)
      let data = value.data
      if data.count <= 4 {
        table += data + [UInt8](repeating: 0, count: 4 - data.count)
      } else {
        table += little(start + values.count, 4)
        values += data + (data.count.isMultiple(of: 2) ? [] : [0])
      }
    }
    return table + little(next, 4) + values
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    let samples = sensorBytes
    let jpeg = preview?.bytes ?? []
    let small = smallPreview?.bytes ?? []
    let samplesStart = 8
    let jpegStart = samplesStart + samples.count + samples.count % 2
    let smallStart = jpegStart + jpeg.count + jpeg.count % 2
    let first = smallStart + small.count + small.count % 2
    var file = Array("II".utf8) + Self.little(42, 2) + Self.little(first, 4)
    for part in [samples, jpeg, small] {
      file += part + (part.count.isMultiple(of: 2) ? [] : [0])
    }
    let sensor = sensor(at: samplesStart, bytes: samples.count)
    guard let preview else { return file + Self.directory(camera + sensor, at: first) }
    let large = Self.preview(preview, at: jpegStart)
    // A file with two previews has the small one in the first directory, as cameras do.
    let main = camera + (smallPreview.map { Self.preview($0, at: smallStart) } ?? large)
    let inner = smallPreview == nil ? [sensor] : [sensor, large]
    var starts = inner.map { _ in 0 }
    for _ in 0..<2 {
      var next = first + Self.directory(main + [(0x014A, .longs(starts))], at: first).count
      starts = inner.map { directory in
        defer { next += Self.directory(directory, at: next).count }
        return next
      }
    }
    file += Self.directory(main + [(0x014A, .longs(starts))], at: first)
    for (directory, start) in zip(inner, starts) { file += Self.directory(directory, at: start) }
    return file
  }

  typealias Entries = [(tag: Int, value: Value)]

  private var camera: Entries {
    [
      (0x010F, .text("Canon")), (0x0110, .text("Canon EOS 5D")),
      (0x0112, .words([orientation])), (0xC612, .bytes([1, 4, 0, 0])),
      (0xC614, .text("Canon EOS 5D")),
      // ColorMatrix1, AsShotNeutral and CalibrationIlluminant1 (D65).
      (
        0xC621,
        .rationals(
          [6347, -479, -972, -8297, 15954, 2480, -1968, 2131, 7649].map { ($0, 10000) })
      ),
      (0xC628, .rationals([(1, 2), (1, 1), (2, 3)])), (0xC65A, .words([21])),
    ]
  }

  static func picture(_ width: Int, _ height: Int, at start: Int, bytes: Int) -> Entries {
    [
      (0x0100, .longs([width])), (0x0101, .longs([height])), (0x0111, .longs([start])),
      (0x0116, .longs([height])), (0x0117, .longs([bytes])), (0x011C, .words([1])),
    ]
  }

  private static func preview(
    _ preview: (bytes: [UInt8], width: Int, height: Int), at start: Int
  ) -> Entries {
    picture(preview.width, preview.height, at: start, bytes: preview.bytes.count) + [
      (0x00FE, .longs([1])), (0x0102, .words([8, 8, 8])), (0x0103, .words([7])),
      (0x0106, .words([6])), (0x0115, .words([3])),
    ]
  }

  func sensor(at start: Int, bytes: Int) -> Entries {
    let common =
      Self.picture(width, height, at: start, bytes: bytes) + [
        (0x00FE, .longs([0])), (0x0103, .words([coding == .losslessJPEG ? 7 : 1])),
        (0xC61D, .longs([0xFFFF])),
      ]
    if coding == .linear {
      return common + [
        (0x0102, .words([16, 16, 16])), (0x0106, .words([34892])), (0x0115, .words([3])),
      ]
    }
    return common + [
      (0x0102, .words([16])), (0x0106, .words([32803])), (0x0115, .words([1])),
      (0x828D, .words([2, 2])), (0x828E, .bytes([0, 1, 1, 2])),
    ]
  }

  var sensorBytes: [UInt8] {
    if coding == .losslessJPEG { return losslessJPEG }
    let channels = coding == .linear ? 3 : 1
    return (0..<height).flatMap { y in
      (0..<width).flatMap { x in
        (0..<channels).flatMap { _ in Self.little(Int(sample(x, y)), 2) }
      }
    }
  }

  /// The samples as a JPEG file of the lossless process with one component.
  ///
  /// - Source: ITU-T T.81, annex H.
  private var losslessJPEG: [UInt8] {
    func big(_ value: Int) -> [UInt8] { [UInt8(value >> 8 & 255), UInt8(value & 255)] }
    // All categories have codes of five bits.
    let table = [0, 0, 0, 0, 17] + [UInt8](repeating: 0, count: 11) + (0...16).map(UInt8.init)
    var file: [UInt8] = [0xFF, 0xD8, 0xFF, 0xC3] + big(11) + [16] + big(height) + big(width)
    file += [1, 1, 0x11, 0, 0xFF, 0xC4] + big(3 + table.count) + [0] + table
    file += [0xFF, 0xDA] + big(8) + [1, 1, 0, 1, 0, 0]
    var (pending, bits) = (0, 0)
    func write(_ value: Int, _ count: Int) {
      pending = pending << count | value
      bits += count
      while bits >= 8 {
        bits -= 8
        let byte = UInt8(pending >> bits & 255)
        file += byte == 255 ? [255, 0] : [byte]
        pending &= 1 << bits - 1
      }
    }
    for y in 0..<height {
      for x in 0..<width {
        let predicted =
          x > 0 ? Int(sample(x - 1, y)) : y > 0 ? Int(sample(0, y - 1)) : 1 << 15
        let difference = Int(Int16(truncatingIfNeeded: Int(sample(x, y)) - predicted))
        let category = difference == 0 ? 0 : Int.bitWidth - abs(difference).leadingZeroBitCount
        write(category, 5)
        guard category > 0, category < 16 else { continue }
        write(difference > 0 ? difference : difference + 1 << category - 1, category)
      }
    }
    if bits > 0 { write((1 << (8 - bits)) - 1, 8 - bits) }
    return file + [0xFF, 0xD9]
  }
}
