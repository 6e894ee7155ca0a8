/// The files of an archive in their folders, made from the entries that the process which reads the
/// archive has sent.
///
/// Paths are relative to the archive, and neither begin nor end with a slash; the archive itself
/// has the empty path. Hidden files are left out.
package struct ArchiveListing: Sendable {
  /// A file in the archive, as its reader describes it.
  package struct File: Hashable, Sendable {
    /// The number of the file's entry in the archive, by which the bytes of the file are requested.
    package var entryIndex: Int
    /// The path of the file in the archive; if an earlier file has the same path, with a number
    /// added before the file extension.
    package var path: [UInt8]
    /// The size of the file in bytes as the archive states it, which need not be true; 0 when the
    /// archive states none.
    package var size: Int
    /// The modification time of the file in seconds since 1970; 0 when the archive states none.
    package var modifiedSeconds: Int64

    package init(entryIndex: Int, path: [UInt8], size: Int, modifiedSeconds: Int64) {
      self.entryIndex = entryIndex
      self.path = path
      self.size = size
      self.modifiedSeconds = modifiedSeconds
    }
  }

  /// The contents of one folder of the archive: indices of files, and paths of subfolders.
  private struct Folder {
    var fileIndices: [Int] = []
    var subfolderPaths: [[UInt8]] = []
  }

  /// All files of the archive that are not hidden, in the order of the archive.
  package private(set) var files: [File] = []
  private var fileIndicesByPath: [[UInt8]: Int] = [:]
  /// For each path that several files of the archive have, the number that is added to the path of
  /// the next such file.
  private var nextDuplicateNumbers: [[UInt8]: Int] = [:]
  private var folders: [[UInt8]: Folder] = [[]: Folder()]
  private var lastEntryIndex = -1
  private var entryCount = 0
  private var nameByteCount = 0
  private let limits: ArchiveLimits

  package init(limits: ArchiveLimits = ArchiveLimits()) { self.limits = limits }

  /// Adds an entry of the archive; a hidden file, or one with an invalid name, is skipped.
  ///
  /// - Throws: `.tooLarge` beyond the limits, and `.crashed` when the number of the entry is not
  ///   greater than that of the entry before, or exceeds 32 bits.
  package mutating func add(_ entry: ArchiveEntry) throws(ArchiveFailure) {
    guard entry.index > lastEntryIndex, entry.index <= Int(UInt32.max) else {
      throw ArchiveFailure(.crashed)
    }
    lastEntryIndex = entry.index
    entryCount += 1
    nameByteCount += entry.name.count
    guard entryCount <= limits.maxEntries, nameByteCount <= limits.maxTotalNameBytes else {
      throw ArchiveFailure(.tooLarge, detail: "too many files")
    }
    guard let parts = ArchiveName.safeComponents(of: entry.name),
      !parts.contains(where: ArchiveName.isHidden)
    else { return }
    let slash = [UInt8(ascii: "/")]
    let folder = Array(parts.dropLast().joined(separator: slash))
    let path = uniquePath(of: Array(parts.joined(separator: slash)))
    // A time that would exceed 64 bits in nanoseconds counts as not stated.
    let modified =
      entry.modifiedSeconds.magnitude <= UInt64(Int32.max) * 4 ? entry.modifiedSeconds : 0
    fileIndicesByPath[path] = files.count
    addWithParents(folder)
    folders[folder]?.fileIndices.append(files.count)
    files.append(
      File(entryIndex: entry.index, path: path, size: entry.size, modifiedSeconds: modified))
  }

  /// The file at a path in the archive; nil when there is none.
  package func file(at path: [UInt8]) -> File? { fileIndicesByPath[path].map { files[$0] } }

  /// Whether the archive has a folder at a path.
  package func hasFolder(_ path: [UInt8]) -> Bool { folders[path] != nil }

  /// The files in a folder of the archive, and the paths of its subfolders, in the order of the
  /// archive; nil when there is no such folder.
  package func contents(of path: [UInt8]) -> (files: [File], folders: [[UInt8]])? {
    folders[path].map { folder in (folder.fileIndices.map { files[$0] }, folder.subfolderPaths) }
  }

  /// `path`, or if an earlier file has that path, `path` with a number before its extension:
  /// archives may contain several files of one name.
  private mutating func uniquePath(of path: [UInt8]) -> [UInt8] {
    guard fileIndicesByPath[path] != nil else { return path }
    let start = path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    let dot = path[start...].lastIndex(of: UInt8(ascii: ".")) ?? path.endIndex
    let cut = dot == start ? path.endIndex : dot
    var number = nextDuplicateNumbers[path] ?? 2
    while true {
      let other = Array(path[..<cut]) + Array(" (\(number))".utf8) + Array(path[cut...])
      number += 1
      guard fileIndicesByPath[other] == nil else { continue }
      nextDuplicateNumbers[path] = number
      return other
    }
  }

  private mutating func addWithParents(_ folder: [UInt8]) {
    guard folders[folder] == nil else { return }
    folders[folder] = Folder()
    let parent = folder.lastIndex(of: UInt8(ascii: "/")).map { Array(folder[..<$0]) } ?? []
    addWithParents(parent)
    folders[parent]?.subfolderPaths.append(folder)
  }
}
