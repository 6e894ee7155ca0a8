import GalleryCore
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct NaturalOrderTests {
  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

  private static func sorted(_ names: [String], seed: UInt64 = 51) -> [String] {
    var chance = SeededGenerator(seed: seed)
    return NaturalOrder.sorted(names.shuffled(using: &chance), name: bytes)
  }

  @Test(
    arguments: [
      ["1.jpg", "2.jpg", "10.jpg", "11.jpg", "100.jpg"],
      ["a.jpg", "B.jpg", "c.jpg", "D.jpg"],
      ["IMG_9.JPG", "img_10.jpg", "IMG_0011.jpg", "IMG_12.jpg"],
      ["a.jpg", "a (1).jpg", "a (2).jpg", "a (10).jpg", "a-1.jpg", "a1.jpg", "ab.jpg"],
      ["", ".", ".hidden", "a"],
      ["album/2.jpg", "album/10.jpg", "album 2/1.jpg", "albums.jpg"],
      ["2024-01-09 a", "2024-01-10 a", "2024-02-01 a", "2024-10-01 a"],
      ["Äpfel", "äpfelchen", "Öl", "öle"],
      ["Анна", "анна 2", "Борис"],
      ["v1.2.3", "v1.2.10", "v1.10.1"],
      ["x007", "x07", "x7", "x8"],
      ["a0", "a1"],
      ["صورة ٢.jpg", "صورة ١٠.jpg"],
      ["عکس ۹", "عکس ۱۰"],
      ["चित्र २", "चित्र १०", "चित्र ख"],
      ["写真２.jpg", "写真１０.jpg", "写真集.jpg"],
      ["a٠", "a٠٢", "a3", "a١٠", "aب"],
    ])
  func `names sort in natural order`(names: [String]) {
    for seed in UInt64(0)..<10 { #expect(Self.sorted(names, seed: seed) == names) }
  }

  @Test func `numbers with hundreds of digits compare by value`() {
    let nines = String(repeating: "9", count: 500)
    let larger = "1" + String(repeating: "0", count: 500)
    let padded = String(repeating: "0", count: 600) + "5"
    #expect(
      Self.sorted(["p\(larger)", "p\(nines)", "p\(padded)"]) == [
        "p\(padded)", "p\(nines)", "p\(larger)",
      ])
    // A number with one more digit is larger, also where the digit count needs another byte.
    for count in [253, 254, 255, 508, 509] {
      let short = Self.bytes(String(repeating: "9", count: count))
      let long = Self.bytes("1" + String(repeating: "0", count: count))
      #expect(NaturalOrder.areInIncreasingOrder(short, long))
      #expect(!NaturalOrder.areInIncreasingOrder(long, short))
    }
  }

  @Test func `names that are not valid UTF-8 sort consistently`() {
    let names: [[UInt8]] = [
      [0x61, 0xFF, 0xFE], [0xC3], [0xC3, 0x28], [0x0A], [0x2D, 0x72, 0x66], [0], [0, 0], [1],
    ]
    let once = NaturalOrder.sorted(names, name: { $0 })
    #expect(Set(once) == Set(names))
    #expect(NaturalOrder.sorted(once.reversed(), name: { $0 }) == once)
  }

  private static func name(_ chance: inout SeededGenerator) -> [UInt8] {
    let alphabet: [[UInt8]] = [
      [0x61], [0x41], [0x62], [0x30], [0x31], [0x39], [0x2E], [0x2F], [0x5F], [0xC3, 0x84],
      [0xC3, 0xA4], [0xFF], [0x20], [0xD9, 0xA2], [0xE0, 0xA5, 0xA6], [0xD9],
    ]
    return (0..<Int.random(in: 0...12, using: &chance)).flatMap { _ in
      alphabet.randomElement(using: &chance) ?? []
    }
  }

  @Test func `the order is total and transitive`() {
    var chance = SeededGenerator(seed: 52)
    for _ in 0..<5000 {
      let (a, b, c) = (Self.name(&chance), Self.name(&chance), Self.name(&chance))
      let ab = NaturalOrder.areInIncreasingOrder(a, b)
      let bc = NaturalOrder.areInIncreasingOrder(b, c)
      #expect(ab != NaturalOrder.areInIncreasingOrder(b, a) || a == b)
      if ab && bc { #expect(NaturalOrder.areInIncreasingOrder(a, c), "\(a) \(b) \(c)") }
    }
  }

  @Test func `sorting agrees with the pairwise comparison`() {
    var chance = SeededGenerator(seed: 53)
    let names = (0..<2000).map { _ in Self.name(&chance) }
    let sorted = NaturalOrder.sorted(names, name: { $0 })
    for (a, b) in zip(sorted, sorted.dropFirst()) {
      #expect(!NaturalOrder.areInIncreasingOrder(b, a), "\(a) \(b)")
    }
  }

  @Test func `equal names keep their given order`() {
    let photos = [("b", 1), ("a", 2), ("b", 3), ("a", 4)]
    let sorted = NaturalOrder.sorted(photos) { Self.bytes($0.0) }
    #expect(sorted.map(\.1) == [2, 4, 1, 3])
  }
}
