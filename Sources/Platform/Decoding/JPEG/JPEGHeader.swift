import Geometry
import Pixels

/// What the segments before the first scan say.
///
/// - Source: ITU-T T.81, annex B.
struct JPEGHeader {
  /// As stored.
  private(set) var size = PixelSize.zero
  private(set) var components = 0
  /// Bits of a sample; TurboJPEG decodes eight.
  private(set) var precision = 8
  private(set) var isProgressive = false
  private(set) var isLossless = false
  /// Adobe's marker means that CMYK is stored inverted.
  private(set) var hasAdobeMarker = false
  private(set) var exif: ExifReader?
  /// Where the first scan's header starts; nil when the file ends before.
  private(set) var scanStart: Int?

  private static let mostSegments = 10_000

  init(_ bytes: PictureBytes) {
    var i = 2
    for _ in 0..<Self.mostSegments {
      // Anything between segments is skipped, and a marker may be preceded by fill bytes.
      while let byte = bytes.byte(i), byte != 0xFF { i += 1 }
      while bytes.byte(i) == 0xFF { i += 1 }
      guard let marker = bytes.byte(i) else { return }
      i += 1
      if marker == 0 || marker == 1 || (0xD0...0xD8).contains(marker) { continue }
      guard marker != 0xD9, let length = bytes.big16(i), length >= 2 else { return }
      if marker == 0xDA {
        scanStart = i - 2
        return
      }
      read(marker, bytes.part(i + 2..<i + length))
      i += length
    }
  }

  private mutating func read(_ marker: UInt8, _ segment: PictureBytes) {
    switch marker {
    case 0xC0...0xCF where ![0xC4, 0xC8, 0xCC].contains(marker):
      precision = Int(segment.byte(0) ?? 8)
      size = PixelSize(width: segment.big16(3) ?? 0, height: segment.big16(1) ?? 0)
      components = Int(segment.byte(5) ?? 0)
      isProgressive = marker & 3 == 2
      isLossless = marker & 3 == 3
    case 0xE1 where exif == nil && segment.has("Exif\0"):
      exif = ExifReader(segment)
    case 0xEE where segment.has("Adobe"):
      hasAdobeMarker = true
    default: break
    }
  }

  var orientation: Orientation { exif?.orientation ?? .up }

  var uprightSize: PixelSize { orientation.swapsAxes ? size.transposed : size }
}

extension PictureBytes {
  /// Where the entropy-coded data of the scan that starts at `start` ends; nil when the file ends
  /// before any other marker.
  func scanEnd(from start: Int) -> Int? {
    guard let length = big16(start + 2) else { return nil }
    var i = start + 2 + length
    while i + 1 < count {
      if raw[i] == 0xFF, raw[i + 1] != 0, !(0xD0...0xD7).contains(raw[i + 1]) { return i }
      i += 1
    }
    return nil
  }

  /// Where the first scan of a progressive picture ends if it holds the mean of every block in every
  /// colour; nil when it does not.
  func meansEnd(_ header: JPEGHeader) -> Int? {
    guard let start = header.scanStart, let parts = byte(start + 4),
      Int(parts) == header.components, let last = byte(start + 6 + 2 * Int(parts)), last == 0
    else { return nil }
    return scanEnd(from: start)
  }

  /// True when an end-of-image marker follows somewhere behind `start`. Looks at the last megabyte.
  func hasEndOfImage(after start: Int) -> Bool {
    var i = count - 2
    let first = max(start, count - 1 << 20)
    while i >= first {
      if raw[i] == 0xFF, raw[i + 1] == 0xD9 { return true }
      i -= 1
    }
    return false
  }
}
