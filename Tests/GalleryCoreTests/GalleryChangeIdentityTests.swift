import TestSupport
import Testing

@testable import GalleryCore

@Suite(.tags(.seeded)) struct GalleryChangeIdentityTests {
  private typealias Sections = [(section: String, items: [UInt32])]

  /// Sections of different items, at random.
  private static func sections(_ random: inout SeededGenerator) -> Sections {
    let items = (0..<UInt32(20)).shuffled(using: &random).prefix(
      Int.random(in: 0...20, using: &random))
    var rest = Array(items)
    var sections: Sections = []
    for name in ["a", "b", "c"].shuffled(using: &random) {
      let count = Int.random(in: 0...rest.count, using: &random)
      sections.append((name, Array(rest.prefix(count))))
      rest.removeFirst(count)
    }
    return sections
  }

  @Test func `identities that are small numbers give the same change as text identities`() {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<300 {
      let (old, new) = (Self.sections(&random), Self.sections(&random))
      let words = [old, new].map {
        $0.map { (section: $0.section, items: $0.items.map(String.init)) }
      }
      #expect(GalleryChange(from: old, to: new) == GalleryChange(from: words[0], to: words[1]))
    }
  }
}
