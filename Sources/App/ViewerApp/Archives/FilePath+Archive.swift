import ArchiveWire
import Archives
import BrowserHost

/// Paths of archives and of files in them, such as `book.cbz/page01.jpg`.
nonisolated extension FilePath {
  /// Whether the path is that of an archive: it has the extension of one, and is a regular file.
  /// May wait for the file system.
  var isArchive: Bool { ArchiveFiles.location(of: bytes)?.innerPath.isEmpty ?? false }

  /// The path of the archive that contains this file or folder; nil for a path outside archives.
  /// May wait for the file system.
  var containingArchive: FilePath? {
    guard ArchiveFiles.isInside(bytes) else { return nil }
    return ArchiveFiles.location(of: bytes).map { FilePath($0.archive) }
  }

  /// The folder that contains the archive, if this path is that of an archive or leads into one;
  /// otherwise this path itself. May wait for the file system.
  var folderOutsideArchive: FilePath {
    ArchiveFiles.location(of: bytes).map { FilePath($0.archive).folder } ?? self
  }

  /// Whether the path is that of a page of a document, such as `report.pdf/Page 12.pdf`.
  var isDocumentPage: Bool { ArchiveName.pageIndex(of: bytes) != nil }

  /// The name in the title of a window that shows the file: for a page of a document, the name of
  /// the document, because the page's own name only repeats the page number beside the title; for a
  /// picture in an archive, the name of the archive and that of the picture. The name is derived
  /// from the path alone, without the file system.
  var titleName: String {
    guard !isDocumentPage else { return folder.displayName }
    guard webAddress == nil, let end = ArchiveName.archivePrefixEnds(of: bytes).first else {
      return displayName
    }
    return "\(FilePath(Array(bytes[..<end])).displayName) – \(displayName)"
  }

  /// Whether the file is listed as a photo by its name: it is that of a picture, a clip, or a page
  /// of a document.
  var isListedByName: Bool { PictureName.isUnhiddenPictureOrClip(name) || isDocumentPage }
}
