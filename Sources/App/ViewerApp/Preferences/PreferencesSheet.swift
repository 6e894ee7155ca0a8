import PhotoBrowser
import Transitions
import Views

/// The sheet in which preferences are chosen; every choice is in force at once.
///
/// - Source: the settings of JXPhotoBrowser 4.1's demo: transition, direction, looping, auto-play.
final class PreferencesSheet: FormSheet {
  /// What is in force.
  private(set) var shown: Preferences
  /// Called with every other choice.
  var onChange: (Preferences) -> Void = { _ in }

  private static let directions: [(Preferences.Direction, String)] = [
    (.leftToRight, "Left to Right"), (.rightToLeft, "Right to Left"),
    (.topToBottom, "Top to Bottom"),
  ]
  private static let indicators = [
    ("auto", "Automatic"), ("dots", "Dots"), ("number", "Number"), ("none", "None"),
  ]
  private static let seconds: [Double] = [1, 2, 3, 5, 8, 10, 15, 30, 60]

  /// Makes a sheet that shows what is in force.
  init(_ preferences: Preferences) {
    shown = preferences
    let animators = TransitionAnimators.names.map { ($0.0, Self.title($0.0)) }
    let effects =
      [("none", "Slide")] + PageEffects.standard.entries.map { ($0.name, $0.title) }
    let times = Set(Self.seconds + [preferences.slideshow].compactMap(\.self)).sorted()
    var changes: [(SettingRow, @MainActor (inout Preferences, Int) -> Void)] = []
    func choice<Value: Equatable & Sendable>(
      _ title: String, _ values: [(Value, String)], _ current: Value?,
      _ set: @escaping @MainActor (inout Preferences, Value) -> Void
    ) {
      let index = values.firstIndex { $0.0 == current } ?? 0
      let row = SettingRow(title, choices: values.map(\.1), index: index)
      changes.append((row, { set(&$0, values[$1].0) }))
    }
    choice("Opening", animators, preferences.animator) { $0.animator = $1 }
    choice("Page Turn", effects, preferences.pageEffect) { $0.pageEffect = $1 }
    choice("Direction", Self.directions, preferences.direction) { $0.direction = $1 }
    changes.append(
      (SettingRow("Loop", isOn: preferences.loops ?? false), { $0.loops = $1 == 1 }))
    choice("Page Indicator", Self.indicators, preferences.indicator) { $0.indicator = $1 }
    choice(
      "Slideshow", times.map { ($0, "\(Preferences.seconds($0)) s") }, preferences.slideshow
    ) { $0.slideshow = $1 }
    changes.append(
      (
        SettingRow("Reduce Motion", isOn: preferences.motion == .reduced),
        { $0.motion = $1 == 1 ? .reduced : .full }
      ))
    super.init("Preferences", items: changes.map(\.0))
    for (row, change) in changes {
      row.onChange = { [weak self] index in
        guard let self else { return }
        change(&shown, index)
        onChange(shown)
      }
    }
  }

  /// “smooth-zoom” as people write it.
  private static func title(_ name: String) -> String {
    name.split(separator: "-").map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
  }
}
