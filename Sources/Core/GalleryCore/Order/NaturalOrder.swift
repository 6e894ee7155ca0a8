import Localization

/// The natural order of file names: `2.jpg` before `10.jpg`, and `b` between `A` and `C`.
///
/// - Digits in a row compare by their value, however many there are, in every script.
/// - Letters compare without case: ASCII, Latin, Greek, Cyrillic and Armenian.
/// - The contents of a folder stay together: a slash comes first. A dot comes second, so that the
///   order is `a.jpg`, `a (1).jpg`, `a1.jpg`.
/// - Words compare as in the user's language, if there is a ``TextCollation``. A list of ASCII
///   names has the same order without it in most languages.
/// - Names equal in all this are ordered by their bytes, so that the order is always the same.
///
/// Names are bytes, not necessarily text; invalid UTF-8 compares byte by byte.
public enum NaturalOrder {
  /// Whether the name `a` comes before the name `b` in natural order.
  ///
  /// - Complexity: O(length of the names). For a whole list take ``sorted(_:name:)``.
  public static func areInIncreasingOrder(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var keyA: [UInt64] = []
    var keyB: [UInt64] = []
    var language = CollationKeyCache([a, b])
    NaturalKey.append(a, to: &keyA, &language)
    NaturalKey.append(b, to: &keyB, &language)
    if keyA != keyB { return keyA.lexicographicallyPrecedes(keyB) }
    return a.lexicographicallyPrecedes(b)
  }

  /// The elements in the natural order of their names; elements of the same name keep their order.
  ///
  /// - Complexity: O(n log n) comparisons of eight bytes at a time.
  public static func sorted<Element>(_ elements: [Element], name: (Element) -> [UInt8]) -> [Element]
  {
    order(of: elements.map(name)).map { elements[$0] }
  }

  /// The indices of `names` in natural order: the first one is the index of the name that comes
  /// first.
  public static func order(of names: [[UInt8]]) -> [Int] {
    // All keys are in one array, so that the sort touches no other memory.
    var language = CollationKeyCache(names)
    var words: [UInt64] = []
    var entries: [Entry] = []
    entries.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      let start = words.count
      NaturalKey.append(name, to: &words, &language)
      entries.append(
        Entry(firstKeyWord: words[start], start: start, end: words.count, index: index))
    }
    return words.withUnsafeBufferPointer { keys in
      entries.sort { precedes($0, $1, keys, names) }
      return entries.map(\.index)
    }
  }

  private struct Entry {
    /// The first word of the sort key, which decides most comparisons.
    var firstKeyWord: UInt64
    var start: Int
    var end: Int
    var index: Int
  }

  private static func precedes(
    _ a: Entry, _ b: Entry, _ keys: UnsafeBufferPointer<UInt64>, _ names: [[UInt8]]
  ) -> Bool {
    if a.firstKeyWord != b.firstKeyWord { return a.firstKeyWord < b.firstKeyWord }
    var i = a.start + 1
    var j = b.start + 1
    while i < a.end, j < b.end {
      if keys[i] != keys[j] { return keys[i] < keys[j] }
      i += 1
      j += 1
    }
    if i < a.end || j < b.end { return j < b.end }
    let (nameA, nameB) = (names[a.index], names[b.index])
    return nameA == nameB ? a.index < b.index : nameA.lexicographicallyPrecedes(nameB)
  }
}
