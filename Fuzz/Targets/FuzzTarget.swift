/// A parser of untrusted bytes that is fuzzed.
public struct FuzzTarget: Sendable {
  /// The name of the target on the command line, and of the folder of its corpus.
  public let name: String
  /// The maximum length of an input in bytes; longer inputs are not expected to reach more code.
  public let maxBytes: Int
  /// Initial inputs that are made by code, in addition to those of the corpus.
  public let seeds: [[UInt8]]
  /// Parses an input. Traps when the result is wrong.
  public let take: @Sendable ([UInt8]) -> Void

  init(
    _ name: String, maxBytes: Int = 4096, seeds: [[UInt8]] = [],
    _ take: @escaping @Sendable ([UInt8]) -> Void
  ) {
    self.name = name
    self.maxBytes = maxBytes
    self.seeds = seeds
    self.take = take
  }

  /// All targets.
  public static let all = wires + buses + archives + pictures + names + network
}
