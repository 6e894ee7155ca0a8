import BrowserHost
import DecoderWire
import Drawing
import Glibc
import Localization
import PhotoBrowser
import Pixels
import TextSearch

/// The facts about a photo that are known without reading its metadata, and their texts in the
/// user's language.
nonisolated struct PhotoFileFacts: Hashable, Sendable {
  var path: FilePath
  /// The size of the upright picture in pixels; nil until it is known.
  var size: PixelSize?
  /// The name of the file format, such as “JPEG”; empty until it is known.
  var formatName = ""
  /// The name of the embedded ICC profile; empty while it is unknown and when there is none.
  var profileName = ""
  /// The size of the file in bytes; nil until it is known.
  var byteCount: Int64?
  /// The modification time of the file in seconds since 1970-01-01 00:00 UTC; nil until it is
  /// known.
  var modificationSeconds: Double?
  /// The reason why only a part of the picture is shown; empty for a complete picture.
  var notice = ""
  /// The number of the photo in the album with the count, such as "3 / 20"; empty for a single
  /// picture.
  var albumPosition = ""
  /// The folder to which a relative `path` refers. Default: the root folder.
  var currentFolder = FilePath("/")
  /// The home folder of the user, which is shown as `~`; nil when it is unknown.
  var homeFolder: FilePath?

  private static let million = 1_000_000.0

  /// The text of the information strip: the file name, then lines with the facts, the exposure, the
  /// notice and the folder.
  ///
  /// - Parameter metadata: the metadata of the photo; nil while they are unknown.
  func caption(_ metadata: PhotoMetadata? = nil) -> Caption {
    let taken = metadata?.taken.map { tr("Taken {date}", ["date": MetadataLines.text($0)]) }
    let facts = [
      size.map(Self.sizeText), byteCountText, formatName, profileName,
      taken ?? modifiedText.map { tr("Modified {date}", ["date": $0]) },
      albumPosition,
    ]
    let shot = metadata.map { MetadataLines($0) }
    let camera = shot.map {
      ($0.cameraLines.first { $0.name == tr("Camera") }.map { [$0.value] } ?? [])
        + $0.exposureValues
    }
    let lines = [
      Self.joinedByDots(facts.compactMap(\.self)), Self.joinedByDots(camera ?? []), notice,
      folderOrAddress,
    ]
    return Caption(title, text: lines.filter { !$0.isEmpty }.joined(separator: "\n"))
  }

  /// Facts in one line, separated by dots. The line can be broken only after a dot.
  private static func joinedByDots(_ facts: [String]) -> String {
    let pieces = facts.filter { !$0.isEmpty }
      .map { String($0.map { $0 == " " ? "\u{A0}" : $0 }) }
    let separator = "\u{A0}\u{A0}·  "
    guard isRightToLeft, !pieces.isEmpty else { return pieces.joined(separator: separator) }
    // Each fact is isolated, so that it keeps its own direction; a fact without letters, such as “3
    // / 20”, is written from left to right. The first fact is at the right. The mark U+200E before
    // numbers is for fribidi 1.0.8, which otherwise gives them the direction of the letters in the
    // isolate before.
    let isolated = pieces.map { piece in
      (piece.contains(where: \.isLetter) ? "\u{2068}" : "\u{2066}\u{200E}") + piece + "\u{2069}"
    }
    return "\u{2067}" + isolated.joined(separator: separator) + "\u{2069}"
  }

  /// The facts as lines with names and values; unknown facts are left out.
  var lines: [MetadataLines.Line] {
    let facts = [
      (tr("Name"), path.webAddress == nil ? title : nil),
      (tr("Dimensions"), size.map(Self.sizeText)),
      (tr("File size"), byteCountText), (tr("Type"), formatName),
      (tr("Color profile"), profileName), (tr("Modified"), modifiedText),
      (path.webAddress == nil ? tr("Folder") : tr("Address"), folderOrAddress),
    ]
    return facts.compactMap { name, value in
      value.flatMap { $0.isEmpty ? nil : MetadataLines.Line(name: name, value: $0) }
    }
  }

  /// The file name of the photo, or the web address without its user name and password.
  var title: String {
    path.webAddress == nil ? DisplayText.name(path.name) : path.displayName
  }

  /// The modification time as text; nil until it is known.
  var modifiedText: String? { modificationSeconds.flatMap { Self.dateText($0) } }

  private var byteCountText: String? { byteCount.map { "\(ByteCount(Int($0)))" } }

  /// The folder of the photo's file, or the photo's web address.
  private var folderOrAddress: String {
    guard path.webAddress == nil else { return path.display }
    let folder = path.folder.absolute(in: currentFolder).abbreviated(home: homeFolder)
    return DisplayText.name(folder.bytes)
  }

  /// A size in pixels as text: "4000 × 3000, 12 MP".
  private static func sizeText(_ size: PixelSize) -> String {
    let pixels = Double(size.width) * Double(size.height) / million
    let side = "\(size.width) × \(size.height)"
    guard pixels >= 0.1 else { return side }
    let tenths = Int((pixels * 10).rounded())
    let number = tenths < 100 ? decimal(tenths: tenths) : "\((tenths + 5) / 10)"
    return tr("{size}, {number} MP", ["size": side, "number": number])
  }

  /// A date in seconds since 1970 as text in local time, such as "21 Nov 2026, 19:23"; nil when it
  /// is out of range.
  static func dateText(_ seconds: Double) -> String? { dateText(seconds, format: dateFormat) }

  /// A date in seconds since 1970 as text in local time in the form of ISO 8601, such as
  /// "2026-11-21 19:23:05"; nil when it is out of range.
  static func isoDateText(_ seconds: Double) -> String? {
    dateText(seconds, format: "%Y-%m-%d %H:%M:%S")
  }

  private static func dateText(_ seconds: Double, format: String) -> String? {
    guard var moment = time_t(exactly: seconds.rounded(.down)) else { return nil }
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return nil }
    return PeriodTitles.ofUser.text(parts, format: format)
  }

  /// A date of the camera's clock as text, such as "21 Nov 2026, 19:23:05"; nil when it cannot be
  /// formatted.
  static func dateText(taken time: PhotoMetadata.CaptureTime) -> String? {
    var parts = tm()
    parts.tm_year = Int32(clamping: time.year - 1900)
    parts.tm_mon = Int32(clamping: time.month - 1)
    parts.tm_mday = Int32(clamping: time.day)
    parts.tm_hour = Int32(clamping: time.hour)
    parts.tm_min = Int32(clamping: time.minute)
    parts.tm_sec = Int32(clamping: time.second)
    // The call of timegm sets the day of the week in `parts`.
    _ = timegm(&parts)
    let format = dateFormat.replacingParts("%H:%M", with: "%H:%M:%S")
    return PeriodTitles.ofUser.text(parts, format: format)
  }

  /// The format of `strftime` for a date with hour and minute, in the language of the user.
  private static var dateFormat: String {
    // TRANSLATORS: the date of a file as strftime writes it: day, short month, year, hour, minute.
    let format = tr("%-d %b %Y, %H:%M")
    return PeriodTitles.ofUser.format(format, orNumbers: "%Y-%m-%d %H:%M")
  }
}
