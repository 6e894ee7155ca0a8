import GalleryCore
import Testing

@Suite struct SortOrderTests {
  private static let photos = [
    SortKeys(name: Array("c".utf8), date: 30, taken: 1, size: 5),
    SortKeys(name: Array("a10".utf8), date: 10, taken: nil, size: 5),
    SortKeys(name: Array("a9".utf8), date: 20, taken: 99, size: 7),
    SortKeys(name: Array("b".utf8)),
  ]

  private static func names(_ order: SortOrder, isReversed: Bool = false) -> String {
    order.sorted(photos, isReversed: isReversed) { $0 }
      .map { String(decoding: $0.name, as: UTF8.self) }.joined(separator: " ")
  }

  @Test func `each order sorts by its key, then by name, with unknown values last`() {
    #expect(Self.names(.name) == "a9 a10 b c")
    #expect(Self.names(.date) == "c a9 a10 b")
    #expect(Self.names(.taken) == "a9 a10 c b")
    #expect(Self.names(.size) == "a9 a10 c b")
    #expect(Self.names(.none) == "c a10 a9 b")
  }

  @Test func `a reversed order keeps unknown values last`() {
    #expect(Self.names(.name, isReversed: true) == "c b a10 a9")
    #expect(Self.names(.date, isReversed: true) == "a10 a9 c b")
    #expect(Self.names(.taken, isReversed: true) == "c a10 a9 b")
    #expect(Self.names(.size, isReversed: true) == "a10 c a9 b")
    #expect(Self.names(.none, isReversed: true) == "b a9 a10 c")
  }

  @Test func `NaN and infinite dates count as unknown`() {
    let odd = [
      SortKeys(name: [1], date: .nan), SortKeys(name: [2], date: 5),
      SortKeys(name: [3], date: .infinity),
    ]
    #expect(SortOrder.date.sorted(odd) { $0 }.map(\.name) == [[2], [1], [3]])
  }

  @Test func `the raw values are the words of the command line`() {
    #expect(SortOrder.allCases.map(\.rawValue) == ["name", "date", "taken", "size", "none"])
  }

  @Test func `photos of one moment are ordered by their number, then by name`() {
    let taken = [5.0, 5, 5, 9, 5]
    let numbers = [12, 0, 3, 1, 12]
    let names = ["d", "b", "c", "a", "a"].map { Array($0.utf8) }
    func order(isReversed: Bool) -> [Int] {
      SortOrder.taken.order(
        of: 5, isReversed: isReversed, name: { names[$0] }, value: { taken[$0] },
        sequence: { numbers[$0] })
    }
    #expect(order(isReversed: false) == [3, 4, 0, 2, 1])
    #expect(order(isReversed: true) == [1, 2, 4, 0, 3])
  }
}
