import DecoderWire

/// The examined file of a request, with its entry in the shared cache.
struct ExaminedFile {
  /// The file size in bytes above which a preview is worthwhile: a JPEG of this size takes about 30
  /// ms to decode.
  private static let previewThreshold: Int64 = 2 << 20
  /// The minimum size of a cached thumbnail for use as a preview; a page from a smaller one is too
  /// blurred.
  private static let minStoredSize = ThumbnailSize.large

  let identity: FileIdentity
  /// The thumbnail in the shared cache; nil when there is none or no preview is needed.
  let stored: SharedThumbnails.Found?

  /// Examines the file at `path` and looks it up in the cache `shared`.
  ///
  /// - Throws: `.unreadable` when it is not a readable regular file.
  init(_ path: FilePathBytes, _ shared: SharedThumbnails?) throws(DecodeFailure) {
    identity = try FileIdentity.read(path)
    stored =
      identity.size > Self.previewThreshold ? shared?.find(identity, Self.minStoredSize) : nil
  }

  /// Whether the file has so many bytes that a preview is worthwhile.
  var isLarge: Bool { identity.size > Self.previewThreshold }
}
