import RealModule

/// The accumulator of the cell-size steps of keys and mouse wheel, which are fractions on smooth
/// wheels.
struct CellSizeStepper: Hashable, Sendable {
  /// The factor by which one step changes the width of a cell, 2^(1/4).
  private static let factor = 1.1892
  /// The maximum number of steps in one call; a larger number is a fault of the input device.
  private static let maxSteps = 50.0

  /// The part of the added steps that is less than a whole step, −1…1, and has had no effect yet.
  private var unappliedSteps = 0.0

  mutating func reset() { unappliedSteps = 0 }

  /// Adds steps of cell size (positive: larger cells) and returns the layout that results; nil when
  /// the number of columns stays. A whole step changes that number by at least 1, within the
  /// permitted range.
  mutating func addSteps(_ steps: Double, in arrangement: GridArrangement) -> GridLayout? {
    guard steps.isFinite else { return nil }
    if steps * unappliedSteps < 0 { unappliedSteps = 0 }
    unappliedSteps += min(max(steps, -Self.maxSteps), Self.maxSteps)
    let whole = unappliedSteps.rounded(.towardZero)
    guard whole != 0 else { return nil }
    unappliedSteps -= whole
    let current = arrangement.layout.columns
    let range = arrangement.columnRange
    let side = arrangement.options.preferredSide * Double.pow(Self.factor, whole)
    let limited = arrangement.layout.metrics.clamped(side: side)
    var columns = Int(arrangement.fractionalColumns(side: limited).rounded())
    if columns == current { columns -= whole > 0 ? 1 : -1 }
    columns = min(max(columns, range.lowerBound), range.upperBound)
    return columns == current ? nil : arrangement.makeLayout(columns: columns)
  }
}
