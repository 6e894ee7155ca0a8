import BrowserHost
import PhotoIndex
import Testing

@testable import ViewerApp

@Suite struct PhotoFilterTests {
  private static func item(
    _ name: String, _ change: (inout IndexedPhoto) -> Void = { _ in }
  ) -> PhotoItem {
    var photo = IndexedPhoto(stamp: .init(modified: 0, size: 0))
    change(&photo)
    var item = PhotoItem(id: 0, path: FilePath("/photos/" + name))
    item.record = PhotoRecord(photo)
    return item
  }

  /// Photos that differ in every property of the filter.
  private static let items = [
    item("Étoile 1.jpg") {
      $0.camera = "NIKON CORPORATION NIKON Z 8"
      $0.rating = 5
      $0.keywords = "New York\nevening"
      $0.taken = Period(year: 2024, month: 5, day: 17).start + 3600
      ($0.width, $0.height) = (6000, 4000)
      ($0.flag, $0.label) = (1, 4)
    },
    item("etoile 2.NEF") {
      $0.camera = "NIKON CORPORATION NIKON Z 8"
      $0.lens = "NIKKOR Z 24-70mm f/2.8 S"
      $0.rating = -1
      $0.taken = Period(year: 2024, month: 8, day: 31).end - 1
      ($0.width, $0.height, $0.orientation) = (6000, 4000, 8)
    },
    item("sea.gif") {
      $0.place = "Bergen\nNorway"
      ($0.width, $0.height, $0.orientation) = (300, 300, 6)
    },
    item("clip.mp4"),
  ]

  @Test(arguments: [
    ("", "0123"), ("etoile", "01"), ("etoile 1", "0"), ("name:ÉTOILE", "01"),
    ("folder:photo", "0123"), ("folder:other", ""), ("camera:nikon", "01"),
    ("lens:24-70", "1"), ("keyword:\"new york\"", "0"), ("keywords:york", "0"),
    ("place:bergen", "2"), ("rating:5", "0"), ("rating>=0", "023"), ("rating>0", "0"),
    ("rating<0", "1"), ("rating:-1..0", "123"), ("rating:1..", "0"), ("kind:raw", "1"),
    ("kind:clip", "3"), ("kind:animation", "2"), ("kind:photo", "0"), ("taken:2024", "01"),
    ("taken:2024-05", "0"), ("taken:2024-05-17", "0"), ("taken:2024-05-18", ""),
    ("taken:2024-05..2024-08", "01"), ("taken>=2024-08", "1"), ("taken<2024-08", "0"),
    ("taken>2024-05-17", "1"), ("taken<=2024-05-17", "0"), ("taken:..2024-05", "0"),
    ("orientation:landscape", "0"), ("orientation:portrait", "1"), ("orientation:square", "2"),
    ("flag:pick", "0"), ("flag:reject", "1"), ("flag:none", "23"), ("label:blue", "0"),
    ("label:none flag:none", "23"), ("flag:pick rating>=3 label:blue", "0"),
    ("rating>=3 camera:nikon taken:2024-05..2024-08 kind:photo", "0"),
    ("  Camera = ", "!"),
  ])
  func `a filter matches the items that its text describes`(text: String, expected: String) throws {
    guard expected != "!" else {
      #expect(throws: PhotoFilter.Failure.self) { try PhotoFilter.parse(text) }
      return
    }
    let filter = try PhotoFilter.parse(text)
    let found = Self.items.indices.filter { index in
      filter?.matches(Self.items[index], in: FilePath("/photos")) ?? true
    }
    #expect(found.map(String.init).joined() == expected)
  }

  @Test(arguments: [
    ("rating:good", "“rating:good”: a rating is a number from -1 to 5"),
    ("rating:6", "“rating:6”: a rating is a number from -1 to 5"),
    ("rating:4..2", "“rating:4..2”: the range is empty"),
    ("taken:May", "“taken:May”: a date is YEAR, YEAR-MONTH or YEAR-MONTH-DAY"),
    ("taken:2023-02-29", "“taken:2023-02-29”: a date is YEAR, YEAR-MONTH or YEAR-MONTH-DAY"),
    ("kind:video", "“kind:video”: kind is photo, raw, clip or animation"),
    (
      "orientation:wide", "“orientation:wide”: orientation is landscape, portrait or square"
    ),
    ("camera>=x", "“camera>=x”: only ratings and dates can be compared"),
    ("camera:", "“camera:” has no value"),
    (
      "iso:100",
      "“iso:100”: a filter can use name, folder, camera, lens, keyword, place, rating, taken, kind, orientation, flag or label"
    ),
    ("flag:maybe", "“flag:maybe”: flag is pick, reject or none"),
    ("label:pink", "“label:pink”: label is red, yellow, green, blue, purple or none"),
    ("sea rating:x", "“rating:x”: a rating is a number from -1 to 5"),
  ])
  func `the first wrong term is named`(text: String, message: String) {
    #expect(throws: PhotoFilter.Failure(message: message)) { try PhotoFilter.parse(text) }
  }

