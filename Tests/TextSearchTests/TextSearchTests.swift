import Testing
import TextSearch

struct TextSearchTests {
  @Test(
    arguments: [
      ("abcabc", "bc", 1), ("abc", "abc", 0), ("", "", 0), ("abc", "", 0), ("aab", "ab", 1),
      ("日本語", "語", 2), ("cafe\u{301}s", "é", 3),
    ] as [(String, String, Int)])
  func `the first occurrence of a text is found`(text: String, part: String, start: Int) {
    let place = text.firstOccurrence(of: part)
    #expect(place.map { text.distance(from: text.startIndex, to: $0.lowerBound) } == start)
    #expect(place.map { text[$0] == part } == true)
    #expect(text.containsText(part) && text.dropFirst(0).containsText(part.dropFirst(0)))
  }

  @Test(arguments: [("abc", "cb"), ("", "a"), ("ab", "abc"), ("A", "a")] as [(String, String)])
  func `a text that does not occur has no place`(text: String, part: String) {
    #expect(text.firstOccurrence(of: part) == nil)
    #expect(!text.containsText(part))
  }

  @Test(
    arguments: [
      ("a, b, c", ", ", ["a", "b", "c"]), (", a, , b, ", ", ", ["a", "b"]), ("", ", ", []),
      ("abc", ", ", ["abc"]), ("abc", "", ["abc"]), ("a,, b", ", ", ["a,", "b"]),
    ] as [(String, String, [String])])
  func `a text is divided at a separator`(text: String, separator: String, parts: [String]) {
    #expect(text.parts(between: separator).map { String($0) } == parts)
  }

  @Test(
    arguments: [
      ("%m/%d/%m", "%m", "%-m", "%-m/%d/%-m"), ("aaa", "aa", "b", "ba"), ("abc", "x", "y", "abc"),
      ("a:b", ":", ":\u{2060}", "a:\u{2060}b"), ("", "a", "b", ""), ("ab", "", "x", "ab"),
    ] as [(String, String, String, String)])
  func `every occurrence is replaced`(text: String, part: String, other: String, result: String) {
    #expect(text.replacingParts(part, with: other) == result)
  }
}
