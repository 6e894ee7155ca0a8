import BrowserHost
import PhotoGrid
import PhotoIndex
import Testing

@testable import ViewerApp

/// Filters by marks that commands apply.
@MainActor @Suite struct MarkFilterTests {
  @Test func `a filter by marks replaces only the terms about marks`() {
    #expect(MarkFilter.text("", with: .picks) == "flag:pick")
    #expect(MarkFilter.text("fjord rating:1..3", with: .picks) == "fjord flag:pick")
    #expect(
      MarkFilter.text("keyword:\"flag: day\" -flag:reject", with: .atLeastThreeStars)
        == "keyword:\"flag: day\" rating>=3")
    #expect(MarkFilter.text("label:red FLAG=pick", with: nil).isEmpty)
  }

  @Test func `a filter by marks is added to all terms of a text, once`() {
    #expect(MarkFilter.text("", adding: .picks) == "flag:pick")
    #expect(
      MarkFilter.text("keyword:\"a b\" rating>=3", adding: .picks)
        == "keyword:\"a b\" rating>=3 flag:pick")
    #expect(MarkFilter.text("flag:pick fjord", adding: .picks) == "flag:pick fjord")
  }

  @Test func `a filter by marks has the title of its command, any other one a general title`() {
    #expect(PageFilter.filterTitle(of: "").isEmpty)
    #expect(PageFilter.filterTitle(of: "fjord flag:pick") == Command.onlyPicks.title)
    #expect(PageFilter.filterTitle(of: "fjord") == "Filtered")
  }

  @Test func `a filter by marks is recognised in a text`() {
    for filter in MarkFilter.allCases {
      #expect(MarkFilter(in: "sea " + filter.terms) == filter)
      #expect(MarkFilter.choice(of: filter.command) == .some(.some(filter)))
    }
    #expect(MarkFilter(in: "rating:4") == nil)
    #expect(MarkFilter(in: "sea") == nil)
    #expect(MarkFilter.choice(of: .anyMarks) == .some(nil))
    #expect(MarkFilter.choice(of: .next) == nil)
  }

  private static func item(_ name: String, _ marks: PhotoMarks?) -> PhotoItem {
    var item = PhotoItem(id: 0, path: FilePath("/photos/" + name))
    if let marks {
      var photo = IndexedPhoto(stamp: .init(modified: 0, size: 0))
      photo.set(marks)
      item.record = PhotoRecord(photo)
    }
    return item
  }

  private static let items = [
    item("pick", PhotoMarks(flag: .pick)), item("reject", PhotoMarks(flag: .reject)),
    item("three", PhotoMarks(stars: 3)), item("five", PhotoMarks(stars: 5, flag: .pick)),
    item("red", PhotoMarks(label: .red)), item("none", PhotoMarks()), item("unread", nil),
  ]

  @Test(arguments: [
    (MarkFilter.picks, ["pick", "five"]), (.rejected, ["reject"]),
    (.notRejected, ["pick", "three", "five", "red", "none"]),
    (.unmarked, ["none"]), (.atLeastThreeStars, ["three", "five"]),
  ])
  func `each filter by marks passes matching photos`(filter: MarkFilter, names: [String]) throws {
    let filter = try #require(try PhotoFilter.parse(filter.terms))
    let found = filter.matching(Self.items, 0..<Self.items.count, in: nil)
    #expect(found.map(\.path.displayName) == names)
  }

  @Test func `a kept photo passes every filter`() throws {
    let filter = try #require(try PhotoFilter.parse("flag:pick"))
    let found = filter.matching(
      Self.items, 0..<Self.items.count, in: nil, keeping: FilePath("/photos/reject"))
    #expect(found.map(\.path.displayName) == ["pick", "reject", "five"])
  }

  @Test func `a minus sign negates a term with a field, and is text in a search term`() throws {
    let filter = try #require(try PhotoFilter.parse("-name:r -v"))
    let items = [Self.item("a -v", nil), Self.item("r -v", nil), Self.item("a v", nil)]
    #expect(filter.matching(items, 0..<3, in: nil).map(\.path.displayName) == ["a -v"])
  }
}
