import Synchronization

/// The sort order of texts in a language, by sort keys.
package struct TextCollation: Sendable {
  /// A function that makes the sort key of a text in UTF-8; keys are compared byte by byte. It
  /// returns nil when the language has no sort order of its own, and is called on any thread.
  package typealias MakeKey = @Sendable (_ text: ArraySlice<UInt8>) -> [UInt8]?

  /// The function that makes the sort keys.
  package let makeKey: MakeKey
  /// Whether words of ASCII letters are sorted in another way than by code points without case: as
  /// in Czech, where “ch” follows “h”, in Danish, where “aa” is the last letter, or in Estonian,
  /// where “z” follows “s”.
  package let reordersASCII: Bool

  /// Makes the sort order of a function for sort keys; nil when the function makes no keys.
  package init?(_ makeKey: @escaping MakeKey) {
    guard makeKey([UInt8(ascii: "a")]) != nil else { return nil }
    self.makeKey = makeKey
    reordersASCII = Self.reordersASCII(makeKey)
  }

  /// Whether the language sorts ASCII letters in another way: the keys of letters do not increase
  /// from “a” to “z”, differ by case, or the key of a word is not that of its letters one after the
  /// other. Every pair of letters is tested in one long word.
  private static func reordersASCII(_ makeKey: MakeKey) -> Bool {
    let letters = Array(UInt8(ascii: "a")...UInt8(ascii: "z"))
    let keys = letters.map { makeKey([$0]) ?? [] }
    let capitalKeys = letters.map { makeKey([$0 & ~0x20]) ?? [] }
    guard keys == capitalKeys else { return true }
    for (key, next) in zip(keys, keys.dropFirst()) where !key.lexicographicallyPrecedes(next) {
      return true
    }
    var pairs: [UInt8] = []
    var keysOfPairs: [UInt8] = []
    for first in letters.indices {
      for second in letters.indices {
        pairs += [letters[first], letters[second]]
        keysOfPairs += keys[first] + keys[second]
      }
    }
    return makeKey(pairs[...]) != keysOfPairs
  }

  // MARK: The order of the process

  /// The sort order of the process, which is made when it is first needed.
  private struct Installed {
    var makeKey: MakeKey?
    var collation: TextCollation?
  }

  private static let installed = Mutex(Installed())

  /// The sort order that is used in a test instead of that of the process; nil outside tests.
  @TaskLocal package static var testOverride: TextCollation?

  /// The sort order that the process uses; nil for the order of code points.
  package static var current: TextCollation? {
    if let testOverride { return testOverride }
    return installed.withLock { state in
      if let makeKey = state.makeKey {
        state = Installed(collation: TextCollation(makeKey))
      }
      return state.collation
    }
  }

  /// Sets the sort order of the process.
  ///
  /// - Parameter makeKey: the function for the sort keys, which is not called before the first
  ///   texts are sorted; nil for the order of code points.
  package static func install(_ makeKey: MakeKey?) {
    installed.withLock { $0 = Installed(makeKey: makeKey) }
  }
}
