import CGio
import Glibc

/// One of the folders that files are thrown into: the person's own, and one on each further disk.
nonisolated struct TrashFolder: Hashable {
  /// The folder, with `files` and `info` in it.
  var path: [UInt8]
  /// What paths on its slips begin from; the root for the person's own.
  var top: [UInt8]

  private static let slash = UInt8(ascii: "/")
  /// What slips are called after their file's name.
  private static let ending = ".trashinfo"

  /// Those a file may be thrown into.
  static func all(for path: [UInt8]) -> [TrashFolder] {
    var folders: [TrashFolder] = []
    if let data = try? GLibLibrary.shared.get().userDataFolder() {
      let home = Array(String(cString: data).utf8).appending(name: "Trash".utf8)
      folders.append(TrashFolder(path: home, top: [slash]))
    }
    let user = String(getuid())
    for top in ancestors(of: path) {
      folders.append(
        TrashFolder(
          path: top.appending(name: ".Trash".utf8).appending(name: user.utf8), top: top))
      folders.append(TrashFolder(path: top.appending(name: ".Trash-\(user)".utf8), top: top))
    }
    return folders
  }

  /// The folders a file is in, the nearest first: the top of its disk is one of them.
  private static func ancestors(of path: [UInt8]) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var rest = path[...]
    while let cut = rest.lastIndex(of: slash) {
      rest = rest[..<cut]
      found.append(rest.isEmpty ? [slash] : Array(rest))
    }
    return found
  }

  /// The slip of a file that was thrown in last, from that place.
  ///
  /// - Complexity: O(slips), of which only those with a like name are read.
  func slip(of original: [UInt8]) -> TrashedFile? {
    let info = path.appending(name: "info".utf8)
    let stem = Self.stem(of: original)
    var newest: (time: Int64, file: TrashedFile)?
    for name in FolderNames.all(in: info) {
      guard name.starts(with: stem), name.ends(with: Self.ending) else { continue }
      let slip = info.appending(name: name)
      guard place(on: slip) == original else { continue }
      let file = path.appending(name: "files".utf8)
        .appending(name: name.dropLast(Self.ending.utf8.count))
      let time = Self.time(of: slip)
      if newest.map({ time >= $0.time }) ?? true {
        newest = (time, TrashedFile(original: original, file: file, slip: slip))
      }
    }
    return newest?.file
  }

  /// What a name in the trash begins with: where it is taken, GIO puts a number before the first dot.
  private static func stem(of path: [UInt8]) -> [UInt8] {
    let name = path.lastIndex(of: slash).map { path[($0 + 1)...] } ?? path[...]
    return Array(name.prefix { $0 != UInt8(ascii: ".") })
  }

  /// Where the file of a slip was.
  private func place(on slip: [UInt8]) -> [UInt8]? {
    guard let glib = try? GLibLibrary.shared.get(), let keys = glib.makeKeyFile() else {
      return nil
    }
    defer { glib.freeKeyFile(keys) }
    // A slip holds one path and one date.
    guard let bytes = try? RegularFile.read(slip, max: 1 << 16),
      bytes.withUnsafeBytes({
        glib.loadKeyFile(keys, $0.baseAddress, $0.count, G_KEY_FILE_NONE, nil)
      }) != 0,
      let text = glib.value(keys, "Trash Info", "Path", nil)
    else { return nil }
    defer { glib.free(text) }
    guard let plain = glib.unescape(text, nil) else { return nil }
    defer { glib.free(plain) }
    let place = Array(UnsafeRawBufferPointer(start: plain, count: strlen(plain)))
    return place.first == Self.slash ? place : top.appending(name: place)
  }

  /// When a slip was written, in microseconds since 1970.
  private static func time(of slip: [UInt8]) -> Int64 {
    var status = stat()
    guard slip.withCString({ lstat($0, &status) }) == 0 else { return 0 }
    return Int64(status.st_mtim.tv_sec) * 1_000_000 + Int64(status.st_mtim.tv_nsec) / 1000
  }
}

nonisolated extension [UInt8] {
  fileprivate func ends(with ending: String) -> Bool {
    let tail = suffix(ending.utf8.count)
    return count > tail.count && tail.elementsEqual(ending.utf8)
  }
}
