package import DecoderWire
package import DecodingSupport
import Pixels

/// The file types that are recognised by signature or extension but cannot be decoded.
package enum UnsupportedType {
  /// The failure for a file that no decoder accepts: `.missingLoader` with the name of the file
  /// type, or `.unknownFormat` when the type is unknown.
  package static func failure(of bytes: PictureBytes, name: String) -> DecodeFailure {
    let fileExtension = fileExtension(of: name)
    guard let type = typeBySignature(bytes, fileExtension) ?? typeByExtension(fileExtension) else {
      return DecodeFailure(.unknownFormat)
    }
    return DecodeFailure(.missingLoader, format: type)
  }

  /// The signatures at the beginning of files, in Latin-1, with the names of the file types.
  private static let signatures: [(String, String)] = [
    ("%PDF-", "PDF document"),
    ("%!PS", "PostScript document"),
    ("gimp xcf", "GIMP image (XCF)"),
    ("AT&TFORM", "DjVu document"),
    ("SIMPLE  =", "FITS image"),
    ("SDPX", "DPX image"),
    ("XPDS", "DPX image"),
    ("II\u{BC}\u{01}", "JPEG XR"),
    ("FLIF", "FLIF"),
    ("BPG\u{FB}", "BPG"),
    ("\u{1F}\u{8B}", "gzip archive"),
    ("\u{1A}\u{45}\u{DF}\u{A3}", "Matroska or WebM video"),
  ]

  private static func typeBySignature(_ b: PictureBytes, _ fileExtension: String) -> String? {
    for (signature, type) in signatures where b.hasLatin1(signature) { return type }
    if b.hasBytes("DICM", at: 128) { return "DICOM image" }
    if b.hasBytes("ftyp", at: 4) { return "MPEG-4 or QuickTime file" }
    if b.hasBytes("PK") && (b.byte(2) == 3 || b.byte(2) == 5) {
      return archiveType(b, fileExtension)
    }
    if b.hasLatin1("Rar!\u{1A}\u{07}") {
      return fileExtension == "cbr" ? comicsArchive : "RAR archive"
    }
    if b.hasLatin1("7z\u{BC}\u{AF}") {
      return fileExtension == "cb7" ? comicsArchive : "7-Zip archive"
    }
    return nil
  }

  /// The name of the type of a ZIP file. As in OpenDocument, the first member may be named
  /// "mimetype" and contain the type uncompressed.
  private static func archiveType(_ b: PictureBytes, _ fileExtension: String) -> String {
    if b.hasBytes("mimetypeimage/openraster", at: 30) { return "OpenRaster image" }
    if b.hasBytes("mimetypeapplication/x-krita", at: 30) { return "Krita document" }
    return typeByExtension(fileExtension) ?? "ZIP archive"
  }

  /// The name of a file type by its extension, for files whose bytes do not tell it; nil for other
  /// extensions.
  private static func typeByExtension(_ fileExtension: String) -> String? {
    switch fileExtension {
    case "cbz", "cbr", "cb7", "cbt": comicsArchive
    case "ora": "OpenRaster image"
    case "kra": "Krita document"
    case "xcf": "GIMP image (XCF)"
    case "pdf": "PDF document"
    case "jxr", "wdp", "hdp": "JPEG XR"
    default: nil
    }
  }

  private static let comicsArchive = "Comic book archive"

  private static func fileExtension(of name: String) -> String {
    let parts = name.split(separator: ".", omittingEmptySubsequences: false)
    return parts.count > 1 ? parts.last?.lowercased() ?? "" : ""
  }
}

extension PictureBytes {
  /// Whether the bytes begin with the characters of `signature` in Latin-1.
  fileprivate func hasLatin1(_ signature: String) -> Bool {
    signature.unicodeScalars.enumerated().allSatisfy {
      byte($0) == UInt8(truncatingIfNeeded: $1.value)
    }
  }
}

extension PictureFormat {
  /// The name of the file type in the message for a file of this format without its decoder.
  package var typeName: String {
    switch self {
    case .photoshop: "Photoshop document (PSD)"
    case .openEXR: "OpenEXR"
    case .dds: "DirectDraw Surface (DDS)"
    default: name
    }
  }
}
