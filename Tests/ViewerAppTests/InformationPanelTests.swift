import BrowserHost
import DecoderWire
import Drawing
import Geometry
import ImageServers
import Input
import PhotoBrowser
import TestSupport
import Testing
import Views

@testable import ViewerApp

/// The information panel on a stage.
@MainActor @Suite struct InformationPanelTests {
  private final class Rig: StageRig {
    let panel = InformationPanel()
    var copied: [String] = []

    init(_ width: Double, _ height: Double, scale: Double, _ information: PhotoInformation) {
      super.init(Int(width * scale), Int(height * scale), scale: scale)
      panel.onCopy = { [weak self] in self?.copied.append($0) }
      panel.show(information)
      stage.root.add(panel)
      layOut()
      panel.setShown(true)
      wait(0.4)
    }

    func layOut() {
      panel.layout(in: BrowserOverlays.Room(area: stage.root.bounds, scale: stage.scale))
    }

    /// The views of a type in the panel.
    func views<V: View>(_ type: V.Type) -> [V] {
      func inside(_ view: View) -> [V] {
        view.children.flatMap { [$0 as? V].compactMap(\.self) + inside($0) }
      }
      return inside(panel).filter { !$0.isHidden }
    }

    func frameOnStage(_ view: View) -> Rect {
      Rect(origin: view.originInStage, size: view.frame.size)
    }
  }

  private static func information(
    _ change: (inout PhotoMetadata) -> Void = { _ in }
  ) -> PhotoInformation {
    var facts = PhotoFileFacts(path: FilePath("/photos/a long walk along the fjord at night.jpg"))
    facts.size = .init(width: 4000, height: 3000)
    facts.byteCount = 3_200_000
    facts.formatName = "JPEG"
    facts.modificationSeconds = 1_700_000_000
    var metadata = PhotoMetadata()
    metadata.make = "Canon"
    metadata.model = "Canon EOS R5"
    metadata.iso = 400
    metadata.aperture = .init(28, 10)
    metadata.exposureTime = .init(1, 250)
    metadata.focalLength = .init(35, 1)
    metadata.keywords = ["fjord", "evening", "a keyword that is longer than a line is wide"]
    change(&metadata)
    return PhotoInformation(facts, metadata)
  }

  @Test(arguments: [1.0, 2, 3], [(360.0, 640.0), (1280, 800), (599, 400), (200, 200)])
  func `the panel stays in the window, and its rows do not overlap`(
    scale: Double, size: (width: Double, height: Double)
  ) {
    let rig = Rig(size.width, size.height, scale: scale, Self.information())
    let window = rig.stage.root.bounds
    let panel = rig.panel.frame
    #expect(window.contains(panel.origin) && panel.maxX <= window.maxX && panel.maxY <= window.maxY)
    if size.width >= 600 {
      #expect(panel.maxX == window.maxX - 12 * scale && panel.width == 324 * scale)
    } else {
      #expect(panel.width == window.width - 24 * scale && panel.maxY == window.maxY - 12 * scale)
      #expect(panel.height <= window.height / 2 + 1)
    }
    let rows = rig.views(InformationRow.self)
    #expect(rows.map(\.line.name).starts(with: ["Camera", "Focal length", "Aperture"]))
    for (above, below) in zip(rows, rows.dropFirst()) {
      #expect(above.frame.maxY <= below.frame.minY)
      #expect(below.frame.minX >= 0 && below.frame.maxX <= panel.width)
    }
    let keywords = rows.first { $0.line.name == "Keywords" }?.frame.height ?? 0
    #expect(keywords > 1.5 * (rows.first?.frame.height ?? .infinity), "a long value wraps")
  }

  @Test func `the column of names grows for a long word, up to half of the row`() {
    func share(_ name: String) -> Double {
      let rows = [name, "ISO"].map { InformationRow(MetadataLines.Line(name: $0, value: "1")) }
      return InformationRow.nameColumnShare(of: rows, width: 308, scale: 1)
    }
    #expect(share("Exposure time") == InformationRow.usualNameColumnShare)
    let german = share("Belichtungsprogramm")
    #expect(german > InformationRow.usualNameColumnShare && german < 0.5)
    #expect(share(String(repeating: "W", count: 60)) == 0.5)
  }

