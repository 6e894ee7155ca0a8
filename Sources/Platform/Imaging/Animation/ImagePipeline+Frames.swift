import DecoderWire
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
    let frames = AnimationFrames(
      frameHelper.makeName(), name: path.name, naturalSize: naturalSize, target: target,
      budget: configuration.animationBytes, helper: frameHelper)
    frameHelper.add(frames)
    files.ask(waits: true) {
      Result { () throws(DecodeFailure) in try OpenedFile(path) }
    } then: { [weak frameHelper, weak frames] in
      frames?.open($0)
      frameHelper?.wake()
    }
    return frames
  }
}
