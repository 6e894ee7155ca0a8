/// A progressive YCbCr JPEG split into two files: one with the luma scans, and one with the chroma
/// scans. The latter is declared as RGB so that libjpeg leaves its samples unconverted.
struct LumaChromaFiles {
  /// Maximum number of scans. Pictures with more are decoded on one thread, within the
  /// ``ScanBudget``.
  private static let maxScans = ScanBudget.freeScans
  /// Adobe's APP14 segment with transform 0: the components are RGB.
  private static let plain: [UInt8] = [
    0xFF, 0xEE, 0, 14, 0x41, 0x64, 0x6F, 0x62, 0x65, 0, 100, 0, 0, 0, 0, 0,
  ]

  private let bytes: PictureBytes
  private var lumaSegments: [Range<Int>] = []
  private var chromaSegments: [Range<Int>] = []

  /// - Returns: nil when the components are not YCbCr, the scans are incomplete, or the file is
  ///   truncated.
  init?(_ bytes: PictureBytes) {
    self.bytes = bytes
    var ids: [UInt8] = []
    var (hasJFIF, transform) = (false, UInt8?.none)
    var scans = 0
    var detail = CoefficientPrecision()
    var i = 2
    while let marker = bytes.byte(i + 1), bytes.byte(i) == 0xFF {
      if marker == 0xFF {
        i += 1
        continue
      }
      if marker == 0xD9 { break }
      guard let length = bytes.big16(i + 2), length >= 2, i + 2 + length <= bytes.count else {
        return nil
      }
      let body = bytes.part(i + 4..<i + 2 + length)
      var end = i + 2 + length
      switch marker {
      case 0xC2 where ids.isEmpty && body.count >= 15:
        ids = [6, 9, 12].map { body.raw[$0] }
        add(i..<end, isLight: true, isColor: true)
      case 0xC4, 0xDB, 0xDD: add(i..<end, isLight: true, isColor: true)
      case 0xE0 where body.has("JFIF\0"):
        hasJFIF = true
        add(i..<end, isLight: true, isColor: false)
      case 0xEE where body.has("Adobe") && body.count >= 12:
        transform = body.raw[11]
        add(i..<end, isLight: true, isColor: false)
      case 0xE0...0xEF, 0xFE: break
      case 0xDA:
        guard scans < Self.maxScans, ids.count == 3, let behind = bytes.scanEnd(from: i) else {
          return nil
        }
        end = behind
        let parts = (0..<Int(body.byte(0) ?? 0)).compactMap { body.byte(1 + 2 * $0) }
        scans += 1
        detail.take(body, parts.compactMap(ids.firstIndex))
        add(
          i..<end, isLight: parts.contains(ids[0]),
          isColor: parts.contains(ids[1]) || parts.contains(ids[2]))
      default: return nil
      }
      i = end
    }
    let isRGB = hasJFIF ? false : transform.map { $0 == 0 } ?? (ids == Array("RGB".utf8))
    guard detail.isComplete, !isRGB, bytes.byte(i + 1) == 0xD9 else { return nil }
  }

  /// The JPEG file of luma.
  var light: [UInt8] { file(lumaSegments, of: []) }
  /// The JPEG file of chroma.
  var colors: [UInt8] { file(chromaSegments, of: Self.plain) }

  private func file(_ parts: [Range<Int>], of start: [UInt8]) -> [UInt8] {
    var file: [UInt8] = []
    // Reallocation while growing would cost as much as the rest of this function.
    file.reserveCapacity(parts.reduce(4 + start.count) { $0 + $1.count })
    file += [0xFF, 0xD8]
    file += start
    for part in parts { file += UnsafeRawBufferPointer(rebasing: bytes.raw[part]) }
    file += [0xFF, 0xD9]
    return file
  }

  private mutating func add(_ part: Range<Int>, isLight: Bool, isColor: Bool) {
    if isLight { lumaSegments.append(part) }
    if isColor { chromaSegments.append(part) }
  }
}

/// The precision of the coefficients that the scans of a progressive JPEG have defined. libjpeg
/// smooths blocks with imprecise coefficients, by a rule that looks at all components.
private struct CoefficientPrecision {
  /// The lowest defined bit (Al) of each coefficient, for three components; nil for an undefined
  /// one.
  private var shifts = [[UInt8?]](repeating: Array(repeating: nil, count: 64), count: 3)

  /// Whether all coefficients are defined to the last bit.
  var isComplete: Bool { shifts.allSatisfy { $0.allSatisfy { $0 == 0 } } }

  /// Records the scan with this SOS header, for the components with these indices.
  mutating func take(_ header: PictureBytes, _ colors: [Int]) {
    let end = 1 + 2 * Int(header.byte(0) ?? 0)
    guard let first = header.byte(end), let last = header.byte(end + 1),
      let shift = header.byte(end + 2), first <= last, last < 64
    else { return }
    for color in colors {
      for place in Int(first)...Int(last) { shifts[color][place] = shift & 15 }
    }
  }
}
