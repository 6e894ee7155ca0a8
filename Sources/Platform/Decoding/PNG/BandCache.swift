import DecoderWire

/// Rows of a picture that were read last, of whatever levels.
struct BandCache {
  /// Which rows.
  struct Key: Hashable {
    let level: Int
    let first: Int
  }

  /// Most bytes that are kept: parts beside each other in both directions.
  private static let mostBytes = 64 << 20

  private var bands: [(key: Key, band: RowBand)] = []

  var byteCount: Int { bands.reduce(0) { $0 + $1.band.byteCount } }

  func band(_ key: Key) -> RowBand? { bands.first { $0.key == key }?.band }

  /// Keeps a band longest, and lets go of those that were not used for the longest time.
  mutating func keep(_ band: RowBand, _ key: Key) {
    bands.removeAll { $0.key == key }
    bands.append((key, band))
    while byteCount > Self.mostBytes, bands.count > 1 { bands.removeFirst() }
  }
}

/// Memory of some rows that follow each other.
final class RowBand {
  private let memory: PrivateMemory

  /// - Throws: `.tooLarge` when there is no memory.
  init(byteCount: Int) throws(DecodeFailure) { memory = try PrivateMemory(byteCount: byteCount) }

  var bytes: UnsafeMutableRawPointer { memory.bytes }
  var byteCount: Int { memory.count }
}
