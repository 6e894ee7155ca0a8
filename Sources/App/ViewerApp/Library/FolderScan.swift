import Glibc

/// Reads folders: which names in them are pictures.
nonisolated struct FolderScan {
  /// Folders inside folders, at most this deep: links may go round in circles.
  static let deepest = 32

  /// A picture that was found.
  struct Entry: Hashable, Sendable {
    /// The file.
    var path: FilePath
    /// Its number on the folder's device; that of the link where it is one.
    var inode: UInt64
  }

  /// What is in one folder.
  struct Contents: Sendable {
    /// Its pictures and clips, as the folder has them; a clip that belongs to a photo is none.
    var pictures: [Entry] = []
    /// The folders in it, as the folder has them; links to folders are none.
    var folders: [FilePath] = []
    /// Which folder it is, whatever its name.
    var place = FolderPlace()
  }

  /// What is in `folder`; hidden files and folders are left out.
  ///
  /// - Returns: the system's reason when the folder cannot be read.
  /// - Complexity: O(entries); never asks about a single file unless it has to.
  static func contents(of folder: FilePath) -> Result<Contents, ScanError> {
    guard let handle = folder.withCString({ opendir($0) }) else {
      return .failure(ScanError(reason: String(cString: strerror(errno))))
    }
    defer { closedir(handle) }
    var contents = Contents()
    var clips: [Entry] = []
    contents.place = FolderPlace(descriptor: dirfd(handle))
    let prefix = folder.prefixOfContents
    while let entry = readdir(handle) {
      let type = Int32(entry.pointee.d_type)
      let inode = UInt64(entry.pointee.d_ino)
      withName(of: entry) { name in
        guard let first = name.first, first != UInt8(ascii: ".") else { return }
        if type == Int32(DT_DIR) {
          contents.folders.append(FilePath(prefix, name))
        } else if PictureName.isPicture(name) {
          contents.pictures.append(Entry(path: FilePath(prefix, name), inode: inode))
        } else if ClipName.isClip(name) {
          clips.append(Entry(path: FilePath(prefix, name), inode: inode))
        } else if type == Int32(DT_UNKNOWN) {
          let path = FilePath(prefix, name)
          if FileStatus(path) == .folder { contents.folders.append(path) }
        }
      }
    }
    contents.pictures += LivePhoto.alone(clips, beside: contents.pictures)
    return .success(contents)
  }

  /// The pictures in `folder`, unsorted; hidden files are left out.
  ///
  /// - Parameters:
  ///   - recursive: also those in folders below.
  ///   - complain: hears of folders below that cannot be read; the others are listed all the same.
  /// - Returns: the system's reason when the folder itself cannot be read.
  static func pictures(
    in folder: FilePath, recursive: Bool, depth: Int = 0,
    complain: (FilePath, ScanError) -> Void = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    contents(of: folder).map { contents in
      var found = contents.pictures.map(\.path)
      guard recursive, depth < deepest else { return found }
      for inner in contents.folders {
        let scanned = pictures(in: inner, recursive: true, depth: depth + 1, complain: complain)
        switch scanned {
        case .success(let more): found += more
        case .failure(let error): complain(inner, error)
        }
      }
      return found
    }
  }

  /// The name is the directory's own memory: it goes with the next one.
  private static func withName(
    of entry: UnsafeMutablePointer<dirent>, _ body: (UnsafeRawBufferPointer) -> Void
  ) {
    withUnsafePointer(to: &entry.pointee.d_name) { name in
      let start = UnsafeRawPointer(name)
      body(
        UnsafeRawBufferPointer(
          start: start, count: strlen(start.assumingMemoryBound(to: CChar.self))))
    }
  }
}

/// Which folder it is, whatever it is called, and its state.
nonisolated struct FolderPlace: Hashable, Sendable {
  /// Tells it from every other folder of the machine.
  struct Number: Hashable, Sendable {
    var device: UInt64
    var inode: UInt64
  }

  /// Its number; nil when it is not known.
  private(set) var number: Number?
  /// When something came into it or left it last, in nanoseconds since 1970.
  private(set) var modified: Int64 = 0

  /// No folder.
  init() {}

  /// The folder that is open as `descriptor`.
  init(descriptor: Int32) {
    var info = stat()
    if fstat(descriptor, &info) == 0 { take(info) }
  }

  /// The folder of this name; nil when there is none.
  init?(_ folder: FilePath) {
    var info = stat()
    guard folder.withCString({ stat($0, &info) }) == 0 else { return nil }
    take(info)
  }

  private mutating func take(_ info: stat) {
    number = Number(device: UInt64(info.st_dev), inode: UInt64(info.st_ino))
    modified = Int64(info.st_mtim.tv_sec) &* 1_000_000_000 &+ Int64(info.st_mtim.tv_nsec)
  }
}

/// Why a folder cannot be read.
nonisolated struct ScanError: Error {
  /// The system's words.
  var reason: String
}
