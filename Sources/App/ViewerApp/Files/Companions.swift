import BrowserHost
import Glibc

/// The files that belong to a photo without being photos themselves: the clip of a live photo, and
/// the XMP sidecars of photo and clip, in which other programs keep ratings and edits.
nonisolated enum Companions {
  /// The existing companions of a photo. Waits for the file system.
  ///
  /// - Parameters:
  ///   - photo: the absolute path of the photo.
  ///   - together: the absolute paths of all files of the operation. A sidecar named by the stem of
  ///     the photo is left out if a picture outside the operation has the same stem.
  static func of(_ photo: FilePath, together: Set<FilePath> = []) -> [FilePath] {
    let name = photo.name
    let stem = name.lastIndex(of: UInt8(ascii: ".")).map { name[..<$0] } ?? name[...]
    // A sidecar that is named by the stem alone, without the extension of the photo, may also
    // belong to another photo.
    let existing = Sidecar.candidates(of: photo).filter { path in
      path.withCString { access($0, F_OK) } == 0
        && (path.name.starts(with: name) || !isShared(stem, of: photo, together))
    }
    let sidecars = distinct(existing, besides: photo) + Sidecar.versionSidecars(of: photo)
    guard let clip = LivePhoto.clip(of: photo) else { return sidecars }
    // The clip of a live photo may have sidecars of its own, which digiKam writes.
    let others = of(clip, together: together.union([photo])).filter { !sidecars.contains($0) }
    return [clip] + sidecars + others
  }

  /// The paths without those that lead to the same file as an earlier path or as `photo`. In a file
  /// system that ignores case, both spellings of a sidecar's extension lead to one file.
  private static func distinct(_ paths: [FilePath], besides photo: FilePath) -> [FilePath] {
    var known = [FileState.read(photo)].compactMap(\.self)
    return paths.filter { path in
      guard let state = FileState.read(path) else { return false }
      defer { known.append(state) }
      return !known.contains { $0.isSameFile(as: state) }
    }
  }

  /// The companions of several files, each once, without those that are among the files. Waits for
  /// the file system.
  ///
  /// - Parameters:
  ///   - files: the files; web addresses have no companions.
  ///   - current: the folder to which relative paths refer.
  static func of(_ files: [FilePath], in current: FilePath) -> [FilePath] {
    let local = files.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
    var known = Set(local)
    return local.flatMap { file in
      of(file, together: known).filter { known.insert($0).inserted }
    }
  }

  /// Whether the folder of the photo has another picture with the same stem that is not among
  /// `together`; true if the folder cannot be read, or only in part.
  private static func isShared(
    _ stem: ArraySlice<UInt8>, of photo: FilePath, _ together: Set<FilePath>
  ) -> Bool {
    guard let contents = try? FolderScan.contents(of: photo.folder).get(),
      contents.listingError == nil
    else { return true }
    let start = Array(stem) + [UInt8(ascii: ".")]
    return contents.pictures.contains { entry in
      entry.path.name != photo.name && entry.path.name.starts(with: start)
        && !entry.path.name[start.count...].contains(UInt8(ascii: "."))
        && !together.contains(entry.path)
    }
  }

  /// The photos among files that were removed or restored together, without sidecars and the clips
  /// of live photos.
  static func photos(among files: [FilePath]) -> [FilePath] {
    let stems = Set(
      files.filter(LivePhoto.mayHaveClip).map {
        Array($0.bytes.dropLast($0.fileExtension.utf8.count))
      })
    return files.filter { file in
      guard file.fileExtension != Sidecar.fileExtension else { return false }
      guard ClipName.extensions.contains(file.fileExtension) else { return true }
      return !stems.contains(Array(file.bytes.dropLast(file.fileExtension.utf8.count)))
    }
  }
}
