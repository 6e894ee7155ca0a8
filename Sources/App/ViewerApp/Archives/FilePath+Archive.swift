import ArchiveWire
import Archives
import BrowserHost

/// Paths of archives, and of files in them: `book.cbz/page01.jpg`.
nonisolated extension FilePath {
  /// Whether the path is that of an archive, by its name and the kind of the file. Waits for the
  /// disk.
  var isArchive: Bool { ArchiveFiles.location(of: bytes)?.inner.isEmpty ?? false }

  /// The path of the archive that contains this file or folder; nil for any other path. Waits for
  /// the disk if the path contains the name of an archive.
  var containingArchive: FilePath? {
    guard ArchiveFiles.isInside(bytes) else { return nil }
    return ArchiveFiles.location(of: bytes).map { FilePath($0.archive) }
  }

  /// The folder that contains the archive, for an archive and for a folder in one; else this
  /// folder.
  var outsideArchive: FilePath {
    ArchiveFiles.location(of: bytes).map { FilePath($0.archive).folder } ?? self
  }

  /// Whether the path is that of a page of a document: `report.pdf/Page 12.pdf`.
  var isDocumentPage: Bool { ArchiveName.pageIndex(of: bytes) != nil }

  /// Whether the name is that of a picture, a clip, or a page of a document.
  var hasShownName: Bool { PictureName.isShown(name) || isDocumentPage }
}