  @Test func `photos without known facts pass only terms that need none`() throws {
    let unknown = PhotoItem(id: 0, path: FilePath("/photos/a.jpg"))
    func passes(_ text: String) throws -> Bool {
      try PhotoFilter.parse(text)?.matches(unknown, in: nil) ?? true
    }
    #expect(try passes("a") && passes("folder:photos kind:photo"))
    for text in ["rating:0", "taken:..2030", "camera:x"] { #expect(try !passes(text)) }
  }

  @Test func `the number of frames distinguishes animations from photos`() throws {
    let names = ["a.gif", "b.png", "c.webp", "d.jxl", "e.jpg"]
    func found(_ text: String, _ isAnimated: Bool?) throws -> [String] {
      let filter = try #require(try PhotoFilter.parse(text))
      #expect(filter.needsRecords)
      return names.filter { name in
        filter.matches(Self.item(name) { $0.isAnimated = isAnimated }, in: nil)
      }
    }
    #expect(try found("kind:animation", true) == ["a.gif", "b.png", "c.webp", "d.jxl"])
    #expect(try found("kind:animation", false) == [])
    #expect(try found("kind:photo", false) == names)
    // Without a readable header, the extension decides.
    #expect(try found("kind:animation", nil) == ["a.gif"])
    let unread = PhotoItem(id: 0, path: FilePath("/photos/a.png"))
    #expect(try PhotoFilter.parse("kind:photo")?.matches(unread, in: nil) == false)
  }

  @Test func `days, months and years follow the calendar`() {
    let days = [(1970, 1, 1), (1999, 12, 31), (2000, 2, 29), (2024, 3, 1), (1900, 2, 28)]
    for (year, month, day) in days {
      let period = Period(year: year, month: month, day: day)
      for seconds in [period.start, period.end - 1] {
        #expect(Period(.day, containing: seconds) == period)
        #expect(Period(.month, containing: seconds) == Period(year: year, month: month))
        #expect(Period(.year, containing: seconds) == Period(year: year))
      }
    }
    #expect(Period(year: 2024, month: 2).end == Period(year: 2024, month: 3, day: 1).start)
    #expect(Period(year: 1970, month: 1, day: 1).start == 0)
    #expect(Period(.day, containing: .infinity) == nil && Period(.folder, containing: 0) == nil)
  }

  @Test(arguments: [
    ("2024", false, "2024"), ("2024-", false, "2024"), ("2024/5", true, "2024-05"),
    ("2024.05.17", true, "2024-05-17"), ("17.5.2024", false, "2024-05-17"),
    ("5/7/2024", true, "2024-05-07"), ("5/7/2024", false, "2024-07-05"),
    ("17/5/2024", true, "2024-05-17"), ("05/2024", true, "2024-05"), ("5 2024", false, "2024-05"),
    ("2024年5月17日", false, "2024-05-17"), ("٢٠٢٤-٠٥", false, "2024-05"),
    ("32.5.2024", false, ""), ("17.13.2024", true, ""), ("1.2.3.2024", false, ""),
    ("May", true, ""), ("", false, ""),
  ])
  func `a typed date has the order of the language`(
    text: String, isMonthFirst: Bool, expected: String
  ) {
    #expect(Period(typed: text, isMonthFirst: isMonthFirst) == Period(expected))
  }

  @Test func `headings are in the language of the locale, English without one`() {
    let english = PeriodTitles(localeName: "C.UTF-8")
    #expect(english.title(of: Period(year: 2024, month: 5, day: 17)).contains("May"))
    #expect(english.title(of: Period(year: 2024, month: 5)) == "May 2024")
    #expect(english.title(of: Period(year: 2024)) == "2024")
    #expect(english.title(of: Period(year: 2024, month: 5, day: 17)) == "Friday, May 17, 2024")
    let unknown = PeriodTitles(localeName: "xx_YY")
    #expect(unknown.title(of: Period(year: 2024, month: 5, day: 7)) == "2024-05-07")
  }

  @Test(arguments: ["C.UTF-8", "C", "xx_YY"])
  func `dates of an interface in another language have no English names`(locale: String) {
    let titles = PeriodTitles(localeName: locale, isEnglish: false)
    #expect(titles.title(of: Period(year: 2024, month: 5, day: 7)) == "2024-05-07")
    #expect(titles.title(of: Period(year: 2024, month: 5)) == "2024-05")
    #expect(!titles.isMonthFirst)
    #expect(titles.format("%-d ב%b %Y", orNumbers: "%Y-%m-%d") == "%Y-%m-%d")
    #expect(titles.format("%Y年%-m月%-d日", orNumbers: "%Y-%m-%d") == "%Y年%-m月%-d日")
    let english = PeriodTitles(localeName: locale)
    #expect(english.format("%-d %b %Y", orNumbers: "%Y-%m-%d") == "%-d %b %Y")
  }

  @Test(arguments: [
    ("de_DE.UTF-8", "%d.%m.%Y", "%A, %-d. %B %Y", "%OB %Y"),
    ("fr_CA.UTF-8", "%Y-%m-%d", "%A %-d %B %Y", "%OB %Y"),
    ("es_ES.UTF-8@euro", "%d/%m/%y", "%A, %-d de %B de %Y", "%OB de %Y"),
    ("ja_JP.UTF-8", "%Y年%m月%d日", "%Y年%-m月%-d日", "%Y年%-m月"),
    ("en_US.UTF-8", "%m/%d/%Y", "%A, %B %-d, %Y", "%OB %Y"),
    ("en_GB.UTF-8", "%d/%m/%y", "%A, %-d %B %Y", "%OB %Y"), ("", "", "%A, %-d %B %Y", "%OB %Y"),
  ])
  func `headings have the form of the language`(
    locale: String, numeric: String, day: String, month: String
  ) {
    let formats = PeriodTitles.formats(numeric: numeric, localeName: locale)
    #expect(formats.day == day && formats.month == month)
  }
}
