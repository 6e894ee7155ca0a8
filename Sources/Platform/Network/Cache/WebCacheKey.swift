import Hashing

/// The name of the files of an address in the cache: 32 hexadecimal digits, before a suffix.
///
/// Two addresses may have the same key, by chance or by malice; therefore every record contains its
/// address. The key of an address with a user name or password is a keyed hash with a random seed
/// per process, so that no password can be guessed from a file name.
nonisolated struct WebCacheKey: Hashable, Sendable {
  let text: String

  /// Makes the key of an address.
  ///
  /// - Source: FNV-1a from two offsets; for addresses with a user name or password, SipHash with
  ///   the random seed of the process (Swift's `Hasher`).
  init(_ address: WebAddress) {
    let halves = [FNV1a.offsetBasis, ~FNV1a.offsetBasis].map { start in
      if address.hasCredentials {
        var hasher = Hasher()
        hasher.combine(start)
        hasher.combine(address.text)
        return UInt64(truncatingIfNeeded: hasher.finalize())
      }
      return FNV1a.hash(of: Array(address.text.utf8), from: start)
    }
    text = halves.map { hash in
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The number of hexadecimal digits of a key.
  static let length = 32
}
