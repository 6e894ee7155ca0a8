public import DecoderWire
public import Pixels

/// A picture and what is known about it.
public struct DecodedImage: Sendable {
  /// The pixels, upright.
  public var bitmap: Bitmap
  /// Natural size, format and the like.
  public var info: DecodeReply.Info
  /// True when these are the very pixels the asked target is to show, not a stand-in.
  public var isExact: Bool
  /// The shared memory that the pixels begin; nil unless they come straight from a helper. Not to be
  /// kept: there are only so many descriptors.
  package var memory: OwnedDescriptor?

  /// Makes a decoded picture.
  public init(bitmap: Bitmap, info: DecodeReply.Info, isExact: Bool) {
    self.bitmap = bitmap
    self.info = info
    self.isExact = isExact
  }
}

extension DecodedImage {
  /// How much a stand-in shows: all of the picture before a part of it, then more pixels before
  /// fewer.
  struct Worth: Comparable {
    let isWhole: Bool
    let pixels: Int

    static func < (a: Worth, b: Worth) -> Bool {
      a.isWhole == b.isWhole ? a.pixels < b.pixels : b.isWhole
    }
  }

  /// True when all of the picture is to be seen, however coarse.
  public var isWhole: Bool { bitmap.isOpaque || !info.isTruncated }

  var worth: Worth { Worth(isWhole: isWhole, pixels: bitmap.size.area ?? 0) }
}

/// What a request leads to; a glance ends with its first update, which may be a preview. Any number of previews come first, then exactly one of the other two,
/// unless the task is cancelled.
public enum ImageUpdate: Sendable {
  /// Something recognisable of the picture, to be shown until the exact one comes: all of it, or,
  /// with `info.isTruncated`, what is there of one that is being decoded. Each is worth at least as
  /// much as the one before.
  case preview(DecodedImage)
  /// The picture for the asked target. The last update.
  case exact(DecodedImage)
  /// There will be no picture. The last update.
  case failed(DecodeFailure)
}
