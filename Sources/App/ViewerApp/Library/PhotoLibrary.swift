import BrowserHost
import GalleryCore
import Glibc

/// The lists of pictures for the arguments of the program.
nonisolated struct PhotoLibrary {
  /// The meaning of the arguments.
  enum Request: Hashable, Sendable {
    /// One file; its siblings are shown around it.
    case file(FilePath)
    /// One folder with its pictures.
    case folder(FilePath)
    /// Exactly these files, in this order.
    case list([FilePath])
    /// Folders and individual files in sections, with one grid for each request.
    case sections([LibraryRequest])
  }

  /// The sort order, and whether subfolders are included.
  struct Order: Hashable, Sendable {
    var order = SortOrder.name
    var isReversed = false
    var isRecursive = false
  }

  /// Called with each folder that cannot be read, while the others are still listed.
  typealias ErrorReport = (FilePath, ScanError) -> Void

  /// The pictures of a folder, sorted.
  static func pictures(
    in folder: FilePath, order: Order, report: ErrorReport = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    FolderScan.pictures(in: folder, recursive: order.isRecursive, report: report)
      .map { sorted($0, order) }
  }

  /// The pictures of an archive, which is one book with all its chapters, in the order of its
  /// pages: each folder sorted, before the folders in it.
  static func pages(of archive: FilePath, order: Order) -> Result<[FilePath], ScanError> {
    let scan = LibraryScan(LibraryRequest(folder: archive), order: order, depth: .everything)
    let paths = scan.library.paths
    if paths.isEmpty, let complaint = scan.complaints.first { return .failure(complaint.error) }
    return .success(paths)
  }

  /// The pictures of a folder, sorted; those of all subfolders when it contains none itself.
  static func pictures(
    orBelow folder: FilePath, order: Order, report: ErrorReport = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    let own = pictures(in: folder, order: order, report: report)
    guard case .success(let found) = own, found.isEmpty, !order.isRecursive else { return own }
    var whole = order
    whole.isRecursive = true
    return pictures(in: folder, order: whole, report: report)
  }

  /// The pictures in the folder of `file`, sorted. `file` is included with any extension.
  static func siblings(of file: FilePath, order: Order) -> [FilePath] {
    // A folder that can be entered but not listed still contains the file that was named.
    var found = (try? FolderScan.pictures(in: file.folder, recursive: false).get()) ?? []
    let name = file.name
    // The path is kept as given, so that the page already shown stays the same file.
    if let index = found.firstIndex(where: { $0.name == name }) {
      found[index] = file
    } else {
      found.append(file)
    }
    return sorted(found, order)
  }

  /// The list with each folder replaced by its pictures.
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

  /// The paths by the dates taken that are in the index; a photo that is not there is sorted by its
  /// modification time.
  private static func sortedByDateTaken(_ paths: [FilePath], _ order: Order) -> [FilePath] {
    order.sorted(LibraryScan.items(paths, facts: .ofUser)).map(\.path)
  }

  /// Files sorted by an order.
  ///
  /// - Complexity: O(n log n), with one `stat` for each file unless sorted by name or unsorted.
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
