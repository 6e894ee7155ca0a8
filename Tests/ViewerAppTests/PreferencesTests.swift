import ArgumentParser
import BrowserHost
import Desktop
import Foundation
import GalleryCore
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
    try PreferenceStore(path) { complaints.append($0) }.save(Self.all)
    #expect(complaints.count == 1, "a named file that is missing is reported")
    let again = PreferenceStore(path) { complaints.append($0) }
    #expect(again.preferences == Self.all && complaints.count == 1)
  }

  private func complaints(about store: PreferenceStore) async -> [String] {
    await withCheckedContinuation { continuation in
      store.readProblems { continuation.resume(returning: $0) }
    }
  }

  @Test func `lines with an unknown key or value are named, and the other values apply`()
    async throws
  {
    var complaints: [String] = []
    let store = try store(
      "[pbview]\nanimator=wobble\nlopo=true\nindicator=dots\n"
        + "# a note\nloop=perhaps\n",
      &complaints)
    var wanted = Preferences()
    wanted["indicator"] = "dots"
    #expect(store.preferences == wanted)
    try #require(complaints.count == 3)
    #expect(complaints[0].contains("preferences: line 2: animator takes"))
    #expect(complaints[1].contains("line 3: “lopo” is not a preference"))
    #expect(complaints[2].contains("line 6: loop takes true or false, not “perhaps”"))
    #expect(complaints.allSatisfy { !$0.contains("\n") })
    #expect(await self.complaints(about: store) == complaints)
    var next = store.preferences
    next["loop"] = "true"
    try store.save(next)
    let left = await self.complaints(about: store)
    #expect(left == Array(complaints.prefix(2)), "the line was corrected")
  }

  @Test func `an unknown group is named, and its lines stay`() throws {
    var complaints: [String] = []
    let store = try store(
      "[pbview]\nloop=true\n[keyz]\nnext=N\n[keys]\n[commands]\nList = ls\n[other]\n",
      &complaints)
    try #require(complaints.count == 2)
    #expect(
      complaints[0].hasSuffix(
        "line 3: there is no group “keyz”; the groups are [pbview], [keys], [commands]"))
    #expect(complaints[1].contains("line 8: there is no group “other”"))
    var next = store.preferences
    next["loop"] = "false"
    try store.save(next)
    #expect(try String(decoding: folder.read("preferences"), as: UTF8.self).contains("next=N"))
  }

  @Test func `invalid lines are shown above the rows of the sheet`() {
    func text(_ view: View) -> [String] {
      (view.isHidden ? [] : [(view as? FormText)?.text].compactMap(\.self))
        + view.children.flatMap { text($0) }
    }
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Preferences())
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    #expect(text(rig.stage.root).isEmpty)
    sheet.notice = "preferences: line 3"
    rig.frame()
    #expect(text(rig.stage.root) == ["preferences: line 3"])
    rig.stage.receive(.key(KeyEvent(.character("w"), text: "w", time: rig.now)))
    #expect(text(rig.stage.root).isEmpty, "a search has no other rows than its own")
  }

  @Test(arguments: [1.0, 2])
  func `rows that fade out leave the rounded corners of the sheet alone`(scale: Double) {
    let rig = StageRig(Int(600 * scale), Int(300 * scale), scale: scale)
    let sheet = PreferencesSheet(Preferences())
    sheet.open(on: rig.stage)
    rig.settle()
    let panel = sheet.panel.frame
    func corner() -> [UInt32] {
      let (left, bottom) = (Int(panel.minX), Int(panel.maxY))
      let rows = (bottom - Int(16 * scale))..<bottom
      return rows.flatMap { y in (0..<Int(3 * scale)).map { rig.pixel(left + $0, y) } }
    }
    let fading = corner()
    for _ in 0..<40 {
      rig.stage.receive(.key(KeyEvent(.pageDown, time: rig.now)))
      rig.settle()
    }
    #expect(corner() == fading)
  }

  @Test(arguments: [NumberRange.spacing, .maxScale, .animationSpeed, .maxSeconds])
  func `the command line and the file take the same numbers`(_ range: NumberRange) throws {
    func isOption(_ number: Double) -> Bool {
      (try? ViewerOptions.parse(["\(range.option)=\(number)"]).check()) != nil
    }
    let preference = try #require(PreferenceTable.preference(String(range.option.dropFirst(2))))
    let numbers = range.numbers
    for number in [numbers.lowerBound, numbers.upperBound] {
      #expect(isOption(number) && preference.accepts("\(number)"), "\(number)")
    }
    for number in [numbers.lowerBound - 0.001, numbers.upperBound + 1, .infinity, .nan] {
      #expect(!isOption(number) && !preference.accepts("\(number)"), "\(number)")
    }
  }

  @Test func `motion follows the desktop until the user chooses`() throws {
    func isReduced(_ words: [String], file: String? = nil) throws -> Bool {
      var options = try ViewerOptions.parse(words)
      options.desktopReducesMotion = true
      var preferences = Preferences()
      preferences["motion"] = file
      options.fill(from: preferences)
      return options.browserOptions.tuning.reducesMotion
    }
    #expect(try isReduced([]) && isReduced([], file: "auto"))
    #expect(try !isReduced([], file: "full") && !isReduced(["--motion", "full"], file: "reduced"))
    #expect(try isReduced(["--motion", "auto"], file: "full"))
    #expect(try !ViewerOptions.parse([]).reducesMotion)
  }

  @Test(arguments: ["[pbview]\nanimator=\u{1B}[2J\u{9B}31m\u{202E}\n", "my \u{1B}]0;list\u{07}"])
  func `a hostile file sends no control characters to a terminal`(_ text: String) throws {
    var complaints: [String] = []
    _ = try store(text, &complaints)
    let line = Log.printable(try #require(complaints.first))
    #expect(line.unicodeScalars.allSatisfy { !TerminalControl.contains($0) }, "\(line)")
  }

  @Test func `a file that is no key file is reported and left unchanged`() async throws {
    var complaints: [String] = []
    let store = try store("my shopping list", &complaints)
    #expect(store.preferences == Preferences() && complaints.count == 1)
    #expect(throws: DesktopError.self) { try store.save(Self.all) }
    #expect(try folder.read("preferences") == Array("my shopping list".utf8))
    #expect(store.preferences == Self.all, "in force all the same")
    #expect(store.fileFailure == complaints.first)
    #expect(await self.complaints(about: store) == complaints)
  }

  @Test func `the command line has priority over preferences`() throws {
    var options = try ViewerOptions.parse(["--indicator", "dots", "--rtl", "--animator", "fade"])
    options.fill(from: Self.all)
    #expect(options.indicator == "dots" && options.rtl == true && options.vertical == nil)
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
    #expect(before.merging(next, insteadOf: shown) == wanted)
    #expect(next.changesText(since: shown) == "indicator=none")
  }

  @Test func `every choice on the sheet is reported, and nothing else`() {
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Self.all)
    var reported: [Preferences] = []
    sheet.onChange = { reported.append($0) }
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    #expect(sheet.tabStops.map(\.accessibilityLabel).contains("Slideshow Interval: 4.5 s"))
    var last = Self.all
    for stop in sheet.tabStops {
      guard let row = stop as? SettingRow, !row.choices.isEmpty else { continue }
      rig.stage.setFocus(row)
      rig.stage.receive(.key(KeyEvent(.enter, time: rig.now)))
      guard let next = reported.last else { break }
      let changes = next.changesText(since: last)
      #expect(changes.split(separator: " ").count == 1, "\(stop.accessibilityLabel): \(changes)")
      last = next
    }
    #expect(reported.count == PreferenceTable.all.count)
  }

  @Test func `a value that changes elsewhere is shown on the sheet, and the next change keeps it`()
    throws
  {
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Self.all)
    var reported: [Preferences] = []
    sheet.onChange = { reported.append($0) }
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    var other = Self.all
    other["slideshow-seconds"] = "3"
    sheet.show(other)
    #expect(sheet.tabStops.map(\.accessibilityLabel).contains("Slideshow Interval: 3 s"))
    let row = try #require(
      sheet.tabStops.lazy.compactMap { $0 as? SettingRow }.first { !$0.choices.isEmpty })
    rig.stage.setFocus(row)
    rig.stage.receive(.key(KeyEvent(.enter, time: rig.now)))
    let next = try #require(reported.last)
    #expect(next["slideshow-seconds"] == "3" && next.changedKeys(since: other).count == 1)
  }

  @Test func `only the named preferences are applied`() throws {
    var settings = ViewerSettings(try ViewerOptions.parse([]), filledFrom: Preferences())
    let animator = settings.options.animator
    Self.all.apply(["loop"], to: &settings)
    #expect(settings.options.loop == true && settings.options.animator == animator)
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
      case .toggle(_, let off, let on): choices = [off, on]
      case .choices(_, let list): choices = list("").map(\.value)
      }
      #expect(choices.count > 1, "\(preference.key)")
      for choice in choices {
        var chosen = Preferences()
        chosen[preference.key] = choice
        let settings = ViewerSettings(try ViewerOptions.parse([]), filledFrom: chosen)
        #expect((preference.value(settings) ?? "") == choice, "\(preference.key)=\(choice)")
      }
    }
  }

  @Test(arguments: [("scale", "1.1"), ("text-scale", "110"), ("spacing", "17")])
  func `a value that the sheet does not offer is a choice while it is the current one`(
    key: String, value: String
  ) throws {
    let preference = try #require(PreferenceTable.preference(key))
    guard case .choices(_, let choices) = preference.row else {
      Issue.record("\(key) is a switch")
      return
    }
    #expect(choices(value).map(\.value).contains(value))
    #expect(!choices("").map(\.value).contains(value))
  }

  @Test func `the command line can choose the desktop's scale against the preferences`() throws {
    var preferences = Preferences()
    preferences["scale"] = "2"
    var options = try ViewerOptions.parse([])
    options.fill(from: preferences)
    #expect(options.scale?.pixelsPerPoint == 2)
    options = try ViewerOptions.parse(["--scale", "auto"])
    options.fill(from: preferences)
    #expect(options.scale == .auto)
  }

  @Test func `the commands of completions are understood by bash, zsh and fish`() throws {
    struct Dump: Decodable {
      struct Command: Decodable { var arguments: [Argument] }
      struct Argument: Decodable { var completionKind: Kind? }
      struct Kind: Decodable { var shellCommand: Script? }
      struct Script: Decodable { var command: String }
      var command: Command
    }
    let dump = try JSONDecoder().decode(Dump.self, from: Data(OptionTable.json.utf8))
    let scripts = dump.command.arguments.compactMap { $0.completionKind?.shellCommand?.command }
    #expect(scripts.count >= 4)
    // fish has no groups in braces and no functions of POSIX.
    for script in scripts {
      #expect(!script.contains { "{}()`".contains($0) }, "\(script)")
    }
    let words = Set(scripts.flatMap { $0.split(separator: " ") }.map(String.init))
    for question in RemoteQuestion.allCases.map(\.rawValue) + [RemoteQuestion.openCommandName] {
      #expect(words.contains(question), "\(question)")
    }
  }

  /// The options of the command line that have no preference: they concern one start of pbview, its
  /// output, or the paths of its own files.
  private static let requestOptions: Set = [
    "--start", "--recursive", "--filter", "--marked", "-0", "--grid", "--browse", "--geometry",
    "--slideshow", "--list-indicators", "--list-animators", "--list-page-effects",
    "--list-commands", "--list-preferences", "--config", "--render", "--size", "--thumbnail",
    "--print-list",
    "--info", "--json", "--formats", "--delete-index", "--private", "--version", "--log", "--help",
    "--remote", "--dbus-service", "--sm-client-id", "--show-recent", "--record", "--record-names",
    "--replay", "--headless", "--replay-speed",
  ]

  @Test func `every option of the command line is a preference or a request, and only one of them`()
    throws
  {
    // The options equal the table from which the manual page and the completions are made.
    struct Dump: Decodable {
      struct Command: Decodable { var arguments: [Argument] }
      struct Argument: Decodable {
        var kind: String
        var shouldDisplay: Bool
        var names: [Name]?
      }
      struct Name: Decodable {
        var kind: String
        var name: String
        var option: String { (kind == "long" ? "--" : "-") + name }
      }
      var command: Command
    }
    let dump = try JSONDecoder().decode(Dump.self, from: Data(OptionTable.json.utf8))
    let parsed = Set(
      dump.command.arguments.filter { $0.kind != "positional" }.flatMap { $0.names ?? [] }
        .map(\.option))
    let hidden: Set = [
      "--usual-sort", "--usual-reverse", "--usual-group", "--usual-reading",
      "--desktop-reduces-motion",
    ]
    let preferred = Set(PreferenceTable.all.flatMap(\.optionNames))
    #expect(preferred.isDisjoint(with: Self.requestOptions))
    #expect(
      parsed.subtracting(preferred).subtracting(Self.requestOptions)
        .subtracting(hidden.union(["-h"])).isEmpty,
      "options in neither list")
    #expect(preferred.subtracting(parsed).isEmpty, "options that the command line does not have")
    let help = Help.text()
    for option in preferred { #expect(help.contains(option), "\(option)") }
    for preference in PreferenceTable.all {
      #expect(preference.optionNames.count > 0 || preference.key == "slideshow-seconds")
      #expect(PreferenceTable.listingLines.contains { $0.0 == preference.key })
    }
  }

  @Test func `typing in the sheet filters the rows, and Escape shows all again`() {
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Preferences())
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    let all = sheet.tabStops.count
    for letter in "wheel" {
      rig.stage.receive(
        .key(KeyEvent(.character(letter), text: String(letter), time: rig.now)))
    }
    #expect(sheet.query == "wheel")
    #expect(sheet.tabStops.compactMap { $0 as? SettingRow }.map(\.title) == ["Wheel"])
    rig.stage.receive(.key(KeyEvent(.escape, time: rig.now)))
    #expect(sheet.query.isEmpty && sheet.tabStops.count == all && !sheet.isLeaving)
  }

  @Test(
    arguments: [("dark", "Appearance"), ("gray", "Background of Photos"), ("zoom pan", "Wheel")])
  func `a search in the sheet finds the names of values, not only of preferences`(
    query: String, title: String
  ) throws {
    let rig = StageRig(500, 480)
    let sheet = PreferencesSheet(Preferences())
    sheet.reducesMotion = true
    sheet.open(on: rig.stage)
    rig.frame()
    let all = sheet.tabStops.count
    for letter in query {
      rig.stage.receive(
        .key(KeyEvent(.character(letter), text: String(letter), time: rig.now)))
    }
    let rows = sheet.tabStops.compactMap { $0 as? SettingRow }
    #expect(rows.contains { $0.title == title } && sheet.tabStops.count < all)
    // A switch is found by its title only: all switches have the values “Off” and “On”.
    let words = query.split(separator: " ")
    #expect(
      rows.allSatisfy { row in
        !row.isSwitch || words.contains { row.title.lowercased().contains($0) }
      })
  }

  @Test func `the preferred order gives way to an order on the command line`() throws {
    var preferences = Preferences()
    preferences["sort"] = "size"
    preferences["reverse"] = "true"
    var options = try ViewerOptions.parse([])
    options.fill(from: preferences)
    #expect(options.listOrder.order == .size && options.listOrder.isReversed)
    #expect(options.sortingPolicy == .remembered)
    options = try ViewerOptions.parse(["--sort", "name"])
    options.fill(from: preferences)
    #expect(options.listOrder.order == .name && !options.listOrder.isReversed)
    #expect(options.sortingPolicy == .givenThenRemembered)
    options = try ViewerOptions.parse(["--no-remember"])
    #expect(options.sortingPolicy == .given)
  }

  @Test func `an option on the command line switches off what the preferences switch on`() throws {
    var preferences = Preferences()
    for key in ["loop", "filmstrip", "inspect", "reverse"] { preferences[key] = "true" }
    preferences["direction"] = "right-to-left"
    var options = try ViewerOptions.parse(["--no-loop", "--no-filmstrip", "--no-hover-preview"])
    options.fill(from: preferences)
    #expect(!options.browserOptions.tuning.isLooping && options.filmstrip == false)
    #expect(options.browserOptions.tuning.inspectsPixels && options.hoverPreview == false)
    #expect(options.listOrder.isReversed && options.browserOptions.tuning.isRightToLeft)
    options = try ViewerOptions.parse(["--no-reverse", "--no-rtl"])
    options.fill(from: preferences)
    #expect(!options.listOrder.isReversed && !options.browserOptions.tuning.isRightToLeft)
    preferences["direction"] = "top-to-bottom"
    options = try ViewerOptions.parse(["--no-vertical"])
    options.fill(from: preferences)
    #expect(options.axis == .horizontal)
  }

  @Test func `a default that was chosen again is removed from the file`() throws {
    var complaints: [String] = []
    let store = try store("[pbview]\nspacing=60\n", &complaints)
    #expect(store.preferences["spacing"] == "60" && complaints.isEmpty)
    var next = store.preferences
    next["spacing"] = ""
    try store.save(next)
    #expect(!String(decoding: try folder.read("preferences"), as: UTF8.self).contains("spacing"))
  }

  @Test func `a saved preference leaves lines alone that were written meanwhile`() throws {
    var complaints: [String] = []
    let store = try store("[pbview]\nspacing=60\nloop=true\n", &complaints)
    try folder.write(
      Array("[pbview]\nspacing=20\nloop=true\n[commands]\nEdit=gimp %F\n".utf8),
      named: "preferences")
    var next = store.preferences
    next["indicator"] = "dots"
    try store.save(next)
    try store.save([KeyChord(.function(7))], of: .print)
    let text = String(decoding: try folder.read("preferences"), as: UTF8.self)
    #expect(text.contains("spacing=20\n") && text.contains("Edit=gimp %F\n"), "\(text)")
    #expect(text.contains("indicator=dots\n") && text.contains("print=F7\n"))
    #expect(complaints.isEmpty)
  }

  @Test func `changed keys are saved and read, and lines with errors are named`() throws {
    var complaints: [String] = []
    let text = "[keys]\nnext = X; Page Down\nno-such-command = K\nlast = X\nprint = Ctrl+Nothing\n"
    let store = try store(text, &complaints)
    #expect(store.keys[.next] == [KeyChord(.character("x")), KeyChord(.pageDown)])
    #expect(complaints.count == 3)
    #expect(complaints[0].contains("preferences: line 3: “no-such-command” is not a command"))
    #expect(complaints[1].contains("line 4: X is the key of “next” already"))
    #expect(complaints[2].contains("line 5: “Ctrl+Nothing” is not a key"))
    try store.save([KeyChord(.character("N"), .control)], of: .print)
    try store.save(nil, of: .next)
    complaints = []
    let again = PreferenceStore(FilePath(folder.file("preferences"))) { complaints.append($0) }
    #expect(again.keys[.print] == [KeyChord(.character("N"), .control)])
    #expect(again.keys[.next] == nil)
  }
}
