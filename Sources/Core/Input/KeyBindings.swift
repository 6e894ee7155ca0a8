/// A table of keys and the actions that they trigger.
public struct KeyBindings<Action: Hashable & Sendable>: Hashable, Sendable {
  /// A key and its action.
  private struct Row: Hashable, Sendable {
    let chord: KeyChord
    let action: Action
  }
  private var table: [KeyChord: Action] = [:]
  private var rows: [Row] = []

  /// Makes a table without keys.
  public init() {}

  /// Makes a table of actions and their keys, the key for menus and tooltips first. A key that is
  /// listed twice has its last action.
  public init(_ rows: [(Action, [KeyChord])]) {
    for (action, chords) in rows {
      for chord in chords { self[chord] = action }
    }
  }

  /// The action of a key; nil when the key has none. Setting nil removes the key.
  public subscript(chord: KeyChord) -> Action? {
    get { table[chord] }
    set {
      if table[chord] != nil { rows.removeAll { $0.chord == chord } }
      table[chord] = newValue
      if let newValue { rows.append(Row(chord: chord, action: newValue)) }
    }
  }

  /// Removes all keys of `action`.
  public mutating func removeKeys(of action: Action) {
    for chord in chords(for: action) { self[chord] = nil }
  }

  /// All keys of an action; the one for menus and tooltips comes first.
  public func chords(for action: Action) -> [KeyChord] {
    rows.filter { $0.action == action }.map(\.chord)
  }

  /// The keys of an action; `=` is left out, because it is the key of `+` on keyboards where `+`
  /// needs Shift.
  package func distinctChords(for action: Action) -> [KeyChord] {
    let chords = chords(for: action)
    return chords.filter { chord in
      guard chord.name == .character("=") else { return true }
      return !chords.contains(KeyChord(.character("+"), chord.modifiers))
    }
  }

  /// The text of the first key of `action`, for menus; empty when it has none.
  public func label(for action: Action) -> String { chords(for: action).first?.label ?? "" }

  /// The caps of the first key of `action`, for tooltips; empty when it has none.
  public func caps(for action: Action) -> [String] { chords(for: action).first?.caps ?? [] }
}
