import BrowserHost
import DecoderWire
import Drawing
import Glibc
import Localization
import PhotoBrowser
import Pixels

/// The facts about a photo that are known without reading its metadata, formatted for the user.
nonisolated struct PhotoFacts: Hashable, Sendable {
  var path: FilePath
  /// The natural size of the picture in pixels; nil until it is known.
  var size: PixelSize?
  /// The short name of the file format; empty until it is known.
  var format = ""
  /// The name of the embedded ICC profile; empty when there is none, and until it is known.
  var profile = ""
  /// The file size in bytes; nil until it is known.
  var byteCount: Int64?
  /// The modification time in seconds since 1970; nil until it is known.
  var modified: Double?
  /// The reason why only a part of the picture is shown; empty for a whole one.
  var notice = ""
  /// The position of the photo in the album, such as "3 / 20"; empty for a single picture.
  var position = ""
  /// The base of relative paths. Default: the root.
  var currentFolder = FilePath("/")
  /// The home directory, which is shown as `~`; nil when there is none.
  var homeFolder: FilePath?

  private static let million = 1_000_000.0

  /// The caption of the strip: the name, then lines with the facts, the exposure, the notice and
  /// the folder.
  ///
  /// - Parameter metadata: the metadata of the photo; nil while it is unknown.
  func caption(_ metadata: PhotoMetadata? = nil) -> Caption {
    let taken = metadata?.taken.map { tr("Taken {date}", ["date": MetadataLines.words($0)]) }
    let facts = [
      size.map(Self.describe), byteText, format, profile,
      taken ?? modifiedText.map { tr("Modified {date}", ["date": $0]) },
      position,
    ]
    let shot = metadata.map { MetadataLines($0) }
    let camera = shot.map {
      ($0.camera.first { $0.name == tr("Camera") }.map { [$0.value] } ?? []) + $0.exposure
    }
    let lines = [
      Self.row(facts.compactMap(\.self)), Self.row(camera ?? []), notice, folderOrAddress,
    ]
    return Caption(title, text: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// Facts in one line. A narrow strip breaks it only after the dots between them.
  private static func row(_ facts: [String]) -> String {
    let pieces = facts.filter { !$0.isEmpty }
      .map { String($0.map { $0 == " " ? "\u{A0}" : $0 }) }
    guard isRightToLeft else { return pieces.joined(separator: "\u{A0}\u{A0}·  ") }
    // Each fact keeps its own direction, and the first one is at the right.
    let isolated = pieces.map { "\u{2068}\($0)\u{2069}" }.joined(separator: "\u{A0}\u{A0}·  ")
    return "\u{2067}\(isolated)\u{2069}"
  }

  /// The facts, one a line.
  var lines: [MetadataLines.Line] {
    let facts = [
      (tr("Name"), path.webAddress == nil ? title : nil),
      (tr("Dimensions"), size.map(Self.describe)),
      (tr("File size"), byteText), (tr("Type"), format),
      (tr("Color profile"), profile), (tr("Modified"), modifiedText),
      (path.webAddress == nil ? tr("Folder") : tr("Address"), folderOrAddress),
    ]
    return facts.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : MetadataLines.Line(name: name, value: $0) }
    }
  }

  /// The file name of the photo. An address is shown without its user name and password.
  var title: String {
    path.webAddress == nil ? DisplayText.name(path.name) : path.displayName
  }

  /// The date of the file as text; nil until it is known.
  var modifiedText: String? { modified.flatMap { Self.date($0) } }

  private var byteText: String? { byteCount.map { "\(ByteCount(Int($0)))" } }

  /// The folder of a file, or the address.
  private var folderOrAddress: String {
    guard path.webAddress == nil else { return path.display }
    let folder = path.folder.absolute(in: currentFolder).abbreviated(home: homeFolder)
    return DisplayText.name(folder.bytes)
  }

  /// The size as text: "4000 × 3000, 12 MP".
  private static func describe(_ size: PixelSize) -> String {
    let pixels = Double(size.width) * Double(size.height) / million
    let side = "\(size.width) × \(size.height)"
    guard pixels >= 0.1 else { return side }
    let tenths = Int((pixels * 10).rounded())
    let number = tenths < 100 ? decimal(tenths: tenths) : "\((tenths + 5) / 10)"
    return tr("{size}, {number} MP", ["size": side, "number": number])
  }

  /// The date as text in local time, such as "21 Nov 2026, 19:23"; nil when it is out of range.
  static func date(_ seconds: Double) -> String? {
    guard var moment = time_t(exactly: seconds.rounded(.down)) else { return nil }
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return nil }
    return PeriodTitles.ofUser.text(parts, format: dateFormat)
  }

  /// The date and time on the camera's clock as text, such as "21 Nov 2026, 19:23:05"; nil when the
  /// format is invalid.
  static func date(taken time: PhotoMetadata.CaptureTime) -> String? {
    var parts = tm()
    parts.tm_year = Int32(clamping: time.year - 1900)
    parts.tm_mon = Int32(clamping: time.month - 1)
    parts.tm_mday = Int32(clamping: time.day)
    parts.tm_hour = Int32(clamping: time.hour)
    parts.tm_min = Int32(clamping: time.minute)
    parts.tm_sec = Int32(clamping: time.second)
    // timegm computes the day of the week.
    _ = timegm(&parts)
    let format = dateFormat.replacing("%H:%M", with: "%H:%M:%S")
    return PeriodTitles.ofUser.text(parts, format: format)
  }

  /// The format of a date with hour and minute, in the language of the user.
  private static var dateFormat: String {
    // TRANSLATORS: the date of a file as strftime writes it: day, short month, year, hour, minute.
    tr("%-d %b %Y, %H:%M")
  }
}
