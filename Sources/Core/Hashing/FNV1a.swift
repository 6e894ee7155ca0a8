/// The 64-bit FNV-1a hash, equal in every process and on every machine. It is not for security.
///
/// - Source: The FNV Non-Cryptographic Hash Algorithm, draft-eastlake-fnv.
package struct FNV1a: Hashable, Sendable {
  /// The value of the hash before any byte: the offset basis.
  package static let offsetBasis: UInt64 = 0xCBF2_9CE4_8422_2325
  private static let prime: UInt64 = 0x0000_0100_0000_01B3

  /// The hash of all that was added.
  package private(set) var value: UInt64

  /// Makes the hash of no bytes.
  ///
  /// - Parameter start: the value of the hash before any byte. Default: ``offsetBasis``.
  package init(from start: UInt64 = FNV1a.offsetBasis) { value = start }

  /// The hash of `bytes`.
  ///
  /// - Parameter start: the value of the hash before any byte. Default: ``offsetBasis``.
  package static func hash(of bytes: [UInt8], from start: UInt64 = FNV1a.offsetBasis) -> UInt64 {
    var hash = FNV1a(from: start)
    hash.add(bytes)
    return hash.value
  }

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { add(word: UInt64(byte)) }
  }

  /// Adds each element as one word, as ``add(word:)`` does.
  package mutating func add(words: UnsafeBufferPointer<UInt64>) {
    for word in words { add(word: word) }
  }

  /// Adds eight bytes as one word. The hash differs from that of the same bytes added one by one.
  package mutating func add(word: UInt64) { value = (value ^ word) &* Self.prime }
}
