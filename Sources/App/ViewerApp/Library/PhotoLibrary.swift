import GalleryCore
import Glibc

/// What a person asked to see, and in which order.
nonisolated struct PhotoLibrary {
  /// What the arguments mean.
  enum Request: Hashable, Sendable {
    /// One file: its folder's pictures around it.
    case file(FilePath)
    /// One folder: its pictures.
    case folder(FilePath)
    /// Exactly these, in this order.
    case list([FilePath])
    /// Folders in sections, and files among them; a grid for each.
    case sections([LibraryRequest])
  }

  /// How lists are made.
  struct Order: Hashable, Sendable {
    var order = SortOrder.name
    var isReversed = false
    var isRecursive = false
  }

  /// Hears of a folder that cannot be read, where the rest goes on without it.
  typealias Complaint = (FilePath, ScanError) -> Void

  /// The pictures of a folder, in order.
  static func pictures(
    in folder: FilePath, order: Order, complain: Complaint = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    FolderScan.pictures(in: folder, recursive: order.isRecursive, complain: complain)
      .map { sorted($0, order) }
  }

  /// The pictures of a folder, in order; those of everything below when it has none of its own.
  static func pictures(
    orBelow folder: FilePath, order: Order, complain: Complaint = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    let own = pictures(in: folder, order: order, complain: complain)
    guard case .success(let found) = own, found.isEmpty, !order.isRecursive else { return own }
    var whole = order
    whole.isRecursive = true
    return pictures(in: folder, order: whole, complain: complain)
  }

  /// The pictures around `file`, which is among them whatever its name is.
  static func siblings(of file: FilePath, order: Order) -> [FilePath] {
    // A folder that can be entered but not listed still has a picture that was named.
    var found = (try? FolderScan.pictures(in: file.folder, recursive: false).get()) ?? []
    let name = file.name
    // The path as given is kept, so that the page already shown stays the same file.
    if let index = found.firstIndex(where: { $0.name == name }) {
      found[index] = file
    } else {
      found.append(file)
    }
    return sorted(found, order)
  }

  /// A list with its folders expanded in place.
  static func expanded(
    _ list: [FilePath], order: Order, complain: Complaint
  ) -> [FilePath] {
    list.flatMap { path -> [FilePath] in
      guard FileStatus(path) == .folder else { return [path] }
      switch pictures(in: path, order: order, complain: complain) {
      case .success(let found): return found
      case .failure(let error):
        complain(path, error)
        return []
      }
    }
  }

  /// - Complexity: O(n log n); asks the system about every file for dates and sizes.
  private static func sorted(_ paths: [FilePath], _ order: Order) -> [FilePath] {
    order.order.sorted(paths, isReversed: order.isReversed) { path in
      guard order.order != .name, case .file(let bytes, let modified) = FileStatus(path) else {
        return SortKeys(name: path.bytes)
      }
      return SortKeys(name: path.bytes, date: modified, size: bytes)
    }
  }
}
