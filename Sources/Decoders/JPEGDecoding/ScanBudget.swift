import DecodingSupport
import PictureMetadata

/// The limit of the work for a JPEG with many scans: a scan of a few bytes makes libjpeg visit all
/// blocks of the picture.
struct ScanBudget {
  /// Number of scans that are always decoded, however large the picture is. Encoders write ten, or
  /// at most sixteen.
  private static let alwaysDecodedScans = 16
  /// Maximum number of scans; libjpeg-turbo, as used here, rejects a picture with more.
  private static let maxScans = 500
  /// Assumed processor time of a block in a scan, in nanoseconds. Measured with libjpeg-turbo 2.1
  /// on refinement scans: 24 for a block without coded data. On a slower machine, the scans take
  /// longer than the budget says.
  private static let nanosecondsPerBlock = 40
  /// Assumed processor time of decoding a byte of entropy-coded data, in nanoseconds; 24 was
  /// measured.
  private static let nanosecondsPerByte = 30
  /// Divisor of the time limit of the picture: its scans may take a tenth of that.
  private static let timeDivisor = 10
  private static let nanosecondsPerSecond = 1_000_000_000

  private let bytes: PictureBytes
  private let header: JPEGHeader
  private let budgetNanoseconds: Int

  /// Makes the budget for the scans of a JPEG.
  ///
  /// - Parameters:
  ///   - bytes: the JPEG whose scans are counted.
  ///   - seconds: the time limit of the whole picture.
  init(_ bytes: PictureBytes, seconds: Int) {
    self.bytes = bytes
    header = JPEGHeader(bytes)
    budgetNanoseconds = max(1, min(seconds, 1 << 20)) * Self.nanosecondsPerSecond / Self.timeDivisor
  }

  /// The offset of the SOS marker of the first scan that exceeds the budget; nil when all scans
  /// fit.
  func firstScanBeyondBudget() -> Int? {
    guard var i = header.scanStart else { return nil }
    let isInterleaved = Int(bytes.byte(i + 4) ?? 0) >= header.componentCount
    guard header.isProgressive || !isInterleaved else { return nil }
    var used = 0
    for scan in 1...Self.maxScans {
      guard let end = bytes.scanEnd(from: i) else { return nil }
      used += blockCount(ofScan: i) * Self.nanosecondsPerBlock + (end - i) * Self.nanosecondsPerByte
      if scan > Self.alwaysDecodedScans, used > budgetNanoseconds { return i }
      guard let next = bytes.nextScan(from: end) else { return nil }
      i = next
    }
    return i
  }

  private func blockCount(ofScan start: Int) -> Int {
    let count = Int(bytes.byte(start + 4) ?? 0)
    return (0..<min(count, 4)).reduce(0) { sum, k in
      sum + (bytes.byte(start + 5 + 2 * k).map(header.blockCount) ?? 0)
    }
  }
}

extension PictureBytes {
  /// The offset of the next SOS marker at or after the marker at offset `start`; nil when EOI or
  /// the end of the bytes comes first.
  fileprivate func nextScan(from start: Int) -> Int? {
    var i = start
    for _ in 0..<1000 {
      guard byte(i) == 0xFF, let marker = byte(i + 1) else { return nil }
      switch marker {
      case 0xFF: i += 1
      case 0xDA: return i
      case 0xD9: return nil
      default:
        guard let length = big16(i + 2), length >= 2 else { return nil }
        i += 2 + length
      }
    }
    return nil
  }
}
