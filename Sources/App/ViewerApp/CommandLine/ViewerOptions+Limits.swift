import DecoderWire
import Imaging

/// What one picture may cost, where that was said; nil where the default holds.
nonisolated struct PictureLimits: Hashable, Sendable {
  /// Pixels of a picture that has to be decoded whole.
  var pixels: Amount?
  /// Bytes of a file that are read.
  var bytes: Amount?
  /// Seconds a picture may take.
  var seconds: Double?
  /// Frames of an animation.
  var frames: Amount?

  /// Nobody waits longer for a picture, in seconds: an hour.
  static let longestTime = 3600.0

  /// Puts them into what the pipeline is told.
  func apply(to imaging: inout ImagingConfiguration) {
    if let pixels { imaging.limits.pixels = pixels.things }
    if let bytes { imaging.limits.fileBytes = bytes.bytes }
    if let frames { imaging.limits.frames = frames.things }
    guard let seconds else { return }
    imaging.deadline = seconds
    imaging.limits.seconds = Int(seconds.rounded(.up))
  }
}

nonisolated extension ViewerOptions {
  /// What one picture may cost.
  var limits: PictureLimits {
    get {
      PictureLimits(pixels: maxPixels, bytes: maxBytes, seconds: maxSeconds, frames: maxFrames)
    }
    set {
      (maxPixels, maxBytes) = (newValue.pixels, newValue.bytes)
      (maxSeconds, maxFrames) = (newValue.seconds, newValue.frames)
    }
  }
}
