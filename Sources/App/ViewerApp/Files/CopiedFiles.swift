import BrowserHost
import Imaging
import Windowing

/// The forms in which files are copied, so that file managers, editors and terminals can paste them.
///
/// - Source: RFC 2483 for the list of URIs; the desktop's file managers for the last form.
enum CopiedFiles {
  /// The forms of some files.
  static func forms(of files: [FilePath], in current: FilePath) -> [ClipboardForm] {
    let paths = named(files, in: current)
    let uris = paths.compactMap { path in
      path.webAddress == nil ? CanonicalURI(path.key)?.bytes : path.bytes
    }
    let list = uris.flatMap { $0 + Array("\r\n".utf8) }
    var forms = [ClipboardForm("text/uri-list", list)]
    // What is on the web is pasted by its address only.
    if paths.allSatisfy({ $0.webAddress == nil }) {
      let copied = Array(([Array("copy".utf8)] + uris).joined(separator: [UInt8(ascii: "\n")]))
      forms.append(ClipboardForm("x-special/gnome-copied-files", copied))
      forms += picture(of: files)
    }
    return forms + ClipboardForm.text(joined(paths))
  }

  /// The whole names of files, and addresses as they are.
  private static func named(_ files: [FilePath], in current: FilePath) -> [FilePath] {
    files.map { $0.webAddress == nil ? $0.absolute(in: current) : $0 }
  }

  /// The paths alone, a line each.
  static func pathForms(of files: [FilePath], in current: FilePath) -> [ClipboardForm] {
    ClipboardForm.text(joined(named(files, in: current)))
  }

  private static func joined(_ paths: [FilePath]) -> [UInt8] {
    Array(paths.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
  }

  /// One picture's own bytes, for programs that paste pictures: read when somebody does, beside the
  /// main actor, and never looked into.
  private static func picture(of files: [FilePath]) -> [ClipboardForm] {
    guard files.count == 1, let file = files.first, let type = type(of: file) else { return [] }
    return [
      ClipboardForm(type) { deliver in
        SideThread.run {
          WholeFile.read(file, most: mostBytes)
        } finish: {
          deliver($0)
        }
      }
    ]
  }

  /// Larger files are pasted by their names only, in bytes.
  private nonisolated static let mostBytes = 256 << 20

  /// The media types that programs paste.
  private static let pasted: Set = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml",
  ]

  private static func type(of file: FilePath) -> String? {
    MediaType.picture(file).flatMap { pasted.contains($0) ? $0 : nil }
  }
}
