import Geometry
import Input

/// The key bindings of all scenes: those of a key profile, with the changes of the user.
nonisolated struct ViewerKeys: Sendable {
  /// The key bindings in use, determined by the preferences and the command line.
  @MainActor static var current = ViewerKeys()

  /// A kind of scene that has key bindings of its own.
  enum Scene: CaseIterable {
    case pages, grid, compare
  }

  /// The key bindings of all scenes. An open photo has a table for each direction in which pages
  /// follow each other.
  private struct Tables {
    var standard: CommandKeys
    var rightToLeft: CommandKeys
    var downwards: CommandKeys
    var grid: CommandKeys
    var compare: CommandKeys
  }

  let profile: KeyProfile
  let userKeys: UserKeys
  /// The key bindings of a profile other than pbview's, or of a user who has changed keys; nil for
  /// pbview's default bindings, which are made when they are first used.
  private let customTables: Tables?

  /// The key bindings of an open photo whose next page is on the right.
  var standard: CommandKeys { customTables?.standard ?? .standard }
  /// The key bindings of an open photo whose next page is on the left.
  var rightToLeft: CommandKeys { customTables?.rightToLeft ?? .rightToLeft }
  /// The key bindings of an open photo whose next page is below.
  var downwards: CommandKeys { customTables?.downwards ?? .downwards }
  /// The key bindings of the grid.
  var grid: CommandKeys { customTables?.grid ?? .grid }
  /// The key bindings of a comparison of photos.
  var compare: CommandKeys { customTables?.compare ?? .compare }

  /// Makes the key bindings of a profile with the user's changes.
  ///
  /// - Parameters:
  ///   - profile: the set of default keys. Default: pbview's.
  ///   - userKeys: the keys that the user has assigned to commands. Default: none.
  init(_ profile: KeyProfile = .pbview, userKeys: UserKeys = UserKeys()) {
    self.profile = profile
    self.userKeys = userKeys
    guard profile != .pbview || !userKeys.isEmpty else {
      customTables = nil
      return
    }
    let changes = userKeys.chords.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ($0.key, $0.value) }
    func pages(_ base: CommandKeys, _ turn: (KeyChord) -> [KeyChord]) -> CommandKeys {
      let changes = changes.map { command, chords in
        let turns = command == .next || command == .previous
        return (command, turns ? chords.flatMap(turn) : chords)
      }
      return Self.replacingKeys(changes, to: Self.pages(base, profile), of: .pages)
    }
    let (left, right) = (KeyChord(.left), KeyChord(.right))
    let standard = pages(.standard) { [$0] }
    // The user assigns arrow keys for paging from left to right. In the other tables these arrow
    // keys are replaced by those of the table's paging direction.
    let rightToLeft = pages(.rightToLeft) { [$0 == left ? right : $0 == right ? left : $0] }
    let downwards = pages(.downwards) { chord in
      chord == right ? [KeyChord(.down), right] : chord == left ? [KeyChord(.up), left] : [chord]
    }
    let grid = Self.replacingKeys(
      changes, to: Self.replacingKeys(profile.rows, to: .grid, of: .grid), of: .grid)
    // A key that pbview binds in a comparison keeps its command, even if the profile binds the key
    // to another command.
    let compared = profile.rows.map { command, chords in
      (command, chords.filter { CommandKeys.compare[$0].map { $0 == command } ?? true })
    }
    let compare = Self.replacingKeys(
      changes, to: Self.replacingKeys(compared, to: .compare, of: .compare), of: .compare)
    customTables = Tables(
      standard: standard, rightToLeft: rightToLeft, downwards: downwards, grid: grid,
      compare: compare)
  }

  /// The keys of a command: those that the user has assigned to it, else those that it has in any
  /// kind of scene. For an open photo, the keys are those with the next page on the right.
  func chords(for command: Command) -> [KeyChord] {
    if let userKeys = userKeys[command] { return userKeys }
    var chords: [KeyChord] = []
    for chord in [standard, grid, compare].flatMap({ $0.chords(for: command) })
    where !chords.contains(chord) { chords.append(chord) }
    return chords
  }

  /// Another command that is bound to the key `chord` in a scene in which `command` is available;
  /// nil for none.
  func owner(of chord: KeyChord, besides command: Command) -> Command? {
    for scene in Scene.allCases where Self.scenes(of: command).contains(scene) {
      let table = scene == .pages ? standard : scene == .grid ? grid : compare
      if let other = table[chord], other != command { return other }
    }
    return nil
  }

  /// The key bindings of an open photo, by the direction in which pages follow each other.
  ///
  /// - Parameter isRightToLeft: whether the next page is on the left; used for the horizontal axis
  ///   only.
  func pages(_ axis: Axis, isRightToLeft: Bool) -> CommandKeys {
    axis == .vertical ? downwards : isRightToLeft ? rightToLeft : standard
  }

  /// The kinds of scenes in which a command is available: those in which pbview's default bindings
  /// have a key for it.
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

  /// The key bindings of an open photo in a profile.
  ///
  /// - Parameter base: pbview's bindings for one direction in which pages follow each other. They
  ///   determine the arrow keys that turn pages.
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
    // A key that turns pages is taken from all other commands of the profile.
    let turning = Set(rows.filter { $0.0 == .next || $0.0 == .previous }.flatMap(\.1))
    rows = rows.map { command, chords in
      let isTurn = command == .next || command == .previous
      return (command, isTurn ? chords : chords.filter { !turning.contains($0) })
    }
    return replacingKeys(rows, to: base, of: .pages)
  }

  /// Replaces all keys of some commands in a table of key bindings. A key that another command had
  /// is taken from it. The grid gets no letters and digits without modifiers, which search for a
  /// file name there.
  ///
  /// - Parameters:
  ///   - rows: the commands, each with all its new keys. Commands that are not available in `scene`
  ///     are ignored.
  ///   - scene: the kind of scene of the table.
  private static func replacingKeys(
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
  /// Whether the grid uses the key for the search of a file name by typing: a letter or digit
  /// without modifiers.
  var isSearchText: Bool {
    guard modifiers.isEmpty, case .character(let c) = name else { return false }
    return c.isLetter || c.isNumber
  }

  /// Whether the key is an arrow key without modifiers.
  fileprivate var isArrow: Bool {
    modifiers.isEmpty && [.left, .right, .up, .down].contains(name)
  }
}
