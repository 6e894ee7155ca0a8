/// What names of pictures end with: the one list of the program. What the helper has formats for
/// says the same, and a test sees to it.
public enum PictureExtensions {
  /// Lower case, without the dot: everything that a decoder of ours or one of the packages can
  /// show.
  public static let all: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "png", "apng", "gif", "webp", "avif", "avifs",
    "heic", "heif", "hif", "jxl", "tif", "tiff", "bmp", "dib", "ico", "cur", "icns", "svg", "svgz",
    "tga", "targa", "pnm", "ppm", "pgm", "pam", "pbm", "xpm", "xbm", "ani", "qtif", "qif", "jp2",
    "j2k",
    "jpf", "jpx", "qoi",
  ]
}
