public import DecoderWire
public import Pixels

/// A decoded picture with its properties.
public struct DecodedImage: Sendable {
  /// The pixels, in upright orientation.
  public var bitmap: Bitmap
  /// The natural size, format and further properties.
  public var info: DecodeReply.Info
  /// Whether the picture is decoded at the size of the requested target, and is not a stand-in.
  public var isExact: Bool
  /// The shared memory that starts with the pixels; nil unless they come directly from a helper. Do
  /// not keep it: file descriptors are limited.
  package var memory: OwnedDescriptor?

  public init(bitmap: Bitmap, info: DecodeReply.Info, isExact: Bool) {
    self.bitmap = bitmap
    self.info = info
    self.isExact = isExact
  }
}

extension DecodedImage {
  /// The quality of a picture as a stand-in: a whole picture is better than an incomplete one, then
  /// more pixels are better than fewer.
  struct Quality: Comparable {
    let isWhole: Bool
    let pixels: Int

    static func < (a: Quality, b: Quality) -> Bool {
      a.isWhole == b.isWhole ? a.pixels < b.pixels : b.isWhole
    }
  }

  /// Whether the whole picture is visible, at any resolution.
  public var isWhole: Bool { bitmap.isOpaque || !info.isTruncated }

  var quality: Quality { Quality(isWhole: isWhole, pixels: bitmap.size.area ?? 0) }
}

/// A result of a request. Any number of previews come first, then exactly one exact picture or
/// failure, unless the task is cancelled. A fast-paging request ends with its first update, which
/// may be a preview.
public enum ImageUpdate: Sendable {
  /// A stand-in until the exact picture comes: the whole picture at lower resolution or, with
  /// `info.isTruncated`, the part that is decoded so far. No preview is worse than the one before.
  case preview(DecodedImage)
  /// The picture for the requested target. This is the last update.
  case exact(DecodedImage)
  /// The failure of the request. This is the last update.
  case failed(DecodeFailure)
}