  @Test(arguments: [1, 1.25, 1.5, 2])
  func `the column of names is wide enough at every width`(scale: Double) {
    let line = MetadataLines.Line(name: "Aufnahmedatum", value: "1")
    let short = InformationRow(MetadataLines.Line(name: "M", value: "1"))
    // Half of a narrower row is too little for the word.
    for points in 240..<320 {
      let width = Double(points) * scale
      let row = InformationRow(line)
      row.nameColumnShare = InformationRow.nameColumnShare(of: [row], width: width, scale: scale)
      let height = row.height(for: width, scale: scale)
      #expect(height == short.height(for: width, scale: scale), "\(width)")
    }
  }

  @Test func `the panel stays clear of an indicator that extends below it, not of one inside it`() {
    let rig = Rig(640, 400, scale: 2, Self.information())
    let window = rig.stage.root.bounds
    func frame(_ occupied: Rect) -> Rect {
      var room = BrowserOverlays.Room(area: window, scale: 2)
      room.occupied = [occupied]
      rig.panel.layout(in: room)
      return rig.panel.frame
    }
    let bottom = Rect(x: 480, y: 740, width: 320, height: 40)
    #expect(frame(bottom).maxY <= bottom.minY - 24 && frame(bottom).minY == 24)
    let top = Rect(x: 600, y: 20, width: 80, height: 40)
    #expect(frame(top).minY == top.maxY + 24 && frame(top).maxY <= window.maxY - 24)
    for x in [1000.0, 100] {
      #expect(frame(Rect(x: x, y: 740, width: 200, height: 40)).maxY == window.maxY - 24)
    }
  }

