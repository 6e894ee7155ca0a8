/// A table of keys and the actions that they trigger.
public struct KeyBindings<Action: Hashable & Sendable>: Hashable, Sendable {
  private struct Binding: Hashable, Sendable {
    let chord: KeyChord
    let action: Action
  }
  private var actionsByChord: [KeyChord: Action] = [:]
  private var orderedBindings: [Binding] = []

  /// Makes a table that contains no keys.
  public init() {}

  /// Makes a table of actions and their keys; the first key of an action is the one for menus and
  /// tooltips. A key that is listed twice triggers the action listed last.
  public init(_ rows: [(Action, [KeyChord])]) {
    for (action, chords) in rows {
      for chord in chords { self[chord] = action }
    }
  }

  /// The action that a key triggers; nil when the key has none. Setting nil removes the key.
  public subscript(chord: KeyChord) -> Action? {
    get { actionsByChord[chord] }
    set {
      if actionsByChord[chord] != nil { orderedBindings.removeAll { $0.chord == chord } }
      actionsByChord[chord] = newValue
      if let newValue { orderedBindings.append(Binding(chord: chord, action: newValue)) }
    }
  }

  /// Removes all keys of `action`.
  public mutating func removeKeys(of action: Action) {
    for chord in chords(for: action) { self[chord] = nil }
  }

  /// All keys of an action; the one for menus and tooltips comes first.
  public func chords(for action: Action) -> [KeyChord] {
    orderedBindings.filter { $0.action == action }.map(\.chord)
  }

  /// All keys of an action, without `=` if `+` with the same modifiers is also one of them: on many
  /// keyboards both are the same key, with and without Shift.
  package func distinctChords(for action: Action) -> [KeyChord] {
    let chords = chords(for: action)
    return chords.filter { chord in
      guard chord.name == .character("=") else { return true }
      return !chords.contains(KeyChord(.character("+"), chord.modifiers))
    }
  }

  /// The text of the first key of `action`, for menus; empty when the action has no key.
  public func label(for action: Action) -> String { chords(for: action).first?.label ?? "" }

  /// The labels of the keys that are pressed together for the first key of `action`, for tooltips;
  /// empty when the action has no key.
  public func caps(for action: Action) -> [String] { chords(for: action).first?.caps ?? [] }
}
