import DecoderWire
public import Pixels

/// Animations.
extension ImagePipeline {
  /// The frames of the animation at `path`. Decoding starts at once with the first frame.
  ///
  /// - Parameters:
  ///   - naturalSize: The known size of the picture; as long as it is wrong, frames are requested
  ///     one by one.
  ///   - target: The box in device pixels that frames are fitted into. Frames are never enlarged.
  public func frames(
    of path: FilePathBytes, naturalSize: PixelSize, target: PixelSize
  ) -> AnimationFrames {
    let frames = AnimationFrames(
      frameHelper.makeSessionID(), name: path.name, naturalSize: naturalSize, target: target,
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
