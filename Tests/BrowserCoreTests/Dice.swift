import TestSupport

/// Seeded randomness: the same seed gives the same script on every machine.
struct Dice: RandomNumberGenerator {
  private var generator: SeededGenerator

  init(seed: Int) { generator = SeededGenerator(seed: UInt64(truncatingIfNeeded: seed)) }

  mutating func next() -> UInt64 { generator.next() }

  mutating func number(_ range: ClosedRange<Double>) -> Double {
    Double.random(in: range, using: &self)
  }
  mutating func whole(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ p: Double) -> Bool { number(0...1) < p }
}
