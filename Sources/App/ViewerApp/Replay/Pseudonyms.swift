import ArchiveWire
import BrowserHost
import CLinux
import GalleryCore
import Glibc
import Recordings

/// The pseudonyms of files and folders in a recording: numbers in the order of the real names, with
/// the real extensions. Files that differ only in their extension have the same number, and a later
/// copy has the number of its photo with the ending that pbview added.
nonisolated struct Pseudonyms {
  /// Whether real names are recorded instead of pseudonyms.
  let keepsNames: Bool
  fileprivate var folders: [[UInt8]: Folder] = [:]

  /// The pseudonyms of the names in one folder.
  fileprivate struct Folder {
    /// The names without extensions, in natural order, with their numbers. The numbers are in the
    /// same order, except that of a name for which no number was free between those of its
    /// neighbours.
    var stems: [(name: [UInt8], number: UInt64)] = []
  }

  /// The difference between the numbers of neighbours at first, which leaves room for later names.
  fileprivate static let numberGap: UInt64 = 1 << 20
  /// The extension of sidecars with its dot.
  private static let sidecarSuffix = Array(".xmp".utf8)
  /// The extension of tar archives with its dot, which may precede the extension of their
  /// compression.
  private static let tarSuffix = Array(".tar".utf8)

  init(keepsNames: Bool) { self.keepsNames = keepsNames }

  /// An absolute path with the pseudonym of each part in place of the part.
  mutating func pseudonymOfPath(_ path: FilePath) -> [UInt8] {
    guard !keepsNames else { return path.bytes }
    var result: [UInt8] = []
    var folder: [UInt8] = []
    for part in path.bytes.split(separator: UInt8(ascii: "/")) {
      result.append(UInt8(ascii: "/"))
      result += pseudonymOfName(Array(part), in: folder.isEmpty ? [UInt8(ascii: "/")] : folder)
      folder.append(UInt8(ascii: "/"))
      folder += part
    }
    return result.isEmpty ? [UInt8(ascii: "/")] : result
  }

  /// The pseudonym of a name in the folder with an absolute path.
  mutating func pseudonymOfName(_ name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    guard !keepsNames, !Self.isPage(name, in: folder) else { return name }
    let (stem, suffix) = Self.parts(of: name)
    if folders[folder] == nil { folders[folder] = Self.read(folder) }
    let hidden = name.first == UInt8(ascii: ".") ? "." : ""
    let base = Self.stemWithoutCopySuffix(of: stem)
    if base.count < stem.count, let number = folders[folder]?.numberOfBase(base, of: stem) {
      return Array("\(hidden)\(number)".utf8) + stem[base.count...] + suffix
    }
    let number = folders[folder]?.number(of: stem) ?? 0
    return Array("\(hidden)\(number)".utf8) + suffix
  }

  /// Gives numbers to the names in an archive, in their order.
  ///
  /// - Parameters:
  ///   - files: the paths of the files inside the archive.
  ///   - archive: the absolute path of the archive.
  mutating func assignNumbers(_ files: [[UInt8]], of archive: [UInt8]) {
    guard !keepsNames else { return }
    var stems: [[UInt8]: Set<[UInt8]>] = [:]
    for file in files {
      var folder = archive
      for part in file.split(separator: UInt8(ascii: "/")) {
        stems[folder, default: []].insert(Self.parts(of: Array(part)).stem)
        folder.append(UInt8(ascii: "/"))
        folder += part
      }
    }
    for (folder, names) in stems where folders[folder]?.stems.isEmpty ?? true {
      folders[folder] = Self.numbered(names)
    }
  }

  /// Whether a name is that of a page in a document. Such a name is not replaced, because the
  /// program makes it from the number of the page and parses the number again.
  private static func isPage(_ name: [UInt8], in folder: [UInt8]) -> Bool {
    // The name of a page is its number and an extension.
    name.count { $0 == UInt8(ascii: ".") } == 1 && ArchiveName.isDocument(name)
      && ArchiveName.pageIndex(of: folder + [UInt8(ascii: "/")] + name) != nil
  }

  /// The name before the extension, and the extension with its dot. The name of a sidecar may end
  /// with the extension of its photo and its own, which are one extension here.
  private static func parts(of name: [UInt8]) -> (stem: [UInt8], suffix: [UInt8]) {
    guard let extensionStart = extensionStart(name) else { return (name, []) }
    let suffix = Array(name[extensionStart...])
    let stem = Array(name[..<extensionStart])
    guard lowercased(suffix) == sidecarSuffix, let inner = Self.extensionStart(stem) else {
      return (stem, suffix)
    }
    return (Array(stem[..<inner]), Array(name[inner...]))
  }

  /// The index of the dot before the extension of a picture, a clip, an archive or a sidecar; nil
  /// for any other name, in which the text after a dot may be a part of the name.
  private static func extensionStart(_ name: [UInt8]) -> Int? {
    guard let dot = name.lastIndex(of: UInt8(ascii: ".")), dot > 0 else { return nil }
    if ArchiveName.isArchive(name) {
      let isTape =
        dot > tarSuffix.count
        && lowercased(name[..<dot].suffix(tarSuffix.count)) == tarSuffix
      return isTape ? dot - tarSuffix.count : dot
    }
    let isKnown =
      PictureName.isPicture(name) || ClipName.isClip(name)
      || lowercased(name[dot...]) == sidecarSuffix
    return isKnown ? dot : nil
  }

  /// A name without extension, and without the endings that pbview adds to the name of a photo for
  /// a copy of it: ` (cropped)`, and numbers in parentheses.
  private static func stemWithoutCopySuffix(of stem: [UInt8]) -> [UInt8] {
    var base = stem[...]
    while base.last == UInt8(ascii: ")"), let start = base.lastIndex(of: UInt8(ascii: "(")),
      start > base.startIndex + 1, base[start - 1] == UInt8(ascii: " ")
    {
      let word = base[(start + 1)...].dropLast()
      let isNumber = (1...5).contains(word.count) && word.allSatisfy { (48...57).contains($0) }
      guard isNumber || word.elementsEqual("cropped".utf8) else { break }
      base = base[..<(start - 1)]
    }
    return Array(base)
  }

  /// The bytes of an extension with bit 5 set in each, for comparison with a known extension: ASCII
  /// letters become lower case, digits and the dot stay, a few other bytes change as well.
  private static func lowercased(_ suffix: some Sequence<UInt8>) -> [UInt8] {
    suffix.map { $0 | 0x20 }
  }

  private static func read(_ folder: [UInt8]) -> Folder {
    var stems: Set<[UInt8]> = []
    for name in FolderListing.allNames(in: FilePath(folder)) { stems.insert(parts(of: name).stem) }
    return numbered(stems)
  }

  private static func numbered(_ stems: Set<[UInt8]>) -> Folder {
    let sorted = NaturalOrder.sorted(stems.sorted { $0.lexicographicallyPrecedes($1) }) { $0 }
    var result = Folder()
    for (index, stem) in sorted.enumerated() {
      result.stems.append((stem, UInt64(index + 1) * numberGap))
    }
    return result
  }
}

