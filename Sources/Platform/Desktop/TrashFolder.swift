import CGio
import CLinux
import Glibc

/// A trash folder of the user: the home trash, or one on another disk.
nonisolated struct TrashFolder: Hashable {
  /// The path of the trash folder, which contains the folders `files` and `info`.
  var path: [UInt8]
  /// The folder to which relative paths in `.trashinfo` files refer; the root folder for the home
  /// trash.
  var topFolder: [UInt8]

  private static let slash = UInt8(ascii: "/")
  /// The suffix of a `.trashinfo` file's name, after the name of the trashed file.
  private static let infoSuffix = ".trashinfo"

  /// The trash folders that a file with this absolute path may be moved to, whether they exist or
  /// not.
  static func all(for path: [UInt8]) -> [TrashFolder] {
    var folders: [TrashFolder] = []
    if let data = try? GLibLibrary.shared.get().userDataFolder() {
      let home = Array(String(cString: data).utf8).appending(name: "Trash".utf8)
      folders.append(TrashFolder(path: home, topFolder: [slash]))
    }
    let user = String(getuid())
    for top in ancestors(of: path) {
      folders.append(
        TrashFolder(
          path: top.appending(name: ".Trash".utf8).appending(name: user.utf8), topFolder: top))
      folders.append(TrashFolder(path: top.appending(name: ".Trash-\(user)".utf8), topFolder: top))
    }
    return folders
  }

  /// The folders that contain a path, the nearest first; the mount point of its disk is one of
  /// them.
  private static func ancestors(of path: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var rest = path[...]
    while let cut = rest.lastIndex(of: slash) {
      rest = rest[..<cut]
      found.append(rest.isEmpty ? [slash] : Array(rest))
    }
    return found
  }

  /// The trashed file that was moved here last from the original path `original`; nil when the
  /// folder has none. A file dated in the future, which may have come with a removable medium, is
  /// chosen only when there is no other.
  ///
  /// - Complexity: O(`.trashinfo` files), of which only those with a matching name are read.
  func trashedFile(of original: [UInt8]) -> TrashedFile? {
    let info = path.appending(name: "info".utf8)
    let stem = Self.stem(of: original)
    let latest = (Int64(Glibc.time(nil)) + Self.maxClockDifference) * 1_000_000
    var newest: (time: Int64, file: TrashedFile)?
    for name in FolderNames.all(in: info) {
      guard name.starts(with: stem), name.ends(with: Self.infoSuffix) else { continue }
      let infoFile = info.appending(name: name)
      guard originalPath(in: infoFile) == original else { continue }
      let file = path.appending(name: "files".utf8)
        .appending(name: name.dropLast(Self.infoSuffix.utf8.count))
      var time = Self.modificationMicroseconds(of: infoFile)
      // Dates in the future keep their order, but count as earlier than all other dates.
      if time > latest { time -= .max }
      if newest.map({ time >= $0.time }) ?? true {
        newest = (time, TrashedFile(original: original, file: file, infoFile: infoFile))
      }
    }
    return newest?.file
  }

  /// The maximum difference between the clocks of this machine and a file server, in seconds.
  private static let maxClockDifference: Int64 = 86_400

  /// The part of a trashed file's name up to the first dot, where GIO inserts a number if the name
  /// is taken.
  private static func stem(of path: [UInt8]) -> [UInt8] {
    let name = path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
    return Array(name.prefix { $0 != UInt8(ascii: ".") })
  }

  /// The original path in a `.trashinfo` file; nil when the file cannot be read.
  private func originalPath(in infoFile: [UInt8]) -> [UInt8]? {
    guard let glib = try? GLibLibrary.shared.get(), let keys = glib.makeKeyFile() else {
      return nil
    }
    defer { glib.freeKeyFile(keys) }
    // A `.trashinfo` file contains one path and one date.
    guard let bytes = try? RegularFile.read(infoFile, max: 1 << 16),
      bytes.withUnsafeBytes({
        glib.loadKeyFile(keys, $0.baseAddress, $0.count, G_KEY_FILE_NONE, nil)
      }) != 0,
      let text = glib.rawValue(keys, "Trash Info", "Path", nil)
    else { return nil }
    defer { glib.free(text) }
    guard let plain = glib.unescape(text, nil) else { return nil }
    defer { glib.free(plain) }
    let stored = Array(UnsafeRawBufferPointer(start: plain, count: strlen(plain)))
    return stored.first == Self.slash ? stored : topFolder.appending(name: stored)
  }

  /// The modification time of a `.trashinfo` file in microseconds since 1970; 0 when the file
  /// cannot be read.
  private static func modificationMicroseconds(of infoFile: [UInt8]) -> Int64 {
    var status = stat()
    guard infoFile.withCString({ lstat($0, &status) }) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) &* 1_000_000 &+ Int64(status.st_mtim.tv_nsec) / 1000
  }
}

nonisolated extension [UInt8] {
  fileprivate func ends(with ending: String) -> Bool {
    let tail = suffix(ending.utf8.count)
    return count > tail.count && tail.elementsEqual(ending.utf8)
  }
}
