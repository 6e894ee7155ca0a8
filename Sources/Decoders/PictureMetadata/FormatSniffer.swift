package import DecodingSupport
import Deflate
import Pixels

/// The detection of a file's format from its bytes. The name of the file decides only when the
/// bytes are ambiguous.
package enum FormatSniffer {
  package static func format(of bytes: PictureBytes, name: String) -> PictureFormat? {
    cameraRaw(bytes, name) ?? formatBySignature(bytes) ?? formatByBoxes(bytes) ?? formatByText(
      bytes) ?? formatByName(bytes, name)
  }

  /// The probable format of a file, for preloading the libraries of the format; nil when it is
  /// unknown. Any text that begins with a tag, and any gzip file, may be an SVG: nothing is parsed
  /// or decompressed.
  package static func presumedFormat(of b: PictureBytes, name: String) -> PictureFormat? {
    if let format = cameraRaw(b, name) ?? formatBySignature(b) ?? formatByBoxes(b) { return format }
    let isPacked = b.byte(0) == 0x1F && b.byte(1) == 0x8B
    return isPacked || XMLProlog(b.part(0..<headBytes)).beginsWithTag ? .svg : nil
  }

  /// The signatures of camera RAW files that are no TIFF files, with their offsets.
  private static let rawSignatures: [(StaticString, offset: Int)] = [
    ("FUJIFILMCCD-RAW", 0), ("IIRO", 0), ("IIRS", 0), ("MMOR", 0), ("IIU\0", 0), ("FOVb", 0),
    ("\0MRM", 0), ("HEAPCCDR", 6), ("ftypcrx ", 4),
  ]

  /// `.cameraRaw` for a camera RAW file; nil for another file. Most camera RAW files have the
  /// structure of a TIFF: the bytes "CR" at offset 8 or the extension of the name then decide.
  private static func cameraRaw(_ b: PictureBytes, _ name: String) -> PictureFormat? {
    if rawSignatures.contains(where: { b.hasBytes($0, at: $1) }) { return .cameraRaw }
    guard b.little32(0) == 0x002A_4949 || b.big32(0) == 0x4D4D_002A else { return nil }
    return b.hasBytes("CR", at: 8)
      || PictureFormat.cameraRaw.extensions.contains(fileExtension(of: name))
      ? .cameraRaw : nil
  }

  private static func fileExtension(of name: String) -> String {
    name.split(separator: ".").last.map { $0.lowercased() } ?? ""
  }

  private static func formatBySignature(_ b: PictureBytes) -> PictureFormat? {
    if b.byte(0) == 0xFF, b.byte(1) == 0xD8, b.byte(2) == 0xFF { return .jpeg }
    if b.byte(0) == 0x89, b.hasBytes("PNG", at: 1) { return .png }
    if b.hasBytes("GIF8") { return .gif }
    if b.hasBytes("%PDF-") { return .pdf }
    if b.hasBytes("AT&TFORM"), b.hasBytes("DJV", at: 12) { return .djvu }
    if b.hasBytes("RIFF"), b.hasBytes("WEBP", at: 8) { return .webp }
    if b.hasBytes("RIFF"), b.hasBytes("ACON", at: 8) { return .ani }
    if b.little32(0) == 0x002A_4949 || b.big32(0) == 0x4D4D_002A { return .tiff }
    // BigTIFF has offsets of eight bytes.
    if b.little32(0) == 0x002B_4949 || b.big32(0) == 0x4D4D_002B { return .tiff }
    if b.hasBytes("BM"), b.count >= 26 { return .bmp }
    if b.hasBytes("icns") { return .icns }
    if b.hasBytes("qoif") { return .qoi }
    if b.hasBytes("#?RADIANCE") || b.hasBytes("#?RGBE") { return .radiance }
    if b.hasBytes("8BPS") { return .photoshop }
    if b.hasBytes("DDS ") { return .dds }
    if b.hasBytes("farbfeld") { return .farbfeld }
    if b.big16(0) == 0x01DA, let packing = b.byte(2), packing <= 1, let depth = b.byte(3),
      depth == 1 || depth == 2
    {
      return .sgi
    }
    // The rows are uncompressed (encoding 0) or run-length encoded (1).
    if b.byte(0) == 10, let version = b.byte(1), version <= 5, let encoding = b.byte(2),
      encoding <= 1, let bits = b.byte(3), [1, 2, 4, 8].contains(bits), b.byte(64) == 0,
      let planes = b.byte(65), 1...4 ~= planes
    {
      return .pcx
    }
    if b.big32(0) == 0x762F_3101 { return .openEXR }
    if b.big16(0) == 0xFF0A || b.hasBytes("JXL ", at: 4) { return .jpegXL }
    if b.hasBytes("jP  ", at: 4) || b.big32(0) == 0xFF4F_FF51 { return .jpeg2000 }
    if b.hasBytes("idsc", at: 4) || b.hasBytes("idat", at: 4) { return .qtif }
    if b.hasBytes("/* XPM */") { return .xpm }
    if b.byte(0) == UInt8(ascii: "P"), let kind = b.byte(1), (0x31...0x36).contains(kind),
      let space = b.byte(2), [0x20, 0x09, 0x0A, 0x0D, 0x23].contains(space)
    {
      return .pnm
    }
    if b.hasBytes("P7\n") { return .pam }
    if let kind = b.little32(0), kind == 0x1_0000 || kind == 0x2_0000,
      let count = b.little16(4), count > 0, count <= 4096
    {
      return .ico
    }
    return nil
  }

  // In ISOBMFF the first box is "ftyp" with a major brand and several compatible brands.
  private static func formatByBoxes(_ b: PictureBytes) -> PictureFormat? {
    guard b.hasBytes("ftyp", at: 4), let size = b.big32(0), size >= 16 else { return nil }
    var isHEIF = false
    for offset in [8] + Array(stride(from: 16, to: min(size, 256), by: 4)) {
      if b.hasBytes("avif", at: offset) || b.hasBytes("avis", at: offset) { return .avif }
      isHEIF =
        isHEIF || b.hasBytes("hei", at: offset) || b.hasBytes("hev", at: offset)
        || b.hasBytes("mif1", at: offset) || b.hasBytes("msf1", at: offset)
    }
    return isHEIF ? .heif : nil
  }

  private static func formatByText(_ b: PictureBytes) -> PictureFormat? {
    let prolog = XMLProlog(b)
    if prolog.beginsWithTag { return prolog.isSVG ? .svg : nil }
    if let packed = GzipFile(b) {
      guard let (head, _) = try? packed.unpacked(atMost: headBytes) else { return nil }
      return XMLProlog(head.bytes).isSVG ? .svg : nil
    }
    var i = b.hasBytes("\u{FEFF}") ? 3 : 0
    while i < headBytes, let c = b.byte(i), c == 0x20 || (0x09...0x0D).contains(c) { i += 1 }
    if b.hasBytes("#define ", at: i), hasXBMDefines(b) { return .xbm }
    return nil
  }

  /// Number of bytes at the beginning of a PDF file in which its header may lie (ISO 32000-1, annex
  /// H.3).
  private static let maxPDFPrefix = 1024

  /// Maximum number of bytes that are decompressed or skipped in order to detect a format.
  private static let headBytes = 1 << 16

  private static func hasXBMDefines(_ b: PictureBytes) -> Bool {
    (0..<min(b.count, 2048)).contains {
      b.hasBytes("_bits", at: $0) || b.hasBytes("_width", at: $0)
    }
  }

  private static func formatByName(_ b: PictureBytes, _ name: String) -> PictureFormat? {
    let fileExtension = fileExtension(of: name)
    if PictureFormat.svg.extensions.contains(fileExtension),
      XMLProlog(b).beginsWithTag || GzipFile(b) != nil
    {
      return .svg
    }
    if PictureFormat.tga.extensions.contains(fileExtension) || b.hasTargaFooter
      || b.hasLengthOfUncompressedTarga,
      PictureSizeInHeader.targa(b) != nil
    {
      return .tga
    }
    if PictureFormat.pdf.extensions.contains(fileExtension),
      (0..<maxPDFPrefix).contains(where: { b.hasBytes("%PDF-", at: $0) })
    {
      return .pdf
    }
    if PictureFormat.xbm.extensions.contains(fileExtension), b.hasBytes("/*") { return .xbm }
    return nil
  }
}

extension PictureBytes {
  /// Whether the file ends with the signature of Targa 2.0, which older Targa files do not have.
  var hasTargaFooter: Bool { hasBytes("TRUEVISION-XFILE.", at: count - 18) }

  /// Maximum number of bytes behind the pixels of an uncompressed Targa without a footer.
  private static let maxBytesBehindTarga = 32

  /// Whether the file is an uncompressed Targa header followed by exactly as many pixels as it
  /// states, and by a few more bytes at most.
  fileprivate var hasLengthOfUncompressedTarga: Bool {
    guard let size = PictureSizeInHeader.targa(self), byte(2) == 2 || byte(2) == 3, byte(1) == 0,
      let name = byte(0), let depth = byte(16), byte(2) == 3 || depth > 8, let area = size.area,
      area > 1
    else { return false }
    let rest = count - 18 - Int(name) - area * ((Int(depth) + 7) / 8)
    return (0...Self.maxBytesBehindTarga).contains(rest)
  }
}
