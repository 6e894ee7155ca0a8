import BrowserHost

/// The table of media types by filename extension, as in the shared MIME database.
nonisolated enum MediaType {
  private static let mediaTypesByExtension: [String: String] = [
    "jpg": "image/jpeg", "jpeg": "image/jpeg", "jpe": "image/jpeg", "jfif": "image/jpeg",
    "png": "image/png", "apng": "image/apng", "gif": "image/gif", "webp": "image/webp",
    "svg": "image/svg+xml", "svgz": "image/svg+xml-compressed", "tif": "image/tiff",
    "tiff": "image/tiff", "avif": "image/avif", "heic": "image/heif", "heif": "image/heif",
    "jxl": "image/jxl", "bmp": "image/bmp", "ico": "image/vnd.microsoft.icon",
    "tga": "image/x-tga", "pnm": "image/x-portable-anymap", "pbm": "image/x-portable-bitmap",
    "pgm": "image/x-portable-graymap", "ppm": "image/x-portable-pixmap", "qoi": "image/qoi",
    "xbm": "image/x-xbitmap", "xpm": "image/x-xpixmap",
  ]

  /// The media type of a picture, by its filename extension; nil if the table does not contain the
  /// extension.
  static func ofPicture(_ file: FilePath) -> String? { mediaTypesByExtension[file.fileExtension] }
}
