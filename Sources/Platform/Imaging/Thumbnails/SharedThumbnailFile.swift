import CLinux
import DecoderWire
import Pixels

/// The location and the metadata of one file to be written to the shared thumbnail cache.
struct SharedThumbnailFile: Sendable {
  var shared: SharedThumbnails
  var identity: FileIdentity
  var uri: CanonicalURI
  var size: ThumbnailSize
  var naturalSize: PixelSize?
  /// The name of the picture's format as a helper reports it, such as "JPEG"; may be empty.
  var format: String

  /// The file name, which is the same in the folder of every size: the MD5 digest of the URI with
  /// ".png".
  var name: String { "\(MessageDigest(of: uri.bytes).hexadecimal).png" }

  /// The keywords and values of the PNG tEXt chunks, in file order.
  var textChunks: [(String, [UInt8])] {
    var textChunks: [(String, [UInt8])] = [
      ("Thumb::URI", uri.bytes), ("Thumb::MTime", Array("\(identity.modifiedSeconds)".utf8)),
      ("Thumb::Size", Array("\(identity.size)".utf8)),
    ]
    if let type = Self.mediaTypesByFormat[format] {
      textChunks.append(("Thumb::Mimetype", Array(type.utf8)))
    }
    if let naturalSize {
      textChunks.append(("Thumb::Image::Width", Array("\(naturalSize.width)".utf8)))
      textChunks.append(("Thumb::Image::Height", Array("\(naturalSize.height)".utf8)))
    }
    textChunks.append(("Software", Array(shared.program.utf8)))
    return textChunks
  }

  /// The media types by the format names that helpers report. A helper is not trusted: for an
  /// unknown name no media type is written.
  private static let mediaTypesByFormat = [
    "JPEG": "image/jpeg", "PNG": "image/png", "GIF": "image/gif", "WebP": "image/webp",
    "TIFF": "image/tiff", "BMP": "image/bmp", "AVIF": "image/avif", "HEIC": "image/heif",
    "SVG": "image/svg+xml", "ICO": "image/vnd.microsoft.icon",
    "ANI": "application/x-navi-animation",
    "ICNS": "image/x-icns", "PNM": "image/x-portable-anymap", "TGA": "image/x-tga",
    "XBM": "image/x-xbitmap", "XPM": "image/x-xpixmap", "QTIF": "image/x-quicktime",
    "QOI": "image/qoi",
  ]
}
