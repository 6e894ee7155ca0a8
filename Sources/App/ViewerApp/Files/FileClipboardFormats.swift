import BrowserHost
import Imaging
import Localization
import PhotoGrid
import Windowing

/// The clipboard formats in which copied and dragged files are offered to file managers, editors
/// and terminals.
///
/// - Source: RFC 2483 for `text/uri-list`; GNOME Files for `x-special/gnome-copied-files`.
enum FileClipboardFormats {
  /// The formats in which files are offered on the clipboard.
  ///
  /// - Parameters:
  ///   - files: the files and their companions.
  ///   - photos: the photos to which the files belong. A single photo is also offered as a picture.
  ///   - isCut: whether pasting moves the files instead of copying them.
  ///   - current: the folder to which relative paths refer.
  ///   - png: makes a PNG of the single photo; nil offers none.
  static func formats(
    of files: [FilePath], photos: [FilePath], isCut: Bool = false, in current: FilePath,
    png: PNGProvider?
  ) -> [ClipboardFormat] {
    let paths = absolutePaths(files, in: current)
    var formats = [ClipboardFormat(FileListFormat.uriList.rawValue, uriList(paths))]
    // A web address is offered as an address only, because there is no file that could be pasted.
    if paths.allSatisfy({ $0.webAddress == nil }) {
      let verb = Array((isCut ? "cut" : "copy").utf8)
      let copied = Array(([verb] + uris(of: paths)).joined(separator: [UInt8(ascii: "\n")]))
      formats.append(ClipboardFormat(FileListFormat.gnomeFiles.rawValue, copied))
      formats.append(ClipboardFormat(FileListFormat.cutMarker, Array((isCut ? "1" : "0").utf8)))
      formats += pictureFormats(of: photos, png: png)
    }
    return formats + ClipboardFormat.text(pathLines(paths))
  }

  /// The formats in which files are offered during a drag. Their URI list also contains the
  /// companions of the files, and is made when the drop target requests it.
  static func dragFormats(
    of files: [FilePath], photos: [FilePath], in current: FilePath, png: PNGProvider?
  ) -> [ClipboardFormat] {
    let isLocal = files.allSatisfy { $0.webAddress == nil }
    let list = ClipboardFormat(FileListFormat.uriList.rawValue) { deliver in
      WorkerThread.run {
        isLocal ? files + Companions.of(files, in: current) : files
      } finish: {
        deliver(uriList(absolutePaths($0, in: current)))
      }
    }
    let pictures = isLocal ? pictureFormats(of: photos, png: png) : []
    return [list] + pictures + ClipboardFormat.text(pathLines(absolutePaths(files, in: current)))
  }

  private static func uriList(_ paths: [FilePath]) -> [UInt8] {
    uris(of: paths).flatMap { $0 + Array("\r\n".utf8) }
  }

  private static func uris(of paths: [FilePath]) -> [[UInt8]] {
    // URIs of files in archives are left out, because other programs cannot open them.
    paths.filter { $0.containingArchive == nil }.compactMap {
      $0.webAddress == nil ? CanonicalURI($0.key)?.bytes : $0.bytes
    }
  }

  /// The absolute paths of the files; web addresses are unchanged.
  private static func absolutePaths(_ files: [FilePath], in current: FilePath) -> [FilePath] {
    files.map { $0.webAddress == nil ? $0.absolute(in: current) : $0 }
  }

  /// The text formats in which the paths of files are offered on the clipboard, one path a line.
  static func pathFormats(of files: [FilePath], in current: FilePath) -> [ClipboardFormat] {
    ClipboardFormat.text(pathLines(absolutePaths(files, in: current)))
  }

  private static func pathLines(_ paths: [FilePath]) -> [UInt8] {
    Array(paths.map(\.bytes).joined(separator: [UInt8(ascii: "\n")]))
  }

  /// A function that makes a PNG of the picture in a file and delivers its bytes; nil when the
  /// picture cannot be decoded.
  typealias PNGProvider = (FilePath, _ deliver: @escaping ([UInt8]?) -> Void) -> Void

