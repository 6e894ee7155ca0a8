import BrowserHost
import Drawing
import Glibc
import PhotoBrowser
import Pixels

/// The information about a photo that is available without reading its file, formatted for the
/// user.
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
  /// The position in the album, such as "3 / 20"; empty for a single picture.
  var position = ""
  /// The base of relative paths. Default: the root.
  var currentFolder = FilePath("/")
  /// The home directory, which is shown as `~`; nil when there is none.
  var homeFolder: FilePath?

  private static let million = 1_000_000.0

  /// The caption: the name, then lines with the facts, the notice and the folder.
  var caption: Caption {
    let facts = [
      size.map(Self.describe), byteCount.map { "\(ByteCount(Int($0)))" }, format,
      profile, modified.flatMap(Self.date).map { "Modified \($0)" }, position,
    ]
    // A narrow strip breaks the line only after the dots between facts.
    let line = facts.compactMap(\.self).filter { !$0.isEmpty }
      .map { String($0.map { $0 == " " ? "\u{A0}" : $0 }) }
      .joined(separator: "\u{A0}\u{A0}·  ")
    // An address is shown without its user name and password.
    let isFile = path.webAddress == nil
    let title = isFile ? DisplayText.name(path.name) : path.displayName
    let folder = path.folder.absolute(in: currentFolder).abbreviated(home: homeFolder)
    let place = isFile ? DisplayText.name(folder.bytes) : path.display
    let lines = [line, notice, place].filter { !$0.isEmpty }
    return Caption(title, text: lines.joined(separator: "\n"))
  }

  /// The size as text: "4000 × 3000, 12 MP".
  private static func describe(_ size: PixelSize) -> String {
    let pixels = Double(size.width) * Double(size.height) / million
    let side = "\(size.width) × \(size.height)"
    guard pixels >= 0.1 else { return side }
    let tenths = Int((pixels * 10).rounded())
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    return "\(side), \(number) MP"
  }

  /// The date as text in local time, such as "21 Nov 2026, 19:23"; nil when it is out of range.
  static func date(_ seconds: Double) -> String? {
    guard var moment = time_t(exactly: seconds.rounded(.down)) else { return nil }
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%-d %b %Y, %H:%M", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
