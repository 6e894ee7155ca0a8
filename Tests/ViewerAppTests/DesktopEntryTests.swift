import BrowserHost
import DecoderWire
import Foundation
import Testing

@testable import ViewerApp

/// The media types in the desktop entries.
@Suite struct DesktopEntryTests {
  /// The media types that a desktop entry in the folder `assets` names.
  private static func types(_ entry: String) throws -> Set<String> {
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let text = try String(
      contentsOf: project.appending(path: "assets/\(entry)"), encoding: .utf8)
    let key = "MimeType="
    let line = text.split(separator: "\n").first { $0.hasPrefix(key) }
    let value = try #require(line, "\(entry)").dropFirst(key.count)
    return Set(value.split(separator: ";").map(String.init))
  }

  @Test func `the entry of the program has the types of pictures`() throws {
    let known = try Self.types("io.github.pbview.Pbview.desktop")
    for name in PictureExtensions.all {
      guard let type = MediaType.ofPicture(FilePath("/a.\(name)")) else { continue }
      #expect(known.contains(type), "\(name)")
    }
  }

  /// The media types of clips by filename extension; nil for an extension without one in the
  /// shared MIME database.
  private static let clips: [String: String?] = [
    "mp4": "video/mp4", "m4v": "video/mp4", "mov": "video/quicktime", "qt": "video/quicktime",
    "mkv": "video/x-matroska", "webm": "video/webm", "avi": "video/x-msvideo",
    "divx": "video/x-msvideo", "mpg": "video/mpeg", "mpeg": "video/mpeg", "mpe": "video/mpeg",
    "m2v": nil, "m2ts": "video/mp2t", "mts": "video/mp2t", "wmv": "video/x-ms-wmv",
    "asf": "application/vnd.ms-asf", "flv": "video/x-flv", "ogv": "video/ogg",
    "3gp": "video/3gpp", "3g2": "video/3gpp2", "mxf": "application/mxf", "y4m": nil,
  ]

  @Test func `the entry for other files has folders and the types of clips`() throws {
    #expect(Set(Self.clips.keys) == ClipName.extensions)
    let known = try Self.types("with-pbview.desktop")
    #expect(known.contains("inode/directory"))
    for (name, type) in Self.clips {
      if let type { #expect(known.contains(type), "\(name)") }
    }
  }
}
