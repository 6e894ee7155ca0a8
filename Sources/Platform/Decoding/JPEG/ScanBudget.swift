/// The bound on the work of a JPEG of many scans: a scan of a few bytes makes libjpeg go over all
/// blocks of the picture.
struct ScanBudget {
  /// Scans that are always decoded, however large the picture is: encoders write ten, sixteen at most.
  static let freeScans = 16
  /// The maximum of scans. libjpeg-turbo gives up a picture of more.
  private static let maxScans = 500
  /// Processor time of a block in a scan, and of a byte of its code, in nanoseconds. Measured: refining
  /// scans by libjpeg-turbo 2.1 take 24 a block without code, and 24 a byte; slower machines get less
  /// of such a picture done.
  private static let blockTime = 40
  private static let byteTime = 30
  /// The share of the time of a picture that its scans may take.
  private static let share = 10
  private static let second = 1_000_000_000

  private let bytes: PictureBytes
  private let header: JPEGHeader
  private let time: Int

  /// - Parameters:
  ///   - bytes: the JPEG whose scans are counted.
  ///   - seconds: the time of the whole picture.
  init(_ bytes: PictureBytes, seconds: Int) {
    self.bytes = bytes
    header = JPEGHeader(bytes)
    time = max(1, min(seconds, 1 << 20)) * Self.second / Self.share
  }

  /// The place of the header of the first scan that is too much; nil when there is none.
  func end() -> Int? {
    guard var i = header.scanStart else { return nil }
    let isInterleaved = Int(bytes.byte(i + 4) ?? 0) >= header.components
    guard header.isProgressive || !isInterleaved else { return nil }
    var used = 0
    for scan in 1...Self.maxScans {
      guard let end = bytes.scanEnd(from: i) else { return nil }
      used += blockCount(ofScan: i) * Self.blockTime + (end - i) * Self.byteTime
      if scan > Self.freeScans, used > time { return i }
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
  /// The place of the header of the next scan behind the marker at `start`; nil when there is none.
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
