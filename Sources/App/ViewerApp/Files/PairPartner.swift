import BrowserHost
import DecoderWire

/// The search for the other file of a RAW+JPEG pair by its name, without reading the folder.
nonisolated enum PairPartner {
  /// The filename extensions of RAW files and of rendered pictures as bytes, in lower and in upper
  /// case.
  private static let (raw, rendered) = (
    spellings(PictureExtensions.cameraRaw), spellings(PictureName.besideRawExtensions)
  )

  private static func spellings(_ extensions: some Sequence<String>) -> [[UInt8]] {
    extensions.flatMap { [Array($0.utf8), Array($0.uppercased().utf8)] }
  }

  /// An existing file that forms a RAW+JPEG pair with one of `files`, but is not among them; nil
  /// when there is none. Waits for the file system.
  static func unlistedPartner(of files: [FilePath]) -> FilePath? {
    let known = Set(files)
    return files.lazy.compactMap { partner(of: $0, besides: known) }.first
  }

  private static func partner(of file: FilePath, besides known: Set<FilePath>) -> FilePath? {
    guard file.isCameraRaw || file.isPictureBesideRaw else { return nil }
    let (raws, pictures) = (existingFiles(raw, beside: file), existingFiles(rendered, beside: file))
    // If several RAW files or several rendered pictures have this stem, none of them forms a pair.
    guard raws.count == 1, pictures.count == 1 else { return nil }
    return (raws + pictures).first { !known.contains($0) }
  }

  private static func existingFiles(_ endings: [[UInt8]], beside file: FilePath) -> [FilePath] {
    let stem = file.stem + [UInt8(ascii: ".")]
    // In a file system that ignores case, the extensions in lower and in upper case lead to the
    // same file, which counts once.
    var known: Set<FileState> = []
    return endings.compactMap { ending in
      let path = file.folder.appending(stem + ending)
      guard let state = FileState.read(path), known.insert(state).inserted else { return nil }
      return path
    }
  }
}
