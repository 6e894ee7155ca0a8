import GalleryCore
import Geometry
import Motion
import Testing

@Suite struct FindTests {
  private static let names = [
    "beach.jpg", "Crème brûlée.png", "IMG_2041.jpg", "IMG_2042.jpg", "Łódź.tif", "old beach.jpg",
    "straße 7.webp", "Ørsted.gif", "zebra.png",
  ]

  private static func line(_ count: Int = names.count) -> GalleryLine {
    GalleryLine(counts: [count])
  }

  @Test(arguments: [
    ("b", 0), ("cre", 1), ("CREME BRU", 1), ("img", 2), ("2042", 3), ("lod", 4), ("old", 5),
    ("strasse", 6), ("orst", 7), ("z", 8), ("brul", 1), ("7", 6),
  ]) func `search ignores case and diacritics`(typed: String, item: Int) {
    var line = Self.line()
    line.find(typed, in: Self.names)
    #expect(line.grid.focus == item && line.grid.showsFocus)
  }

  @Test func `a name prefix ranks before a word prefix, a word prefix before a substring`() {
    let names = ["xxab", "y ab", "abc"]
    for (count, item) in [(3, 2), (2, 1), (1, 0)] {
      var line = Self.line(count)
      line.find("ab", in: names)
      #expect(line.grid.focus == item)
    }
  }

  @Test func `decomposed and composed letters match`() {
    var line = Self.line(2)
    line.find("cafe\u{301}", in: ["zzz", "Café"])
    #expect(line.grid.focus == 1)
    line.send(.endFind)
    line.find("CAFÉ", in: ["cafe\u{301} au lait", "zzz"])
    #expect(line.grid.focus == 0)
  }

  @Test func `typing narrows the search, erasing widens it and a pause begins a new one`() {
    let names = ["bar", "baz", "bat"]
    var line = Self.line(3)
    line.find("b", in: names)
    line.find("a", in: names)
    line.find("t", in: names)
    #expect(line.grid.focus == 2 && line.grid.typeAhead.text == "bat")
    line.send(.eraseTyped)
    line.search(names)
    #expect(line.grid.focus == 0)
    line.find("z", in: names)
    #expect(line.grid.focus == 1)
    line.wait(TypeAhead.timeout + 0.1)
    #expect(!line.grid.typeAhead.isActive(at: line.now))
    line.find("t", in: names)
    #expect(line.grid.typeAhead.text == "t" && line.grid.focus == 2)
  }

  @Test func `next and previous match wrap around`() {
    let names = ["b1", "a1", "b2", "b3"]
    var line = Self.line(4)
    line.find("b", in: names)
    var seen: [Int?] = []
    for step in [1, 1, 1, -1, -1] {
      line.send(.findNext(step: step))
      line.search(names)
      seen.append(line.grid.focus)
    }
    #expect(seen == [2, 3, 0, 3, 2])
  }

  @Test func `section titles rank after name prefixes and before other matches`() {
    let names = ["rain", "old norway", "sun", "wind", "snow"]
    let titles = ["Spring", "Norway", "Norwich"]
    func found(_ text: String, from focus: Int, in names: [String]) -> Int? {
      var line = GalleryLine(counts: [2, 2, 1])
      line.send(.focus(focus), .type(text))
      while line.grid.isSearching {
        _ = line.grid.search(at: line.now) {
          names[$0]
        } section: {
          titles[$0]
        }
      }
      return line.grid.focus
    }
    #expect(found("norw", from: 0, in: names) == 2)
    #expect(found("norw", from: 3, in: names) == 4, "the next match after the focus")
    #expect(found("norw", from: 0, in: ["a", "b", "c", "norway 1", "d"]) == 3)
    #expect(found("old", from: 0, in: names) == 1)
    #expect(found("pring", from: 3, in: names) == 0)
    #expect(found("xyz", from: 3, in: names) == 3)
  }

  @Test func `a search without a match keeps the focus and reports the failure`() {
    var line = Self.line()
    line.send(.focus(3))
    line.effects = []
    line.find("qqq", in: Self.names)
    #expect(line.grid.focus == 3)
    #expect(line.effects.contains(.searchEnded(found: nil)))
    #expect(line.send(.type(" ")).contains(.searchBegan))
    line.send(.endFind)
    #expect(!line.send(.type(" ")).contains(.searchBegan))
  }

  @Test func `a search reads each name at most once, up to 4000 names per call`() {
    let count = 100_000
    var line = Self.line(count)
    line.send(.focus(50_000))
    #expect(line.send(.type("needle")).contains(.searchBegan))
    var asked = 0
    var calls = 0
    while line.grid.isSearching {
      #expect(line.grid.wantsFrame(at: line.now))
      let before = asked
      _ = line.grid.search(at: line.now) {
        asked += 1
        return $0 == 49_998 ? "a needle" : "hay \($0)"
      }
      #expect(asked - before <= 4000)
      calls += 1
    }
    #expect(asked == count && calls == 25 && line.grid.focus == 49_998)
    // A name prefix ends the search at once.
    line.send(.endFind)
    line.send(.type("hay"))
    asked = 0
    _ = line.grid.search(at: line.now) {
      asked += 1
      return "hay \($0)"
    }
    #expect(asked == 1 && !line.grid.isSearching)
  }

  @Test(arguments: ["", "a", "b7", "IMG", "g_0", "0042.jpg", "x", "img_0042.jpgx", "é"])
  func `a name in ASCII is searched without a folded copy, with the same result`(text: String) {
    let part = FoldedName(text)
    for name in ["IMG_0042.jpg", "", "a", "aab7", "Été.jpg"] {
      let found = Array(name.utf8).withUnsafeBytes { part.isContained(inASCII: $0) }
      let isASCII = name.utf8.allSatisfy { $0 < 0x80 }
      let expected = text.isEmpty || FoldedName(name).contains(part)
      #expect(found == (isASCII ? expected : nil), "\(text) in \(name)")
    }
  }
}
