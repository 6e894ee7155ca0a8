import DecoderWire
import DecodingSupport

/// A cache of decoded bands of rows, at any reduction level, which evicts the least recently
/// inserted bands. Reading a band does not count as a use of it: the user of a cached band inserts
/// it again.
struct BandCache {
  /// The identity of a band of rows in the cache: its reduction level, and its first row at that
  /// level.
  struct Key: Hashable {
    let level: Int
    let firstRow: Int
  }

  /// Maximum size of the cached bands in bytes: enough for the neighbours of a region in both
  /// directions.
  private static let maxBytes = 64 << 20

  private var bands: [(key: Key, band: RowBand)] = []

  var byteCount: Int { bands.reduce(0) { $0 + $1.band.byteCount } }

  func band(_ key: Key) -> RowBand? { bands.first { $0.key == key }?.band }

  /// Stores a band as the most recently inserted one, in place of the band with the same key, and
  /// evicts the least recently inserted bands above the maximum size.
  mutating func insert(_ band: RowBand, _ key: Key) {
    bands.removeAll { $0.key == key }
    bands.append((key, band))
    while byteCount > Self.maxBytes, bands.count > 1 { bands.removeFirst() }
  }
}

/// A band of decoded rows in memory.
final class RowBand {
  private let memory: PrivateMemory

  /// Allocates memory of `byteCount` bytes, which is zero at first.
  ///
  /// - Throws: `.tooLarge` when memory cannot be allocated.
  init(byteCount: Int) throws(DecodeFailure) { memory = try PrivateMemory(byteCount: byteCount) }

  var bytes: UnsafeMutableRawPointer { memory.bytes }
  var byteCount: Int { memory.count }
}
