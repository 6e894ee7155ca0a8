import BrowserHost
import Glibc
import Windowing

/// The files or the picture that another program provides by the clipboard or a drag.
nonisolated enum IncomingItems: Hashable, Sendable {
  /// Absolute paths and web addresses, each once; `isCut` says that a paste moves the files.
  case files([FilePath], isCut: Bool)
  /// The contents of a picture file, and their type.
  case picture([UInt8], PictureDataType)
  /// Data of an unsupported type, or no data.
  case none

  var localFiles: [FilePath] {
    guard case .files(let files, _) = self else { return [] }
    return files.filter { $0.webAddress == nil }
  }
}

/// A media type of picture data, with the extension of the file that a paste or drop makes of the
/// data.
nonisolated struct PictureDataType: Hashable, Sendable {
  let name: String
  let fileExtension: String
  /// Whether data of this type are much larger than a PNG of the same picture, so that `image/png`
  /// is preferred where both are offered.
  private let isBulky: Bool

  private init(_ name: String, _ fileExtension: String, isBulky: Bool = false) {
    (self.name, self.fileExtension, self.isBulky) = (name, fileExtension, isBulky)
  }

  private static let png = PictureDataType("image/png", "png")

  private static let all = [
    png, PictureDataType("image/jpeg", "jpg"), PictureDataType("image/webp", "webp"),
    PictureDataType("image/avif", "avif"), PictureDataType("image/jxl", "jxl"),
    PictureDataType("image/heif", "heic"), PictureDataType("image/gif", "gif"),
    PictureDataType("image/svg+xml", "svg"),
    PictureDataType("image/tiff", "tif", isBulky: true),
    PictureDataType("image/bmp", "bmp", isBulky: true),
    PictureDataType("image/x-bmp", "bmp", isBulky: true),
    PictureDataType("image/x-MS-bmp", "bmp", isBulky: true),
  ]

  /// The first type of an offer that is a picture type, or PNG if that type is bulky and PNG is
  /// also offered; nil when the offer has no picture type.
  static func preferred(among types: [String]) -> PictureDataType? {
    let first = types.lazy.compactMap { type in all.first { $0.name == type } }.first
    return first.map { $0.isBulky && types.contains(png.name) ? png : $0 }
  }
}

