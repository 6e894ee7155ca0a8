/// Seeded random numbers for test scripts: the same seed gives the same script on every machine.
public struct SeededRandom: RandomNumberGenerator {
  private var generator: SeededGenerator

  /// Creates a generator with a seed.
  public init(seed: Int) { generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed)) }

  public mutating func next() -> UInt64 { generator.next() }

  /// A uniform random number of `range`.
  public mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }

  /// A uniform random integer of `range`.
  public mutating func whole(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &self)
  }

  /// Returns true with probability `p`.
  public mutating func chance(_ p: Double) -> Bool { number(0...1) < p }
}
