/// One way in for bytes that nobody vouches for.
public struct FuzzTarget: Sendable {
  /// The name on the command line, and of the folder of its corpus.
  public let name: String
  /// Longer inputs find nothing that shorter ones do not.
  public let maxBytes: Int
  /// Inputs to begin with that are made by code, beside those of the corpus.
  public let seeds: [[UInt8]]
  /// Takes the bytes in. Ends the program when what comes of them is wrong.
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

  /// All there are.
  public static let all = wires + buses + archives + pictures + names + network
}