  /// The picture formats of a single photo: the unparsed contents of its file, if pictures of its
  /// type can be pasted, and a PNG. Both are made when another program requests them. None for
  /// several files or a clip.
  private static func pictureFormats(of files: [FilePath], png: PNGProvider?) -> [ClipboardFormat] {
    guard files.count == 1, let file = files.first,
      PictureName.isPicture(file.name) || file.isDocumentPage
    else {
      return []
    }
    let type = pasteableType(of: file)
    let own = type.map { contents(of: file, as: $0) } ?? []
    guard type != pngType, let png else { return own }
    return own + [ClipboardFormat(pngType) { png(file, $0) }]
  }

  private static let pngType = "image/png"

  private static func contents(of file: FilePath, as type: String) -> [ClipboardFormat] {
    [
      ClipboardFormat(type) { deliver in
        WorkerThread.run {
          WholeFile.read(file, maxBytes: maxBytes)
        } finish: {
          deliver($0)
        }
      }
    ]
  }

  /// The message that a text has been copied, with the first line of the text.
  static func sentence(copying text: String) -> String {
    // The type is stated as `String`, because the compiler would otherwise infer another collection
    // of characters as the value.
    let line = String(text.drop { $0.isNewline }.prefix { !$0.isNewline })
    return tr("Copied “{text}”", ["text": line])
  }

  /// The maximum size in bytes of a picture file whose contents are offered on the clipboard.
  private nonisolated static let maxBytes = 256 << 20

  /// The media types of picture files whose contents are offered unchanged.
  private static let pasteableTypes: Set = [
    "image/png", "image/jpeg", "image/gif", "image/webp", "image/svg+xml",
  ]

  private static func pasteableType(of file: FilePath) -> String? {
    MediaType.ofPicture(file).flatMap { pasteableTypes.contains($0) ? $0 : nil }
  }
}

extension ViewerWindow {
  /// Copies a text to the clipboard, and shows its first line in a toast.
  func copy(text: String) {
    guard window.copy(ClipboardFormat.text(Array(text.utf8))) else { return }
    showToast(FileClipboardFormats.sentence(copying: text))
    log.trace("copied text=\(text.utf8.count)")
  }

  /// Copies photos to the clipboard. Other programs can paste them as files, together with their
  /// companions, or a single one as a picture.
  ///
  /// - Parameters:
  ///   - files: all files of the photos.
  ///   - isCut: whether pasting moves the files instead of copying them.
  func copy(_ photos: [FilePath], files: [FilePath], isCut: Bool = false) {
    guard !photos.isEmpty else { return showNoPhotosMessage(for: .copy) }
    let current = CurrentFolder.path
    WorkerThread.run {
      files + Companions.of(files, in: current)
    } finish: { [weak self] all in
      self?.copyToClipboard(
        FileClipboardFormats.formats(
          of: all, photos: photos, isCut: isCut, in: current, png: self?.makePNG),
        photos,
        isCut
          ? trPhotos(photos, "Cut “{name}”", "Cut {count} pictures")
          : trPhotos(photos, "Copied “{name}”", "Copied {count} pictures"))
    }
  }

  /// Copies the absolute paths of photos to the clipboard as text.
  func copyPaths(of photos: [FilePath]) {
    guard !photos.isEmpty else { return showNoPhotosMessage(for: .copyPath) }
    copyToClipboard(
      FileClipboardFormats.pathFormats(of: photos, in: CurrentFolder.path), photos,
      trPhotos(photos, "Copied the path of “{name}”", "Copied the path of {count} files"))
  }

  /// Tells the user that no photo is chosen, so that nothing is copied.
  private func showNoPhotosMessage(for command: Command) {
    showToast(tr("No picture is selected"))
    log.trace("refused empty command=\(command.rawValue)")
  }

  private func copyToClipboard(
    _ formats: [ClipboardFormat], _ photos: [FilePath], _ sentence: String
  ) {
    guard !photos.isEmpty, window.copy(formats) else { return }
    showToast(sentence)
    log.trace("copied count=\(photos.count)")
  }
}