nonisolated extension Pseudonyms.Folder {
  /// The number of a name without extension. A new name gets a number between those of its
  /// neighbours or, without room there, one above all others.
  fileprivate mutating func number(of stem: [UInt8]) -> UInt64 {
    var (low, high) = (0, stems.count)
    while low < high {
      let middle = (low + high) / 2
      if stems[middle].name == stem { return stems[middle].number }
      if NaturalOrder.areInIncreasingOrder(stems[middle].name, stem) {
        low = middle + 1
      } else {
        high = middle
      }
    }
    // The natural order regards some different names as equal, so the search above can end beside
    // the name.
    if let known = stems.first(where: { $0.name == stem }) { return known.number }
    let last = stems.lazy.map(\.number).max() ?? 0
    let number = freeNumber(before: low) ?? last + Pseudonyms.numberGap
    stems.insert((stem, number), at: low)
    return number
  }

  /// The number of a name to which an ending was added, if the new name, which has no number,
  /// belongs behind it; nil otherwise.
  ///
  /// - Parameters:
  ///   - base: the name without the ending.
  ///   - stem: the new name, without extension.
  fileprivate func numberOfBase(_ base: [UInt8], of stem: [UInt8]) -> UInt64? {
    guard let index = stems.firstIndex(where: { $0.name == base }),
      !stems.contains(where: { $0.name == stem })
    else { return nil }
    let next = stems.index(after: index)
    return next == stems.endIndex
      || NaturalOrder.areInIncreasingOrder(stem, stems[next].name) ? stems[index].number : nil
  }

  /// The number in the middle between those of the names at an index and before it; nil at the end,
  /// and when that number is not free.
  private func freeNumber(before index: Int) -> UInt64? {
    guard index < stems.count else { return nil }
    let (low, high) = (index > 0 ? stems[index - 1].number : 0, stems[index].number)
    guard high > low else { return nil }
    let middle = low + (high - low) / 2
    return middle > low && !stems.contains { $0.number == middle } ? middle : nil
  }
}

