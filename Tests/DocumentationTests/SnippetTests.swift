import Foundation
import TestSupport
import Testing

/// The code blocks of the documentation catalogue: each is a region of a file in `Snippets`, which
/// is compiled.
@Suite(.tags(.sourceTree)) struct SnippetTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
  private static let project = folder.deletingLastPathComponent().deletingLastPathComponent()
  private static let catalogue = project.appending(
    path: "Sources/Interface/PhotoBrowser/PhotoBrowser.docc")

  private static func names(in folder: URL, ending: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == ending }.sorted { $0.path < $1.path }
  }

  /// The lines between `// snippet: NAME` and `// end` without their indentation, by name.
  private static func snippets() throws -> [String: String] {
    var found: [String: String] = [:]
    for file in try names(in: folder.appending(path: "Snippets"), ending: "swift") {
      var open: (name: String, lines: [Substring])?
      let text = try String(contentsOf: file, encoding: .utf8)
      for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
        let bare = line.trimmingPrefix { $0 == " " }
        if bare.hasPrefix("// snippet: ") {
          open = (String(bare.dropFirst("// snippet: ".count)), [])
        } else if bare == "// end", let done = open {
          found[done.name] = unindented(done.lines)
          open = nil
        } else {
          open?.lines.append(line)
        }
      }
    }
    return found
  }

  private static func unindented(_ lines: [Substring]) -> String {
    let depth =
      lines.filter { !$0.isEmpty }.map { $0.prefix { $0 == " " }.count }.min() ?? 0
    return lines.map { String($0.dropFirst(depth)) }.joined(separator: "\n")
  }

  /// The code that follows each `<!-- snippet: NAME -->` of the catalogue.
  private static func shown() throws -> [(article: String, name: String, code: String)] {
    let mark = /<!-- snippet: (?<name>[a-z-]+) -->\n\n```swift\n(?<code>(?s:.*?))\n```/
    return try names(in: catalogue, ending: "md").flatMap { file in
      try String(contentsOf: file, encoding: .utf8).matches(of: mark).map {
        (file.lastPathComponent, String($0.output.name), String($0.output.code))
      }
    }
  }

  @Test func `every block of code in the catalogue is compiled`() throws {
    let snippets = try Self.snippets()
    let shown = try Self.shown()
    #expect(!shown.isEmpty)
    for block in shown {
      #expect(
        snippets[block.name] == block.code,
        "\(block.article): \(block.name); scripts/docs --write puts it right")
    }
  }

  @Test func `every code block names a snippet, and every snippet has a code block`() throws {
    let shown = try Self.shown()
    for file in try Self.names(in: Self.catalogue, ending: "md") {
      let blocks = try String(contentsOf: file, encoding: .utf8)
        .split(separator: "\n").filter { $0 == "```swift" }.count
      let named = shown.filter { $0.article == file.lastPathComponent }.count
      #expect(blocks == named, "\(file.lastPathComponent)")
    }
    #expect(try Set(shown.map(\.name)) == Set(Self.snippets().keys))
  }
}
