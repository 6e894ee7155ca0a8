public import Pixels

/// Pictures that move.
extension ImagePipeline {
  /// The frames of the animation at `path`, from the first one on; decoding begins at once.
  ///
  /// - Parameters:
  ///   - naturalSize: what is known of its size; frames are asked for one by one as long as it is
  ///     wrong.
  ///   - target: the box, in device pixels, frames are fitted into. They are never enlarged.
  public func frames(
    of path: FilePathBytes, naturalSize: PixelSize, target: PixelSize
  ) -> AnimationFrames {
    frameHelper.open(path, naturalSize: naturalSize, target: target)
  }
}
