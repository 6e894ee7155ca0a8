import DecoderWire

/// Which file a request is for, and what the desktop has of it.
struct FoundFile {
  /// Bytes from which a picture is worth a preview: a JPEG of this size takes some 30 ms to decode.
  private static let previewAbove: Int64 = 2 << 20
  /// A smaller thumbnail is not worth a look: a page would be a blur.
  private static let leastStored = ThumbnailSize.large

  let identity: FileIdentity
  /// The thumbnail in the shared cache, if the picture is worth a preview.
  let stored: SharedThumbnails.Found?

  /// Looks at `path`, and into the cache `shared`.
  init(_ path: FilePathBytes, _ shared: SharedThumbnails?) throws(DecodeFailure) {
    identity = try FileIdentity.read(path)
    stored =
      identity.size > Self.previewAbove ? shared?.find(identity, Self.leastStored) : nil
  }

  /// True when something recognisable is worth being looked for first.
  var isLarge: Bool { identity.size > Self.previewAbove }
}
