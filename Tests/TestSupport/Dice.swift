/// Seeded chance for a script: the same seed gives the same script on every machine.
public struct Dice: RandomNumberGenerator {
  private var generator: SeededGenerator

  /// Makes dice that fall as the seed says.
  public init(seed: Int) { generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed)) }

  /// The next number.
  public mutating func next() -> UInt64 { generator.next() }

  /// A number of a range.
  public mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A whole number of a range.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// True in `p` of all cases; 1 is always.
  public mutating func chance(_ p: Double) -> Bool { number(0...1) < p }
}
