/// The file extensions of pictures: the only such list of the program. A test compares it with the
/// formats of the helper.
public enum PictureExtensions {
  /// The extensions in lower case, without the dot, of all formats that a built-in decoder or an
  /// installable package can show.
  public static let all: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "jif", "mpo", "png", "apng", "gif", "webp", "avif", "avifs",
    "heic", "heif", "hif", "jxl", "tif", "tiff", "bmp", "dib", "ico", "cur", "icns", "svg", "svgz",
    "tga", "targa", "pnm", "ppm", "pgm", "pam", "pbm", "xpm", "xbm", "ani", "qtif", "qif", "jp2",
    "j2k",
    "jpf", "jpx", "qoi",
  ]
}
