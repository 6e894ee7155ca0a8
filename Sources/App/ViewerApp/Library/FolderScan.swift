import Glibc

/// Reads folders: which names in them are pictures.
nonisolated struct FolderScan {
  /// Extensions of everything a common decoder or one of the packages can show.
  static let pictureExtensions: Set<String> = [
    "jpg", "jpeg", "jpe", "jfif", "png", "apng", "gif", "webp", "avif", "avifs", "heic", "heif",
    "hif", "jxl", "tif", "tiff", "bmp", "dib", "ico", "cur", "icns", "svg", "svgz", "tga", "pnm",
    "ppm", "pgm", "pbm", "pam", "xpm", "xbm", "ani", "qtif", "qif", "jp2", "j2k", "wmf", "qoi",
  ]
  /// Folders inside folders, at most this deep: links may go round in circles.
  private static let deepest = 32

  /// The pictures in `folder`, unsorted; hidden files are left out.
  ///
  /// - Parameters:
  ///   - recursive: also those in folders below.
  ///   - complain: hears of folders below that cannot be read; the others are listed all the same.
  /// - Returns: the system's reason when the folder itself cannot be read.
  /// - Complexity: O(entries); never asks about a single file unless it has to.
  static func pictures(
    in folder: FilePath, recursive: Bool, depth: Int = 0,
    complain: (FilePath, ScanError) -> Void = { _, _ in }
  ) -> Result<[FilePath], ScanError> {
    guard let handle = folder.withCString({ opendir($0) }) else {
      return .failure(ScanError(reason: String(cString: strerror(errno))))
    }
    defer { closedir(handle) }
    var found: [FilePath] = []
    var folders: [FilePath] = []
    while let entry = readdir(handle) {
      let name = Self.name(of: entry)
      guard let first = name.first, first != UInt8(ascii: ".") else { continue }
      let path = folder.appending(name)
      let type = Int32(entry.pointee.d_type)
      if type == Int32(DT_DIR) {
        if recursive { folders.append(path) }
      } else if pictureExtensions.contains(path.fileExtension) {
        found.append(path)
      } else if recursive, type == Int32(DT_UNKNOWN), FileStatus(path) == .folder {
        folders.append(path)
      }
    }
    if recursive, depth < deepest {
      for inner in folders {
        let scanned = pictures(
          in: inner, recursive: true, depth: depth + 1, complain: complain)
        switch scanned {
        case .success(let more): found += more
        case .failure(let error): complain(inner, error)
        }
      }
    }
    return .success(found)
  }

  private static func name(of entry: UnsafeMutablePointer<dirent>) -> [UInt8] {
    withUnsafePointer(to: &entry.pointee.d_name) { tuple in
      tuple.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes in
        Array(
          UnsafeBufferPointer(
            start: bytes,
            count: strnlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), 256)))
      }
    }
  }
}

/// Why a folder cannot be read.
nonisolated struct ScanError: Error {
  /// The system's words.
  var reason: String
}
