/// Names in the order people put them: `2.jpg` before `10.jpg`, `b` between `A` and `C`.
///
/// - Digits in a row count by their value, however many there are.
/// - Letters count without their case: ASCII, Latin, Greek, Cyrillic and Armenian.
/// - A folder's own contents stay together, and a dot comes before what could follow it: `a.jpg`,
///   `a (1).jpg`, `a1.jpg`.
/// - Names alike in all this are told apart by their bytes, so that the order is one and the same
///   every time.
///
/// Names are bytes, not necessarily text; what is no UTF-8 counts as it stands.
public enum NaturalOrder {
  /// True when `a` comes before `b`.
  ///
  /// - Complexity: O(length of the names). For a whole list take ``sorted(_:name:)``.
  public static func areInIncreasingOrder(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    var keyA: [UInt64] = []
    var keyB: [UInt64] = []
    NaturalKey.append(a, to: &keyA)
    NaturalKey.append(b, to: &keyB)
    if keyA != keyB { return keyA.lexicographicallyPrecedes(keyB) }
    return a.lexicographicallyPrecedes(b)
  }

  /// The elements in the order of their names; what has the same name stays in the order given.
  ///
  /// - Complexity: O(n log n) comparisons of eight bytes at a time.
  public static func sorted<Element>(_ elements: [Element], name: (Element) -> [UInt8]) -> [Element]
  {
    order(of: elements.map(name)).map { elements[$0] }
  }

  /// The places of `names` in order: the first is the place of the name that comes first.
  public static func order(of names: [[UInt8]]) -> [Int] {
    // All keys in one piece of memory: the sort then touches no array but this one.
    var words: [UInt64] = []
    var entries: [Entry] = []
    entries.reserveCapacity(names.count)
    for (index, name) in names.enumerated() {
      let start = words.count
      NaturalKey.append(name, to: &words)
      entries.append(Entry(first: words[start], start: start, end: words.count, index: index))
    }
    return words.withUnsafeBufferPointer { keys in
      entries.sort { precedes($0, $1, keys, names) }
      return entries.map(\.index)
    }
  }

  private struct Entry {
    /// The first word of the key, where most comparisons end.
    var first: UInt64
    var start: Int
    var end: Int
    var index: Int
  }

  private static func precedes(
    _ a: Entry, _ b: Entry, _ keys: UnsafeBufferPointer<UInt64>, _ names: [[UInt8]]
  ) -> Bool {
    if a.first != b.first { return a.first < b.first }
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
