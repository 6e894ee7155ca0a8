import Archives
import BrowserHost
import GalleryCore

/// The search for neighbouring folders in the natural order of their names. It may read many
/// folders, so it is done on a ``WorkerThread``.
nonisolated enum SiblingFolders {
  /// The nearest folder before (`step` −1) or after (`step` 1) `folder` in its parent folder that
  /// contains pictures; nil if there is none. If `folder` is an archive, the neighbouring archives
  /// are searched instead. A folder that does not exist any more still has its position in the
  /// order.
  ///
  /// - Parameters:
  ///   - folder: an absolute path.
  ///   - includesSubfolders: whether a folder counts if only its subfolders contain pictures.
  /// - Returns: the reason if the parent folder cannot be read.
  static func nearest(
    to folder: FilePath, step: Int, includesSubfolders: Bool
  ) -> Result<FilePath?, ScanError> {
    guard !folder.name.isEmpty else { return .success(nil) }
    return FolderScan.contents(of: folder.folder).map { contents in
      let isArchive = contents.archives.contains { $0.name == folder.name }
      let others = (isArchive ? contents.archives : contents.folders).filter {
        $0.name != folder.name
      }
      let candidates = NaturalOrder.sorted(others, name: \.bytes).filter { other in
        NaturalOrder.areInIncreasingOrder(folder.name, other.name) == (step > 0)
      }
      let nearestFirst = step > 0 ? candidates : candidates.reversed()
      return nearestFirst.first {
        isArchive
          ? ArchiveFiles.shared.hasPictures($0.bytes) == true
          : hasPictures($0, includesSubfolders ? FolderScan.maxDepth : 0)
      }
    }
  }

  private static func hasPictures(_ folder: FilePath, _ depth: Int) -> Bool {
    guard case .success(let contents) = FolderScan.contents(of: folder) else { return false }
    if !contents.pictures.isEmpty { return true }
    return depth > 0 && contents.folders.contains { hasPictures($0, depth - 1) }
  }
}
