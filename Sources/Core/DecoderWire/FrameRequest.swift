/// The frames of an animation that a request asks for.
public struct FrameRequest: Hashable, Sendable {
  /// An identifier of the animation while it is played. A helper that still has its decoder state
  /// continues there; another one starts at the beginning of the file, which comes with the
  /// request.
  public var animation: UInt64
  /// The index of the first requested frame, from 0.
  public var first: Int
  /// The maximum number of frames in the reply, at least 1. The helper may answer with fewer.
  public var count: Int

  public init(animation: UInt64, first: Int, count: Int) {
    self.animation = animation
    self.first = first
    self.count = count
  }
}

/// Consecutive frames of an animation: complete pictures, one after another in one block of memory.
public struct FrameBatch: Hashable, Sendable {
  /// The index of the first frame: the requested one, or 0 when the animation has fewer frames.
  public var first: Int
  /// The duration of each frame in milliseconds, as stored in the file.
  public var durations: [Int]
  /// The number of times the animation is played; 0 is forever.
  public var iterationCount: Int
  /// The layout of one frame. All frames have the same layout and follow each other without gaps.
  public var layout: DecodeReply.PixelLayout

  public init(first: Int, durations: [Int], iterationCount: Int, layout: DecodeReply.PixelLayout) {
    self.first = first
    self.durations = durations
    self.iterationCount = iterationCount
    self.layout = layout
  }
}
