/// The name of an address among files: 32 hexadecimal digits.
///
/// Two addresses may share one, by chance or by malice: every file of the cache says whose it is.
nonisolated struct CacheKey: Hashable, Sendable {
  let text: String

  /// - Source: FNV-1a, twice, from two beginnings.
  init(_ address: WebAddress) {
    let offset: UInt64 = 0xcbf2_9ce4_8422_2325
    text = [offset, ~offset].map { start in
      let hash = address.text.utf8.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
      let digits = String(hash, radix: 16)
      return String(repeating: "0", count: 16 - digits.utf8.count) + digits
    }.joined()
  }

  /// The digits.
  static let length = 32
}
