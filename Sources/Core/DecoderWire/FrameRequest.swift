/// The frames of an animation that a request asks for.
public struct FrameRequest: Hashable, Sendable {
  /// An identifier of the animation, the same in all requests while it is played. A decoder that
  /// has decoded this animation before continues where it stopped; any other decoder starts at the
  /// beginning of the file, which comes with the request.
  public var animationID: UInt64
  /// The index of the first requested frame, from 0.
  public var firstIndex: Int
  /// The maximum number of frames in the reply, at least 1. The decoder may send fewer.
  public var count: Int

  public init(animationID: UInt64, firstIndex: Int, count: Int) {
    self.animationID = animationID
    self.firstIndex = firstIndex
    self.count = count
  }
}

/// Consecutive frames of an animation: complete pictures, stored one after another in one block of
/// memory.
public struct FrameBatch: Hashable, Sendable {
  /// The index of the first frame in the batch: the requested one, or 0 when the animation has
  /// fewer frames.
  public var firstIndex: Int
  /// The duration of each frame in milliseconds, as stored in the file.
  public var durationsMilliseconds: [Int]
  /// The number of times that the animation is played; 0 for endless.
  public var iterationCount: Int
  /// The memory layout of one frame. All frames have the same layout and follow each other without
  /// gaps.
  public var layout: DecodeReply.PixelLayout

  public init(
    firstIndex: Int, durationsMilliseconds: [Int], iterationCount: Int,
    layout: DecodeReply.PixelLayout
  ) {
    self.firstIndex = firstIndex
    self.durationsMilliseconds = durationsMilliseconds
    self.iterationCount = iterationCount
    self.layout = layout
  }
}