/// The formats in which other programs offer lists of files, the preferred one first. A raw value
/// is an X11 selection target.
///
/// - Source: RFC 2483 for `text/uri-list`; GNOME Files for `x-special/gnome-copied-files`; KDE's
///   KIO for `application/x-kde-cutselection`; Mozilla for `text/x-moz-url`.
nonisolated enum FileListFormat: String, CaseIterable {
  case gnomeFiles = "x-special/gnome-copied-files"
  case uriList = "text/uri-list"
  case mozillaURL = "text/x-moz-url"
  case netscapeURL = "_NETSCAPE_URL"
  case utf8Text = "UTF8_STRING"
  case text = "text/plain;charset=utf-8"
  case plainText = "text/plain"

  /// The X11 selection target that accompanies `text/uri-list`; its value is `1` when the files in
  /// the list were cut.
  static let cutMarker = "application/x-kde-cutselection"
  /// The maximum number of lines that are read of a list of files.
  static let maxFiles = 100_000
  /// The maximum size of a list of files in bytes.
  static let maxBytes = 32 << 20
  /// The maximum size in bytes of a plain text that is searched for paths.
  private static let maxTextBytes = 1 << 16

  /// The maximum size of data in this format in bytes; larger data are not read.
  var byteLimit: Int {
    switch self {
    case .utf8Text, .text, .plainText: Self.maxTextBytes
    default: Self.maxBytes
    }
  }

  /// The files that are listed in data of this format, and whether they were cut. A plain text
  /// lists files only if each of its lines is a path or an address.
  ///
  /// - Parameter host: the name of this computer, which may follow `file://`.
  func files(in bytes: [UInt8], host: [UInt8] = hostName) -> (files: [FilePath], isCut: Bool) {
    var lines = self == .mozillaURL ? Self.linesOfUTF16(bytes) : Self.lines(bytes[...])
    var isCut = false
    switch self {
    case .gnomeFiles:
      isCut = lines.first == Array("cut".utf8)
      lines = Array(lines.dropFirst())
    // The first line is the web address, the second one the title of the web page.
    case .mozillaURL, .netscapeURL: lines = Array(lines.prefix(1))
    case .uriList, .utf8Text, .text, .plainText: break
    }
    var known: Set<FilePath> = []
    var files: [FilePath] = []
    for line in lines.prefix(Self.maxFiles) {
      guard let path = Self.path(line, host: host) else {
        // A plain text lists files only if all of its lines are paths or addresses.
        if isText { return ([], false) }
        continue
      }
      if known.insert(path).inserted { files.append(path) }
    }
    return (files, isCut)
  }

  /// Whether the format is that of any text.
  var isText: Bool {
    switch self {
    case .utf8Text, .text, .plainText: true
    default: false
    }
  }

  /// The absolute path or web address in one line of a list; nil for a comment and for other text.
  private static func path(_ line: [UInt8], host: [UInt8]) -> FilePath? {
    guard let first = line.first, first != UInt8(ascii: "#") else { return nil }
    var line = line
    // By the XDND specification, `file` URIs contain a host name. The name of this computer is
    // removed.
    let local = Array("file://".utf8) + host + [UInt8(ascii: "/")]
    if !host.isEmpty, line.starts(with: local) {
      line = Array("file:///".utf8) + line.dropFirst(local.count)
    }
    guard let path = FilePath(argument: line) else { return nil }
    if path.webAddress != nil { return path }
    guard path.bytes.first == UInt8(ascii: "/") else { return nil }
    return path.absolute(in: FilePath("/"))
  }

  private static func lines(_ bytes: ArraySlice<UInt8>) -> [[UInt8]] {
    bytes.split { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") || $0 == 0 }
      .map(Array.init)
  }

  private static func linesOfUTF16(_ bytes: [UInt8]) -> [[UInt8]] {
    let units = stride(from: 0, to: bytes.count - bytes.count % 2, by: 2).map {
      UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8
    }
    return lines(Array(String(decoding: units, as: UTF16.self).utf8)[...])
  }

  /// The name of this computer as `gethostname` gives it; empty when that fails.
  static let hostName: [UInt8] = {
    var name = [CChar](repeating: 0, count: 256)
    guard gethostname(&name, name.count - 1) == 0 else { return [] }
    return name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
  }()
}

/// The reader of data that another program offers by the clipboard or a drag.
@MainActor
enum IncomingReader {
  /// The maximum size in bytes of picture data that is read.
  static let maxPictureBytes = 256 << 20

  /// Reads the best data of an offer: files of this computer, else a picture, else web addresses.
  /// `deliver` is called once.
  static func read(
    _ offer: OfferedData, then deliver: @escaping (IncomingItems) -> Void
  ) {
    readFiles(offer, FileListFormat.allCases.filter { offer.types.contains($0.rawValue) }) { list in
      let hasLocal = list.files.contains { $0.webAddress == nil }
      let found = IncomingItems.files(list.files, isCut: list.isCut)
      guard !hasLocal, let type = PictureDataType.preferred(among: offer.types) else {
        return deliver(list.files.isEmpty ? .none : found)
      }
      offer.read(type.name, atMost: maxPictureBytes) { bytes in
        if let bytes, !bytes.isEmpty { return deliver(.picture(bytes, type)) }
        deliver(list.files.isEmpty ? .none : found)
      }
    }
  }

  /// Reads the offer's data in one format after the other, until a format contains files. `deliver`
  /// is called once, with an empty list when no format does.
  private static func readFiles(
    _ offer: OfferedData, _ formats: [FileListFormat],
    then deliver: @escaping ((files: [FilePath], isCut: Bool)) -> Void
  ) {
    guard let format = formats.first else { return deliver(([], false)) }
    offer.read(format.rawValue, atMost: format.byteLimit) { bytes in
      let list = format.files(in: bytes ?? [])
      guard !list.files.isEmpty else {
        return readFiles(offer, Array(formats.dropFirst()), then: deliver)
      }
      guard format == .uriList, offer.types.contains(FileListFormat.cutMarker) else {
        return deliver(list)
      }
      offer.read(FileListFormat.cutMarker, atMost: FileListFormat.maxBytes) { marker in
        deliver((list.files, marker?.first == UInt8(ascii: "1")))
      }
    }
  }
}
