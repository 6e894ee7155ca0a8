import BrowserHost
import DecoderWire

/// The other file of a RAW+JPEG pair, found by its name without reading the folder.
nonisolated enum PairPartner {
  /// The extensions of a pair's files, in the spellings of cameras.
  private static let (raw, rendered) = (
    spellings(PictureExtensions.cameraRaw), spellings(PictureName.renderedExtensions)
  )

  private static func spellings(_ extensions: some Sequence<String>) -> [[UInt8]] {
    extensions.flatMap { [Array($0.utf8), Array($0.uppercased().utf8)] }
  }

  /// A file that is one photo with one of the files, by ``StackRules``, and not among them; nil
  /// when there is none. Waits for the disk.
  static func missing(among files: [FilePath]) -> FilePath? {
    let known = Set(files)
    return files.lazy.compactMap { partner(of: $0, besides: known) }.first
  }

  private static func partner(of file: FilePath, besides known: Set<FilePath>) -> FilePath? {
    guard file.isCameraRaw || file.isRenderedPhoto else { return nil }
    let (raws, pictures) = (existing(raw, beside: file), existing(rendered, beside: file))
    // Other files of the same name are separate photos.
    guard raws.count == 1, pictures.count == 1 else { return nil }
    return (raws + pictures).first { !known.contains($0) }
  }

  private static func existing(_ endings: [[UInt8]], beside file: FilePath) -> [FilePath] {
    let stem = file.stem + [UInt8(ascii: ".")]
    // A disk that ignores case has one file by both spellings.
    var known: Set<FileState> = []
    return endings.compactMap { ending in
      let path = file.folder.appending(stem + ending)
      guard let state = FileState.read(path), known.insert(state).inserted else { return nil }
      return path
    }
  }
}