/// A list of the files, broken links and subfolders in a folder, with sizes and times of the files.
/// Hidden entries are left out.
nonisolated struct FolderListing: Hashable, Sendable {
  struct Entry: Hashable, Sendable {
    var name: [UInt8]
    var kind: RecordedLine.Entry.Kind
    var stamp: FileStamp
  }
  /// The entries, sorted by the bytes of their names.
  var entries: [Entry] = []

  /// Lists a folder; nil when the folder cannot be read.
  init?(_ folder: FilePath) {
    guard let handle = folder.withCString({ opendir($0) }) else { return nil }
    defer { closedir(handle) }
    while let entry = readdir(handle) {
      let name = Self.name(of: entry)
      guard name.first != UInt8(ascii: ".") else { continue }
      var info = stat()
      let isRead = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          fstatat(dirfd(handle), $0, &info, 0) == 0
        }
      }
      let nothing = FileStamp(modified: 0, size: 0)
      guard isRead else {
        if entry.pointee.d_type == UInt8(DT_LNK) {
          entries.append(Entry(name: name, kind: .brokenLink, stamp: nothing))
        }
        continue
      }
      let isFolder = info.st_mode & S_IFMT == S_IFDIR
      if isFolder {
        guard entry.pointee.d_type != UInt8(DT_LNK) else { continue }
        entries.append(Entry(name: name, kind: .folder, stamp: nothing))
      } else if info.st_mode & S_IFMT == S_IFREG {
        let time = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
        let stamp = FileStamp(modified: max(0, time), size: Int64(info.st_size))
        entries.append(Entry(name: name, kind: .file, stamp: stamp))
      } else {
        entries.append(Entry(name: name, kind: .special, stamp: nothing))
      }
    }
    entries.sort { $0.name.lexicographicallyPrecedes($1.name) }
  }

  /// The names of all entries of a folder in any order, also hidden ones, `.` and `..`; empty when
  /// the folder cannot be read.
  static func allNames(in folder: FilePath) -> [[UInt8]] {
    guard let handle = folder.withCString({ opendir($0) }) else { return [] }
    defer { closedir(handle) }
    var names: [[UInt8]] = []
    while let entry = readdir(handle) { names.append(name(of: entry)) }
    return names
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      let start = UnsafeRawPointer(name)
      let count = strlen(start.assumingMemoryBound(to: CChar.self))
      return Array(UnsafeRawBufferPointer(start: start, count: count))
    }
  }
}
