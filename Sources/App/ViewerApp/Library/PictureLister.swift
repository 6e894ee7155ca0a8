import BrowserHost
import GalleryCore
import Glibc

/// The functions that list the pictures for the arguments of the command line.
nonisolated struct PictureLister {
  /// The pictures that the arguments of the command line ask for.
  enum Request: Hashable, Sendable {
    /// One file, with the pictures of its folder around it.
    case file(FilePath)
    /// The pictures of one folder or archive.
    case folder(FilePath)
    /// Exactly these files and addresses, in this order. A folder stands for its pictures.
    case list([FilePath])
    /// Folders and files for the grid, with one tab for each request.
    case gridTabs([LibraryRequest])
  }

  /// The sort order of pictures, its direction, and whether subfolders are included.
  struct Order: Hashable, Sendable {
    var order = SortOrder.name
    var isReversed = false
    var isRecursive = false
  }

  /// A closure that is called with each folder that cannot be read. Other folders are listed
  /// nevertheless.
  typealias ErrorReport = (FilePath, ScanError) -> Void

  /// The sorted pictures of a folder; the reason if it cannot be read.
  static func pictures(
    in folder: FilePath, order: Order, report: ErrorReport = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    FolderScan.pictures(in: folder, recursive: order.isRecursive, report: report)
      .map { sorted($0, order) }
  }

  /// The pictures of an archive as the pages of one book: the sorted pictures of each folder in it,
  /// followed by those of its subfolders. The reason if the archive cannot be read.
  static func pages(of archive: FilePath, order: Order) -> Result<[FilePath], ScanError> {
    let scan = LibraryScan(LibraryRequest(folder: archive), order: order, depth: .allSubfolders)
    let paths = scan.library.paths
    if paths.isEmpty, let failure = scan.failures.first { return .failure(failure.error) }
    return .success(paths)
  }

  /// The sorted pictures of a folder; those of all its subfolders if the folder itself contains
  /// none.
  static func pictures(
    orBelow folder: FilePath, order: Order, report: ErrorReport = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    let own = pictures(in: folder, order: order, report: report)
    guard case .success(let found) = own, found.isEmpty, !order.isRecursive else { return own }
    var whole = order
    whole.isRecursive = true
    return pictures(in: folder, order: whole, report: report)
  }

  /// The sorted pictures in the folder of `file`, including `file` even if its extension is not
  /// that of a picture.
  static func siblings(of file: FilePath, order: Order) -> [FilePath] {
    // A file in a folder that may be entered, but not listed, is still found.
    var found = (try? FolderScan.pictures(in: file.folder, recursive: false).get()) ?? []
    let name = file.name
    // The file keeps the path with which it was given, because its page is already shown.
    if let index = found.firstIndex(where: { $0.name == name }) {
      found[index] = file
    } else {
      found.append(file)
    }
    return sorted(found, order)
  }

  /// The list in which each folder or archive is replaced by its pictures. One that cannot be read
  /// is reported and left out.
  static func expanded(
    _ list: [FilePath], order: Order, report: ErrorReport
  ) -> [FilePath] {
    list.flatMap { path -> [FilePath] in
      guard FileStatus(path) == .folder || path.isArchive else { return [path] }
      let found =
        path.isArchive
        ? pages(of: path, order: order) : pictures(in: path, order: order, report: report)
      switch found {
      case .success(let found): return found
      case .failure(let error):
        report(path, error)
        return []
      }
    }
  }

  /// Sorts files by the dates taken in the index of the user. A photo that is not in the index is
  /// sorted by its modification time.
  private static func sortedByDateTaken(_ paths: [FilePath], _ order: Order) -> [FilePath] {
    order.sorted(LibraryScan.items(paths, facts: .ofUser)).map(\.path)
  }

  /// Sorts files.
  ///
  /// - Complexity: O(n log n), with one `stat` for each file unless they are sorted by name.
  private static func sorted(_ paths: [FilePath], _ order: Order) -> [FilePath] {
    if order.order == .taken { return sortedByDateTaken(paths, order) }
    return order.order.sorted(paths, isReversed: order.isReversed) { path in
      guard order.order != .name, case .file(let bytes, let modified) = FileStatus(path) else {
        return SortKeys(name: path.bytes)
      }
      return SortKeys(name: path.bytes, date: modified, size: bytes)
    }
  }
}
