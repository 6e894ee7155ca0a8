public import DecoderWire
public import Pixels

/// The pixels of a decoded picture with the properties of its file.
public struct DecodedImage: Sendable {
  /// The pixels, with the orientation stored in the file applied.
  public var bitmap: Bitmap
  /// The properties of the whole picture as read from the file, such as natural size and format.
  public var info: DecodeReply.Info
  /// Whether the picture was decoded at the size that it has in the requested box; false for a
  /// picture of another size, which is shown until the exact one arrives.
  public var isExact: Bool
  /// The shared memory of a helper that begins with the pixels; nil for a picture from the cache, a
  /// preview or a copy. It must not be retained for long: file descriptors are limited.
  package var memory: OwnedDescriptor?

  public init(bitmap: Bitmap, info: DecodeReply.Info, isExact: Bool) {
    self.bitmap = bitmap
    self.info = info
    self.isExact = isExact
  }
}

extension DecodedImage {
  /// The usefulness of a picture that is shown until the exact one arrives: a whole picture is
  /// better than an incomplete one; among equals, more pixels are better.
  struct Quality: Comparable {
    let isComplete: Bool
    let pixelCount: Int

    static func < (a: Quality, b: Quality) -> Bool {
      a.isComplete == b.isComplete ? a.pixelCount < b.pixelCount : b.isComplete
    }
  }

  /// Whether the picture has pixels everywhere, at any resolution: false while a part of it is not
  /// decoded yet, or when its file is cut off.
  public var isComplete: Bool { bitmap.isOpaque || !info.isTruncated }

  var quality: Quality { Quality(isComplete: isComplete, pixelCount: bitmap.size.area ?? 0) }
}

/// A result of a picture request. Any number of previews are followed by exactly one exact picture
/// or failure, unless the request is cancelled. A request for fast paging ends with its first
/// update, which may be a preview.
public enum ImageUpdate: Sendable {
  /// A picture to be shown until the exact one arrives: the whole picture at another resolution or,
  /// with `info.isTruncated`, the part that is decoded so far. No preview is worse than the
  /// previous one.
  case preview(DecodedImage)
  /// The picture at the size of the requested box. No update follows.
  case exact(DecodedImage)
  /// The reason why the picture cannot be shown. No update follows.
  case failed(DecodeFailure)
}
