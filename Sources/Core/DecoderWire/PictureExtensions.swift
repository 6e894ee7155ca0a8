/// The file extensions of pictures, the only such list of the program. A test compares the list
/// with the formats of the decoder.
public enum PictureExtensions {
  /// The extensions, in lower case without the dot, of all picture formats that a built-in decoder
  /// or an installable library can show.
  public static let all = Set([
    "jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "png", "apng", "gif", "webp", "avif", "avifs",
    "heic", "heif", "hif", "jxl", "tif", "tiff", "bmp", "dib", "ico", "cur", "icns", "svg", "svgz",
    "tga", "targa", "pnm", "ppm", "pgm", "pam", "pbm", "xpm", "xbm", "ani", "qtif", "qif", "jp2",
    "j2k",
    "jpf", "jpx", "j2c", "jpc", "qoi", "exr", "hdr", "psd", "psb", "dds", "pcx", "sgi",
    "ff", "farbfeld",
  ]).union(cameraRaw)

  /// The extensions of documents, in lower case without the dot. A document opens like a folder of
  /// its pages.
  package static let documents: Set<String> = ["pdf", "djvu", "djv"]

  /// The extensions of camera RAW files, in lower case without the dot.
  public static let cameraRaw: Set<String> = [
    "dng", "cr2", "cr3", "nef", "arw", "raf", "rw2", "orf", "pef", "srw", "crw", "nrw", "sr2",
    "srf",
    "rwl", "3fr", "iiq", "erf", "kdc", "dcr", "mef", "mos", "mrw", "x3f",
  ]
}
