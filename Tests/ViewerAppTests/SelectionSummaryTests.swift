import BrowserHost
import PhotoIndex
import Testing

@testable import ViewerApp

@Suite struct SelectionSummaryTests {
  private static func item(
    _ name: String, size: Int64, _ change: ((inout IndexedPhoto) -> Void)? = nil
  ) -> PhotoItem {
    var item = PhotoItem(id: 0, path: FilePath("/p/" + name))
    item.stamp = FileStamp(modified: 0, size: size)
    guard let change else { return item }
    var photo = IndexedPhoto(stamp: .init(modified: 0, size: size))
    change(&photo)
    item.record = PhotoRecord(photo)
    return item
  }

  @Test func `sizes add up, and every value is listed once`() {
    let summary = SelectionSummary([
      Self.item("a.jpg", size: 1_000_000) {
        ($0.camera, $0.lens, $0.rating) = ("EOS R5", "RF 50", 4)
        $0.keywords = "sea\nsun"
        $0.taken = Period(year: 2024, month: 5, day: 17).start
      },
      Self.item("b.jpg", size: 2_000_000) {
        ($0.camera, $0.rating, $0.place) = ("EOS R5", 4, "Oslo\nNorway")
        $0.keywords = "sun"
        $0.taken = Period(year: 2024, month: 5, day: 19).start
      },
      Self.item("c.jpg", size: 3_000_000),
    ])
    #expect(summary.count == 3 && summary.byteCount == 6_000_000 && summary.unreadCount == 1)
    let lines = Dictionary(uniqueKeysWithValues: summary.lines.map { ($0.name, $0.value) })
    #expect(lines["Camera"] == "EOS R5" && lines["Lens"] == "RF 50" && lines["Place"] == "Oslo")
    #expect(lines["Keywords"] == "sun\nsea" && lines["Rating"] == "★★★★☆ 2")
    #expect(summary.daysText.contains("17") && summary.daysText.contains("19"))
    #expect(lines["Date taken"] == summary.daysText, "it can be copied as every other value")
    let information = PhotoInformation(summary)
    #expect(information.title == "3 pictures" && !information.showsHistogram)
    #expect(information.notice == "Reading 1 more")
  }

  @Test func `values are in the order of names, keywords by their number before`() {
    let summary = SelectionSummary(
      ["10 mm", "9 mm", "b 2", "A 1"].map { lens in
        Self.item("\(lens).jpg", size: 1) {
          $0.lens = lens
          $0.keywords = lens.hasSuffix("mm") ? "sun\nÉté 2\nété 10" : "zoo\nsun"
        }
      })
    #expect(summary.lenses == ["9 mm", "10 mm", "A 1", "b 2"])
    #expect(summary.keywords == ["sun", "zoo", "Été 2", "été 10"])
  }

  @Test func `sparse files of any size are summed up`() {
    let summary = SelectionSummary([
      Self.item("a.jpg", size: .max), Self.item("b.jpg", size: .max - 1),
    ])
    #expect(summary.byteCount == .max)
  }

  @Test func `a list of many values is cut to the first four`() {
    let items = (1...6).map { number in
      Self.item("\(number).jpg", size: 1) { $0.camera = "Camera \(number)" }
    }
    let camera = SelectionSummary(items).lines.first { $0.name == "Camera" }?.value
    #expect(camera == "Camera 1\nCamera 2\nCamera 3\nCamera 4\nand 2 more")
    #expect(SelectionSummary(count: 6).lines.isEmpty && SelectionSummary(count: 6).daysText.isEmpty)
  }
}
