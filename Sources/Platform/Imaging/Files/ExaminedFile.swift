import DecoderWire

/// The identity of a requested file, and its file in the shared thumbnail cache.
struct ExaminedFile {
  /// The file size in bytes above which a preview is shown before the picture: a JPEG of this size
  /// takes about 30 ms to decode.
  private static let previewThreshold: Int64 = 2 << 20
  /// The minimum size of a stored thumbnail that is shown in place of a page; a smaller one is too
  /// blurred.
  private static let minStoredSize = ThumbnailSize.large

  let identity: FileIdentity
  /// The file of the picture in the shared thumbnail cache, possibly a failure entry; nil when
  /// there is none, or the picture file has too few bytes to need a preview.
  let stored: SharedThumbnails.OpenedEntry?

  /// Reads the identity of the file at `path` and, if the file is large, looks for its thumbnail in
  /// the cache `shared`.
  ///
  /// - Throws: `.unreadable` when the file does not exist or is not a regular file.
  init(_ path: FilePathBytes, _ shared: SharedThumbnails?) throws(DecodeFailure) {
    identity = try FileIdentity.read(path)
    stored =
      identity.size > Self.previewThreshold ? shared?.find(identity, Self.minStoredSize) : nil
  }

  /// Whether the file has so many bytes that a preview is shown before the picture.
  var isLarge: Bool { identity.size > Self.previewThreshold }
}
