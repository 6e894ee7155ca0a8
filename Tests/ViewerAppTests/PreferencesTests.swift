import ArgumentParser
import BrowserHost
import Desktop
import Input
import PhotoBrowser
import TestSupport
import Testing
import Views

@testable import ViewerApp

@MainActor @Suite struct PreferencesTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func store(_ text: String, _ complaints: inout [String]) throws -> PreferenceStore {
    let file = try folder.write(Array(text.utf8), named: "preferences")
    return PreferenceStore(FilePath(file)) { complaints.append($0) }
  }

  private static let all: Preferences = {
    var all = Preferences()
    all["animator"] = "spring"
    all["page-effect"] = "cube"
    all["direction"] = "top-to-bottom"
    all["loop"] = "true"
    all["indicator"] = "number"
    all["slideshow-seconds"] = "4.5"
    all["motion"] = "reduced"
    return all
  }()

  @Test func `saved preferences are read back`() throws {
    let path = FilePath(folder.file("a/preferences"))
    var complaints: [String] = []
    try PreferenceStore(path) { complaints.append($0) }.keep(Self.all)
    #expect(complaints.count == 1, "a file that was named and is not there is told")
    let again = PreferenceStore(path) { complaints.append($0) }
    #expect(again.preferences == Self.all && complaints.count == 1)
  }

  @Test func `an invalid value is reported in one sentence, and the other values apply`() throws {
    var complaints: [String] = []
    let store = try store(
      "[pbview]\nanimator=wobble\nslideshow-seconds=-1\nindicator=dots\nloop=perhaps\n",
      &complaints)
    var wanted = Preferences()
    wanted["indicator"] = "dots"
    #expect(store.preferences == wanted)
    #expect(complaints.count == 1 && complaints[0].contains("animator takes morph"))
    #expect(!complaints[0].contains("\n"))
  }

  @Test(arguments: ["[pbview]\nanimator=\u{1B}[2J\u{9B}31m\u{202E}\n", "my \u{1B}]0;list\u{07}"])
  func `a hostile file sends no control characters to a terminal`(_ text: String) throws {
    var complaints: [String] = []
    _ = try store(text, &complaints)
    let line = Log.safe(try #require(complaints.first))
    #expect(line.unicodeScalars.allSatisfy { !TerminalControl.contains($0) }, "\(line)")
  }

  @Test func `a file that is no key file is reported and left unchanged`() throws {
    var complaints: [String] = []
    let store = try store("my shopping list", &complaints)
    #expect(store.preferences == Preferences() && complaints.count == 1)
    #expect(throws: DesktopError.self) { try store.keep(Self.all) }
    #expect(try folder.read("preferences") == Array("my shopping list".utf8))
    #expect(store.preferences == Self.all, "in force all the same")
  }

  @Test func `the command line has priority over preferences`() throws {
    var options = try ViewerOptions.parse(["--indicator", "dots", "--rtl", "--animator", "fade"])
    options.fill(from: Self.all)
    #expect(options.indicator == "dots" && options.rtl && !options.vertical)
    #expect(options.animator == "fade" && options.pageEffect == "cube")
    #expect(options.motion == .reduced && options.browserOptions.tuning.reducesMotion)
    var none = try ViewerOptions.parse([])
    none.fill(from: Preferences())
    #expect(none.browserOptions.tuning == (try ViewerOptions.parse([])).browserOptions.tuning)
  }

  @Test func `only changed preferences are saved`() {
    var before = Preferences()
    before["loop"] = "true"
    var shown = Self.all
    shown["indicator"] = "auto"
    var next = shown
    next["indicator"] = "none"
    var wanted = before
    wanted["indicator"] = "none"
    #expect(before.with(next, insteadOf: shown) == wanted)
    #expect(next.changes(since: shown) == "indicator=none")
  }

  @Test func `every choice on the sheet is reported, and nothing else`() {
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Self.all)
    var told: [Preferences] = []
    sheet.onChange = { told.append($0) }
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    #expect(sheet.stops.map(\.accessibilityLabel).contains("Slideshow Interval: 4.5 s"))
    var last = Self.all
    for stop in sheet.stops {
      #expect(rig.stage.focus === stop)
      rig.stage.receive(.key(KeyEvent(.enter, time: rig.now)))
      guard let next = told.last else { break }
      let changes = next.changes(since: last)
      #expect(changes.split(separator: " ").count == 1, "\(stop.accessibilityLabel): \(changes)")
      last = next
      rig.stage.receive(.key(KeyEvent(.down, time: rig.now)))
    }
    #expect(
      told.count == PreferenceTable.all.count { if case .none = $0.row { false } else { true } })
  }

  @Test func `every effective value is accepted when it is read back`() throws {
    let settings = ViewerSettings(try ViewerOptions.parse([]), filledFrom: Preferences())
    let values = Preferences(effectiveValues: settings)
    for preference in PreferenceTable.all {
      if let value = values[preference.key] {
        #expect(preference.accepts(value), "\(preference.key)=\(value)")
      }
      #expect(!preference.accepts("no such value"), "\(preference.key)")
      #expect(PreferenceTable.all.count { $0.key == preference.key } == 1)
    }
  }

  @Test func `every choice on the sheet sets the option that it names`() throws {
    for preference in PreferenceTable.all {
      let choices: [String]
      switch preference.row {
      case .none: continue
      case .toggle(_, let off, let on): choices = [off, on]
      case .choices(_, let list): choices = list("").map(\.value)
      }
      #expect(choices.count > 1, "\(preference.key)")
      for choice in choices {
        var chosen = Preferences()
        chosen[preference.key] = choice
        let settings = ViewerSettings(try ViewerOptions.parse([]), filledFrom: chosen)
        #expect(preference.value(settings) == choice, "\(preference.key)=\(choice)")
      }
    }
  }
}
