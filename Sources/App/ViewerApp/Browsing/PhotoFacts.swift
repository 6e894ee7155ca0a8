import Drawing
import Glibc
import PhotoBrowser
import Pixels

/// What is known of a photo without reading its bytes, as a person reads it.
nonisolated struct PhotoFacts: Hashable, Sendable {
  /// The file.
  var path: FilePath
  /// The picture's own size; nil until it is known.
  var size: PixelSize?
  /// A short name of what kind of file it is; empty until it is known.
  var format = ""
  /// What the file calls its colours; empty when it says nothing of them, and until it is known.
  var profile = ""
  /// How many bytes the file has; nil until it is known.
  var byteCount: Int64?
  /// When it was last changed, in seconds since 1970; nil until it is known.
  var modified: Double?
  /// The sentence that says why only a part of the picture is shown; empty for a whole one.
  var notice = ""
  /// Where it is among the others, as "3 / 20"; empty for a single one.
  var position = ""
  /// The folder that a relative path begins in. Default: the root.
  var currentFolder = FilePath("/")
  /// The home folder of the user, which is shown as `~`; nil where there is none.
  var homeFolder: FilePath?

  private static let million = 1_000_000.0

  /// Name, facts, notice and folder, below each other.
  var caption: Caption {
    let facts = [
      size.map(Self.describe), byteCount.map { "\(ByteCount(Int($0)))" }, format,
      profile, modified.flatMap(Self.date).map { "Modified \($0)" }, position,
    ]
    // A narrow strip breaks the line between facts, after the dot, and not inside of them.
    let line = facts.compactMap(\.self).filter { !$0.isEmpty }
      .map { String($0.map { $0 == " " ? "\u{A0}" : $0 }) }
      .joined(separator: "\u{A0}\u{A0}·  ")
    // An address is shown without the name and password it may hold.
    let isFile = path.webAddress == nil
    let title = isFile ? DisplayText.name(path.name) : path.displayName
    let folder = path.folder.absolute(in: currentFolder).abbreviated(home: homeFolder)
    let place = isFile ? DisplayText.name(folder.bytes) : path.display
    let lines = [line, notice, place].filter { !$0.isEmpty }
    return Caption(title, text: lines.joined(separator: "\n"))
  }

  /// "4000 × 3000, 12 MP".
  private static func describe(_ size: PixelSize) -> String {
    let pixels = Double(size.width) * Double(size.height) / million
    let side = "\(size.width) × \(size.height)"
    guard pixels >= 0.1 else { return side }
    let tenths = Int((pixels * 10).rounded())
    let number = tenths < 100 ? "\(tenths / 10).\(tenths % 10)" : "\((tenths + 5) / 10)"
    return "\(side), \(number) MP"
  }

  /// "21 Nov 2026, 19:23", in the time of this machine.
  static func date(_ seconds: Double) -> String? {
    guard var moment = time_t(exactly: seconds.rounded(.down)) else { return nil }
    var parts = tm()
    guard localtime_r(&moment, &parts) != nil else { return nil }
    var text = [CChar](repeating: 0, count: 64)
    let count = strftime(&text, text.count, "%-d %b %Y, %H:%M", &parts)
    return String(decoding: text[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
