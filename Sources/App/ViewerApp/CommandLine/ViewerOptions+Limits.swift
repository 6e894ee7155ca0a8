import DecoderWire
import Imaging

/// The resource limits of the command line for decoding one picture. The default limit applies
/// where a value is nil.
nonisolated struct PictureLimits: Hashable, Sendable {
  /// The maximum number of pixels of a picture that is decoded whole; above it, only tiles are
  /// decoded.
  var pixels: Amount?
  /// The maximum size of a picture file in bytes.
  var fileBytes: Amount?
  /// The maximum time in seconds for decoding a picture.
  var seconds: Double?
  /// The maximum number of frames of an animation.
  var frames: Amount?

  /// The maximum that `seconds` may have: an hour.
  static let maxDecodingTime = 3600.0

  /// Copies the limits that are not nil into the configuration of the image pipeline.
  func apply(to imaging: inout ImagingConfiguration) {
    if let pixels { imaging.limits.pixels = pixels.count }
    if let fileBytes { imaging.limits.fileBytes = fileBytes.bytes }
    if let frames { imaging.limits.frames = frames.count }
    guard let seconds else { return }
    imaging.timeLimit = seconds
    imaging.limits.seconds = Int(seconds.rounded(.up))
  }
}

nonisolated extension ViewerOptions {
  /// The resource limits of `--max-pixels`, `--max-bytes`, `--max-seconds` and `--max-frames`.
  var limits: PictureLimits {
    get {
      PictureLimits(pixels: maxPixels, fileBytes: maxBytes, seconds: maxSeconds, frames: maxFrames)
    }
    set {
      (maxPixels, maxBytes) = (newValue.pixels, newValue.fileBytes)
      (maxSeconds, maxFrames) = (newValue.seconds, newValue.frames)
    }
  }
}