  @Test func `a click or Enter on a fact copies its value`() throws {
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first)
    let frame = rig.frameOnStage(row)
    rig.click(frame.midX, frame.midY)
    #expect(rig.copied == ["Canon EOS R5"])
    rig.stage.setFocus(row)
    _ = row.receive(.key(.init(.enter, time: rig.now)))
    #expect(rig.copied == ["Canon EOS R5", "Canon EOS R5"])
  }

  @Test func `a drag over a value selects a part, which Ctrl+C copies`() throws {
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first)
    let frame = rig.frameOnStage(row)
    let start = frame.minX + InformationRow.valueStart(frame.width, 1)
    rig.press(start + 1, frame.midY)
    rig.drag(to: frame.maxX - 2, frame.midY, over: 0.2)
    rig.release()
    #expect(row.selectedText == "Canon EOS R5" && rig.copied.isEmpty, "a drag is no click")
    _ = row.receive(.key(.init(.left, modifiers: .shift, time: rig.now)))
    _ = row.receive(.key(.init(.character("c"), modifiers: .control, time: rig.now)))
    #expect(rig.copied == ["Canon EOS R"])
    rig.stage.setFocus(nil)
    #expect(row.selectedText.isEmpty)
  }

  @Test func `a drag over several lines selects across them, and a double click a word`() throws {
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first { $0.line.name == "Keywords" })
    let frame = rig.frameOnStage(row)
    let start = frame.minX + InformationRow.valueStart(frame.width, 1)
    rig.press(start + 1, frame.minY + 8)
    rig.drag(to: frame.maxX - 20, frame.maxY - 8, over: 0.2)
    rig.release()
    #expect(row.selectedText.hasPrefix("fjord, evening, a keyword"))
    #expect(row.selectedText.count > 30)
    rig.wait(1)
    for _ in 0..<2 { rig.click(start + 4, frame.minY + 8) }
    #expect(row.selectedText == "fjord")
  }

  @Test func `in a language from right to left, a double click selects the word under it`() throws {
    LayoutDirection.isRightToLeft = true
    defer { LayoutDirection.isRightToLeft = false }
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first)
    let width = TextLayout(
      row.line.value, style: TextStyle(size: InformationRow.fontSize)
    ).size.width
    let start = InformationRow.valueStart(row.bounds.width, 1, nameColumnShare: row.nameColumnShare)
    let text = row.inStage(Rect(x: start, y: 5, width: width, height: 15))
    for _ in 0..<2 { rig.click(text.maxX - 4, text.midY) }
    #expect(row.selectedText == "R5")
    rig.wait(1)
    for _ in 0..<2 { rig.click(text.minX + 4, text.midY) }
    #expect(row.selectedText == "Canon")
    rig.wait(0.5)
    // A line below the letters, which have no descenders.
    let y = Int(text.maxY) - 2
    let beside = rig.pixel(Int(text.minX) - 3, y)
    #expect(rig.pixel(Int(text.minX) + 5, y) != beside, "the word at the left is marked")
    #expect(rig.pixel(Int(text.maxX) - 5, y) == beside)
    rig.stage.receive(.key(KeyEvent(.left, modifiers: .shift, time: rig.now)))
    #expect(row.selectedText == "Cano")
    rig.stage.receive(.key(KeyEvent(.right, modifiers: .shift, time: rig.now)))
    #expect(row.selectedText == "Canon")
  }

  @Test func `the facts of another photo are shown by the same rows, which keep the focus`()
    throws
  {
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let before = rig.views(InformationRow.self)
    let speed = try #require(before.first { $0.line.name == "ISO" })
    rig.stage.setFocus(speed)
    rig.panel.show(
      Self.information {
        $0.iso = 800
        $0.keywords = []
        $0.title = "A fjord"
      })
    rig.layOut()
    rig.wait(0.1)
    let after = rig.views(InformationRow.self)
    #expect(speed.line.value == "800" && speed.accessibilityLabel == "ISO: 800")
    #expect(speed.isFocused && after.contains { $0 === speed })
    #expect(!after.contains { $0.line.name == "Keywords" })
    let added = after.filter { row in !before.contains { $0 === row } }
    #expect(added.map(\.line.value) == ["A fjord"])
    #expect(after.map(\.frame.minY) == after.map(\.frame.minY).sorted())
    rig.stage.setFocus(nil)
    _ = speed.receive(.key(.init(.enter, time: rig.now)))
    #expect(rig.copied.isEmpty)
    rig.stage.setFocus(speed)
    _ = speed.receive(.key(.init(.enter, time: rig.now)))
    #expect(rig.copied == ["800"])
  }

  @Test func `a selection in a value ends with another value, and the photo gets the keys`()
    throws
  {
    let rig = Rig(1280, 800, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first { $0.line.name == "ISO" })
    rig.stage.setFocus(row)
    _ = row.receive(.key(.init(.character("a"), modifiers: .control, time: rig.now)))
    #expect(row.selectedText == "400")
    rig.panel.show(Self.information { $0.iso = 800 })
    #expect(row.selectedText.isEmpty && !row.isFocused && row.line.value == "800")
  }

  @Test func `the wheel scrolls the facts of a low window`() throws {
    let rig = Rig(900, 300, scale: 1, Self.information())
    let row = try #require(rig.views(InformationRow.self).first)
    let before = rig.frameOnStage(row).minY
    rig.scroll(.wheel, Vector(dx: 0, dy: 2), at: rig.panel.frame.center)
    rig.wait(0.5)
    #expect(rig.frameOnStage(row).minY < before)
    // Other facts of the same photo keep the position, another photo begins at the top.
    rig.panel.show(Self.information { $0.rating = 4 })
    rig.layOut()
    rig.wait(0.1)
    #expect(rig.views(InformationRow.self).first.map { rig.frameOnStage($0).minY } ?? 0 < before)
  }

  @Test func `a hidden panel fades out and reports its end once`() {
    let rig = Rig(900, 600, scale: 1, Self.information())
    var hidden = 0
    rig.panel.onHidden = { hidden += 1 }
    rig.panel.setShown(false)
    rig.wait(0.05)
    #expect(hidden == 0)
    rig.wait(0.5)
    #expect(hidden == 1)
    #expect(!rig.panel.wantsFrame, "an idle panel needs no frames")
  }

  @Test func `a missing library is reported, and a photo without metadata has file facts only`() {
    var facts = PhotoFileFacts(path: FilePath("/a.png"))
    facts.formatName = "PNG"
    var basic = PhotoMetadata()
    basic.completeness = .basic
    #expect(PhotoInformation(facts, basic).notice == "Install libgexiv2-2 to see all metadata.")
    let empty = PhotoInformation(facts, PhotoMetadata())
    #expect(
      empty.sections.map(\.title) == ["File"] && empty.exposureValues.isEmpty
        && empty.subtitle.isEmpty)
    #expect(empty.sections[0].lines.map(\.name) == ["Name", "Type", "Folder"])
  }

  @Test func `the information display cycles through off, strip and panel`() {
    #expect(InformationDisplayMode.off.next == .strip)
    #expect(
      InformationDisplayMode.strip.next == .panel && InformationDisplayMode.panel.next == .off)
  }

  @Test func `a map link is shown only for a photo with a position`() throws {
    let position = PhotoMetadata.GeographicPosition(latitude: 60.39, longitude: 5.32)
    let rig = Rig(1280, 1200, scale: 1, Self.information { $0.position = position })
    var shown: [PhotoMetadata.GeographicPosition] = []
    rig.panel.onShowMap = { shown.append($0) }
    let link = try #require(rig.views(InformationLink.self).first)
    let rows = rig.views(InformationRow.self)
    let row = try #require(rows.first { $0.line.name == MetadataLines.positionName })
    #expect(link.frame.minY == row.frame.maxY)
    #expect(
      rows.allSatisfy { $0.frame.maxY <= link.frame.minY || $0.frame.minY >= link.frame.maxY })
    let frame = rig.frameOnStage(link)
    rig.click(frame.midX, frame.midY)
    #expect(shown == [position].compactMap(\.self))
    rig.panel.show(Self.information())
    rig.layOut()
    #expect(rig.views(InformationLink.self).isEmpty)
  }

  // MARK: Lists of image servers

  private static func served(_ rights: String) -> PhotoInformation {
    var list = ServedFacts()
    list.label = "Book of Hours"
    // A server may call its own facts as it likes.
    list.pairs = [.init(name: "Rights", value: rights), .init(name: "Date", value: "1450\n1460")]
    list.requiredStatement = .init(name: "", value: "A library")
    list.provider = "The provider"
    list.rights = rights
    return PhotoInformation(PhotoFileFacts(path: FilePath("https://h/1.jpg")), nil, list: list)
  }

  @Test func `the facts about a list of an image server are values that can be copied`() throws {
    let rig = Rig(1280, 1200, scale: 1, Self.served("https://h/license"))
    let rows = rig.views(InformationRow.self)
    #expect(
      rows.prefix(6).map { "\($0.line.name)=\($0.line.value)" } == [
        "Title=Book of Hours", "Rights=https://h/license", "Date=1450\n1460",
        "Attribution=A library", "Provider=The provider", "Rights=https://h/license",
      ])
    let frame = rig.frameOnStage(try #require(rows.first))
    rig.click(frame.midX, frame.midY)
    #expect(rig.copied == ["Book of Hours"])
  }

  @Test func `the address of a license is opened by its link only`() throws {
    let rig = Rig(1280, 1200, scale: 1, Self.served("https://h/license"))
    var opened: [String] = []
    rig.panel.onOpenAddress = { opened.append($0) }
    let rows = rig.views(InformationRow.self).filter { $0.line.name == "Rights" }
    for row in rows {
      let frame = rig.frameOnStage(row)
      rig.click(frame.midX, frame.midY)
    }
    #expect(opened.isEmpty && rows.count == 2)
    let link = try #require(rig.views(InformationLink.self).first)
    #expect(link.frame.minY == rows.last?.frame.maxY)
    let frame = rig.frameOnStage(link)
    rig.click(frame.midX, frame.midY)
    #expect(opened == ["https://h/license"])
    for rights in ["All rights reserved", "file:///etc/passwd", "javascript:alert(1)", ""] {
      rig.panel.show(Self.served(rights))
      rig.layOut()
      #expect(rig.views(InformationLink.self).isEmpty, "\(rights)")
    }
  }
}
