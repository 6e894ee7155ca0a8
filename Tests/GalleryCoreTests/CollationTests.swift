import GalleryCore
import Localization
import Testing

/// The order of names in a language whose letters are sorted by their base letters.
@Suite struct CollationTests {
  /// The weights of letters: `ä` and `Ä` count as `a`.
  private static let german = TextCollation { word in
    var text = String(decoding: word, as: UTF8.self).lowercased()
    for (letter, base) in [("ä", "a"), ("ü", "u"), ("é", "e")] {
      text = text.split(separator: letter, omittingEmptySubsequences: false).joined(separator: base)
    }
    return Array(text.utf8)
  }

  private func sorted(_ names: [String]) -> [String] {
    TextCollation.$testOverride.withValue(Self.german) {
      NaturalOrder.sorted(names.map { Array($0.utf8) }, name: \.self)
        .map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test func `accented letters stand with their base letters`() {
    #expect(
      sorted(["Zebra", "Äpfel 10", "apfel", "Äpfel 9", "über", "unten"])
        == ["apfel", "Äpfel 9", "Äpfel 10", "über", "unten", "Zebra"])
  }

  @Test func `dots, spaces and numbers have the order of other names`() {
    let names = ["ä.jpg", "ä (1).jpg", "ä1.jpg", "ä10.jpg", "äb.jpg", "ä/b.jpg"]
    let plain = names.map { $0.replacing("ä", with: "a") }
    #expect(sorted(names.reversed()).map { $0.replacing("ä", with: "a") } == sorted(plain))
    #expect(sorted(names) == ["ä/b.jpg", "ä.jpg", "ä (1).jpg", "ä1.jpg", "ä10.jpg", "äb.jpg"])
  }

  @Test func `numbers of every script compare by their value`() {
    #expect(sorted(["ä١٠", "ä3", "ä٢", "äb"]) == ["ä٢", "ä3", "ä١٠", "äb"])
    #expect(sorted(["写真１０", "写真２"]) == ["写真２", "写真１０"])
  }

  @Test func `bytes that are no text have a place`() {
    let names: [[UInt8]] = [[0xFF, 0x61], [0x61], [0xC3, 0xA4], [0xFF], []]
    let order = TextCollation.$testOverride.withValue(Self.german) { NaturalOrder.order(of: names) }
    #expect(order.sorted() == Array(names.indices))
    #expect(order.first == 4)
  }

  @Test func `names in ASCII have the same order with and without a language`() {
    let names = ["b", "A-1", "a_1", "a 1", "a10", "a9", "A.jpg", "z/a", "Z", "a~1", "{a", "ab"]
    let plain = NaturalOrder.sorted(names.map { Array($0.utf8) }, name: \.self)
      .map { String(decoding: $0, as: UTF8.self) }
    // A name beyond ASCII lets the list have the order of the language.
    #expect(sorted(names + ["ü"]).filter { $0 != "ü" } == plain)
    #expect(sorted(names) == plain)
  }

  /// A pair of names is compared without the other names of the list.
  @Test func `the order of a list is that of its pairs`() {
    let names = ["ä", "a~1", "ab", "a{", "A", "{", "_", "b 1", "b-1", "B.jpg", "9", "ü"]
    TextCollation.$testOverride.withValue(Self.german) {
      let bytes = NaturalOrder.sorted(names.map { Array($0.utf8) }, name: \.self)
      for (index, one) in bytes.enumerated() {
        for other in bytes[(index + 1)...] {
          #expect(NaturalOrder.areInIncreasingOrder(one, other))
        }
      }
    }
  }

  /// In Czech, “ch” is a letter of its own between “h” and “i”.
  @Test func `a language with its own order of ASCII letters sorts names in ASCII, too`() throws {
    let czech = try #require(
      TextCollation { word in
        let text = String(decoding: word, as: UTF8.self).lowercased()
        return Array(text.replacing("ch", with: "h~").utf8)
      })
    let german = try #require(Self.german)
    #expect(czech.reordersASCII && !german.reordersASCII)
    let names = ["cihla", "chata", "dub", "had"].map { Array($0.utf8) }
    let order = TextCollation.$testOverride.withValue(czech) { NaturalOrder.order(of: names) }
    #expect(order == [0, 2, 3, 1])
  }
}
