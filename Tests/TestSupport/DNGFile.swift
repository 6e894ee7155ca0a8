/// A camera RAW file of the Digital Negative format: uncompressed 16-bit samples of a Bayer pattern,
/// with or without a JPEG preview.
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
  /// The sample at a place. Default: white.
  public var sample: (_ x: Int, _ y: Int) -> UInt16 = { _, _ in 0xFFFF }

  public init(width: Int, height: Int) { (self.width, self.height) = (width, height) }

  private enum Value {
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

  private static func little(_ value: Int, _ size: Int) -> [UInt8] {
    (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }

  /// A directory at `offset`, followed by the values that do not fit into its entries.
  private static func directory(_ entries: [(tag: Int, value: Value)], at offset: Int) -> [UInt8] {
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
    return table + little(0, 4) + values
  }

  /// The bytes of the file.
  public var bytes: [UInt8] {
    let samples = (0..<height).flatMap { y in
      (0..<width).flatMap { x in Self.little(Int(sample(x, y)), 2) }
    }
    let jpeg = preview?.bytes ?? []
    let samplesStart = 8
    let jpegStart = samplesStart + samples.count
    let first = jpegStart + jpeg.count + jpeg.count % 2

    let camera: [(tag: Int, value: Value)] = [
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
    func picture(
      _ width: Int, _ height: Int, at start: Int, bytes: Int
    ) -> [(tag: Int, value: Value)] {
      [
        (0x0100, .longs([width])), (0x0101, .longs([height])), (0x0111, .longs([start])),
        (0x0116, .longs([height])), (0x0117, .longs([bytes])), (0x011C, .words([1])),
      ]
    }
    let sensor =
      picture(width, height, at: samplesStart, bytes: samples.count) + [
        (0x00FE, .longs([0])), (0x0102, .words([16])), (0x0103, .words([1])),
        (0x0106, .words([32803])), (0x0115, .words([1])), (0x828D, .words([2, 2])),
        (0x828E, .bytes([0, 1, 1, 2])), (0xC61D, .longs([0xFFFF])),
      ]
    var file = Array("II".utf8) + Self.little(42, 2) + Self.little(first, 4) + samples + jpeg
    file += [UInt8](repeating: 0, count: first - file.count)
    guard let preview else { return file + Self.directory(camera + sensor, at: first) }
    func main(_ inner: Int) -> [UInt8] {
      Self.directory(
        camera + picture(preview.width, preview.height, at: jpegStart, bytes: jpeg.count) + [
          (0x00FE, .longs([1])), (0x0102, .words([8, 8, 8])), (0x0103, .words([7])),
          (0x0106, .words([6])), (0x0115, .words([3])), (0x014A, .longs([inner])),
        ], at: first)
    }
    let inner = first + main(0).count
    return file + main(inner) + Self.directory(sensor, at: inner)
  }
}
