/// Which frames of an animation are wanted.
public struct FrameRequest: Hashable, Sendable {
  /// Names the animation for as long as it is played: a helper that remembers it goes on where it
  /// was, any other begins at the file that rides along.
  public var animation: UInt64
  /// The first frame wanted, from 0.
  public var first: Int
  /// Most frames wanted, at least 1. The helper may answer with fewer.
  public var count: Int

  /// Makes a request.
  public init(animation: UInt64, first: Int, count: Int) {
    self.animation = animation
    self.first = first
    self.count = count
  }
}

/// Frames of an animation, complete pictures one below the other in one piece of memory.
public struct FrameBatch: Hashable, Sendable {
  /// The number of its first frame: what was asked for, or 0 when the animation ends before.
  public var first: Int
  /// How long each of them is to be seen, in milliseconds as the file says.
  public var durations: [Int]
  /// How often the animation plays in all, 0 for ever.
  public var plays: Int
  /// One frame; all have the same layout, each directly behind the one before.
  public var layout: DecodeReply.PixelLayout

  /// Makes a batch.
  public init(first: Int, durations: [Int], plays: Int, layout: DecodeReply.PixelLayout) {
    self.first = first
    self.durations = durations
    self.plays = plays
    self.layout = layout
  }
}
