import BrowserHost
import Imaging
import PhotoGrid
import Windowing

/// The clipboard formats of copied files, for pasting in file managers, editors and terminals.
///
/// - Source: RFC 2483 for `text/uri-list`; GNOME Files for `x-special/gnome-copied-files`.
enum CopiedFiles {
  /// The formats for copying files.
  ///
  /// - Parameter photos: the photos to which the files belong. A single one can also be pasted as a
  ///   picture.
  static func forms(
    of files: [FilePath], photos: [FilePath], in current: FilePath
  ) -> [ClipboardFormat] {
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
      forms += picture(of: photos)
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

  /// Puts photos on the clipboard, to be pasted as files together with their sidecars, or as a
  /// picture.
  ///
  /// - Parameter files: the files of the photos.
  func copy(_ photos: [FilePath], files: [FilePath]) {
    guard !photos.isEmpty else { return }
    let current = CurrentFolder.path
    WorkerThread.run {
      files + Companions.of(files, in: current)
    } finish: { [weak self] all in
      self?.put(
        CopiedFiles.forms(of: all, photos: photos, in: current), "Copied", photos, "pictures")
    }
  }

  /// Puts the paths of photos on the clipboard as text.
  func copyPaths(of photos: [FilePath]) {
    guard !photos.isEmpty else { return }
    put(
      CopiedFiles.pathForms(of: photos, in: CurrentFolder.path), "Copied the path of", photos,
      "files")
  }

  private func put(
    _ forms: [ClipboardFormat], _ verb: String, _ photos: [FilePath], _ plural: String
  ) {
    guard let first = photos.first, window.copy(forms) else { return }
    let count = GalleryText.count(photos.count)
    say("\(verb) " + (photos.count == 1 ? "“\(first.displayName)”" : "\(count) \(plural)"))
    log.trace("copied count=\(photos.count)")
  }
}
