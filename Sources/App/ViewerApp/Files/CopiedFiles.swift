import BrowserHost
import Imaging
import PhotoGrid
import Windowing

/// The clipboard formats of copied files, for pasting in file managers, editors and terminals.
///
/// - Source: RFC 2483 for `text/uri-list`; GNOME Files for `x-special/gnome-copied-files`.
enum CopiedFiles {
  /// The formats for copying files.
  static func forms(of files: [FilePath], in current: FilePath) -> [ClipboardFormat] {
    let paths = named(files, in: current)
    let uris = paths.compactMap { path in
      path.webAddress == nil ? CanonicalURI(path.key)?.bytes : path.bytes
    }
    let list = uris.flatMap { $0 + Array("\r\n".utf8) }
    var forms = [ClipboardFormat("text/uri-list", list)]
    // Web addresses are pasted as addresses only.
    if paths.allSatisfy({ $0.webAddress == nil }) {
      let copied = Array(([Array("copy".utf8)] + uris).joined(separator: [UInt8(ascii: "\n")]))
      forms.append(ClipboardFormat("x-special/gnome-copied-files", copied))
      forms += picture(of: files)
    }
    return forms + ClipboardFormat.text(joined(paths))
  }

  /// The absolute paths of files; addresses stay unchanged.
  private static func named(_ files: [FilePath], in current: FilePath) -> [FilePath] {
    files.map { $0.webAddress == nil ? $0.absolute(in: current) : $0 }
  }

  /// The formats for copying the paths as text, one per line.
  static func pathForms(of files: [FilePath], in current: FilePath) -> [ClipboardFormat] {
    ClipboardFormat.text(joined(named(files, in: current)))
  }

  private static func joined(_ paths: [FilePath]) -> [UInt8] {
    Array(paths.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
  }

  /// The contents of a single picture, for programs that paste pictures. They are read when
  /// requested, off the main actor, and never parsed.
  private static func picture(of files: [FilePath]) -> [ClipboardFormat] {
    guard files.count == 1, let file = files.first, let type = type(of: file) else { return [] }
    return [
      ClipboardFormat(type) { deliver in
        WorkerThread.run {
          WholeFile.read(file, most: mostBytes)
        } finish: {
          deliver($0)
        }
      }
    ]
  }

  /// The maximum size in bytes of a picture whose contents can be pasted.
  private nonisolated static let mostBytes = 256 << 20

  /// The media types of pictures whose contents can be pasted.
  private static let pasted: Set = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml",
  ]

  private static func type(of file: FilePath) -> String? {
    MediaType.picture(file).flatMap { pasted.contains($0) ? $0 : nil }
  }
}

extension ViewerWindow {
  /// Copies a text to the clipboard, and says so.
  func copy(text: String) {
    guard window.copy(ClipboardFormat.text(Array(text.utf8))) else { return }
    say("Copied “\(text.split(separator: "\n").first ?? "")”")
    log.trace("copied text=\(text.utf8.count)")
  }

  /// Puts files on the clipboard, to be pasted as files, as a picture or as paths.
  func copy(_ files: [FilePath], asPaths: Bool = false) {
    guard let first = files.first else { return }
    let current = CurrentFolder.path
    let forms =
      asPaths
      ? CopiedFiles.pathForms(of: files, in: current) : CopiedFiles.forms(of: files, in: current)
    guard window.copy(forms) else { return }
    let count = GalleryText.count(files.count)
    let what = files.count == 1 ? "“\(first.displayName)”" : "\(count) files"
    say(asPaths ? "Copied the path of \(what)" : "Copied \(what)")
    log.trace("copied count=\(files.count)")
  }
}
