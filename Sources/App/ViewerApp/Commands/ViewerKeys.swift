import Geometry
import Input

/// The keys of all scenes: those of a profile, with the changes of the user.
nonisolated struct ViewerKeys: Sendable {
  /// The keys in force, determined by the preferences and the command line.
  @MainActor static var current = ViewerKeys()

  /// A scene with a table of keys.
  enum Scene: CaseIterable {
    case pages, grid, compare
  }

  /// The tables of all scenes.
  private struct Tables {
    var standard: CommandKeys
    var rightToLeft: CommandKeys
    var downwards: CommandKeys
    var grid: CommandKeys
    var compare: CommandKeys
  }

  let profile: KeyProfile
  let own: OwnKeys
  /// The tables with changes; nil for those of pbview, which are made when they are first used.
  private let changed: Tables?

  /// The keys of pages that follow each other to the right.
  var standard: CommandKeys { changed?.standard ?? .standard }
  /// The keys of pages from right to left.
  var rightToLeft: CommandKeys { changed?.rightToLeft ?? .rightToLeft }
  /// The keys of pages from top to bottom.
  var downwards: CommandKeys { changed?.downwards ?? .downwards }
  /// The keys of the grid.
  var grid: CommandKeys { changed?.grid ?? .grid }
  /// The keys of a comparison.
  var compare: CommandKeys { changed?.compare ?? .compare }

  /// Makes the keys of a profile. Default: those of pbview.
  init(_ profile: KeyProfile = .pbview, own: OwnKeys = OwnKeys()) {
    self.profile = profile
    self.own = own
    guard profile != .pbview || !own.isEmpty else {
      changed = nil
      return
    }
    let changes = own.chords.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key, $0.value) }
    func pages(_ base: CommandKeys, _ turn: (KeyChord) -> [KeyChord]) -> CommandKeys {
      let changes = changes.map { command, chords in
        let turns = command == .next || command == .previous
        return (command, turns ? chords.flatMap(turn) : chords)
      }
      return Self.applying(changes, to: Self.pages(base, profile), of: .pages)
    }
    let (left, right) = (KeyChord(.left), KeyChord(.right))
    let standard = pages(.standard) { [$0] }
    // The user's arrow keys are those for pages to the right; they are mapped to the other
    // directions.
    let rightToLeft = pages(.rightToLeft) { [$0 == left ? right : $0 == right ? left : $0] }
    let downwards = pages(.downwards) { chord in
      chord == right ? [KeyChord(.down), right] : chord == left ? [KeyChord(.up), left] : [chord]
    }
    let grid = Self.applying(
      changes, to: Self.applying(profile.rows, to: .grid, of: .grid), of: .grid)
    // A comparison has keys of its own, which a profile does not reassign.
    let compared = profile.rows.map { command, chords in
      (command, chords.filter { CommandKeys.compare[$0].map { $0 == command } ?? true })
    }
    let compare = Self.applying(
      changes, to: Self.applying(compared, to: .compare, of: .compare), of: .compare)
    changed = Tables(
      standard: standard, rightToLeft: rightToLeft, downwards: downwards, grid: grid,
      compare: compare)
  }

  /// The keys of a command in all scenes, for pages that follow each other to the right.
  func chords(for command: Command) -> [KeyChord] {
    if let own = own[command] { return own }
    var chords: [KeyChord] = []
    for chord in [standard, grid, compare].flatMap({ $0.chords(for: command) })
    where !chords.contains(chord) { chords.append(chord) }
    return chords
  }

  /// Another command that the key `chord` runs in one of the scenes of `command`; nil when there is
  /// none.
  func owner(of chord: KeyChord, besides command: Command) -> Command? {
    for scene in Scene.allCases where Self.scenes(of: command).contains(scene) {
      let table = scene == .pages ? standard : scene == .grid ? grid : compare
      if let other = table[chord], other != command { return other }
    }
    return nil
  }

  /// The keys for pages that follow each other in a direction.
  func pages(_ axis: Axis, isRightToLeft: Bool) -> CommandKeys {
    axis == .vertical ? downwards : isRightToLeft ? rightToLeft : standard
  }

  /// The scenes in which a command has keys by default.
  static func scenes(of command: Command) -> Set<Scene> {
    Set(Scene.allCases.filter { !table(of: $0).chords(for: command).isEmpty })
  }

  private static func table(of scene: Scene) -> CommandKeys {
    switch scene {
    case .pages: .standard
    case .grid: .grid
    case .compare: .compare
    }
  }

  /// The keys of pages in a profile. The arrow keys that turn pages depend on the direction.
  private static func pages(_ base: CommandKeys, _ profile: KeyProfile) -> CommandKeys {
    guard profile != .pbview else { return base }
    var rows: [(Command, [KeyChord])] = []
    for (command, chords) in profile.rows {
      let arrows = base.chords(for: command).filter(\.isArrow)
      switch command {
      case .next, .previous:
        if profile.arrowsTurnPages { rows.append((command, arrows + chords)) } else { fallthrough }
      default: rows.append((command, chords))
      }
    }
    // The arrow keys of the pages have priority over other keys of the profile.
    let turning = Set(rows.filter { $0.0 == .next || $0.0 == .previous }.flatMap(\.1))
    rows = rows.map { command, chords in
      let isTurn = command == .next || command == .previous
      return (command, isTurn ? chords : chords.filter { !turning.contains($0) })
    }
    return applying(rows, to: base, of: .pages)
  }

  /// A table of keys in which some commands have other keys, which are taken away from the commands
  /// that had them.
  private static func applying(
    _ rows: [(Command, [KeyChord])], to base: CommandKeys, of scene: Scene
  ) -> CommandKeys {
    let rows = rows.filter { scenes(of: $0.0).contains(scene) }
    var table = base
    for (command, _) in rows { table.removeKeys(of: command) }
    for (command, chords) in rows {
      for chord in chords where scene != .grid || !chord.isSearchText { table[chord] = command }
    }
    return table
  }
}

nonisolated extension KeyChord {
  /// Whether the grid searches for names by the key: a letter or digit without modifiers.
  var isSearchText: Bool {
    guard modifiers.isEmpty, case .character(let c) = name else { return false }
    return c.isLetter || c.isNumber
  }

  /// Whether the key is an arrow key without modifiers.
  fileprivate var isArrow: Bool {
    modifiers.isEmpty && [.left, .right, .up, .down].contains(name)
  }
}
