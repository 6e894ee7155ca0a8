import BrowserHost

/// The photos at which folders were left, in a file in the state folder. A line of the file is the
/// absolute path of a folder, two slashes, and the path of the photo relative to the folder.
nonisolated enum StoredPlaces {
  /// A folder and the photo at which it was left, as absolute paths.
  typealias Place = (folder: FilePath, photo: FilePath)

  private static let fileName = "places"
  /// The maximum number of remembered folders; the one left longest ago is forgotten first.
  private static let maxFolders = 200
  /// The maximum size of the file in bytes; a larger file is not read.
  private static let maxFileBytes = 1 << 20
  private static let newline = UInt8(ascii: "\n")
  /// The bytes between the folder and the photo in a line. They cannot be part of a path, which
  /// never contains two slashes in a row.
  private static let separator = Array("//".utf8)

  /// The photo at which a folder was left; nil when none is remembered. The path of the folder is
  /// absolute. The call waits for the disk.
  static func photo(in folder: FilePath) -> FilePath? {
    let prefix = folder.bytes + separator
    return lines().first { $0.starts(with: prefix) }
      .map { folder.appending(Array($0.dropFirst(prefix.count))) }
  }

  /// Stores photos at which folders were left, the latest first. A photo that is not in its folder
  /// or a subfolder is ignored. The call waits for the disk.
  static func remember(_ photos: [Place]) {
    StateFile.update(fileName, limit: maxFileBytes) { bytes in
      var all = bytes.split(separator: newline).map(Array.init)
      for (folder, photo) in photos.reversed() {
        let start =
          folder.bytes.last == UInt8(ascii: "/") ? folder.bytes : folder.bytes + Array("/".utf8)
        guard photo.bytes.starts(with: start), !photo.bytes.contains(newline) else { continue }
        let prefix = folder.bytes + separator
        all.removeAll { $0.starts(with: prefix) }
        all.insert(prefix + photo.bytes.dropFirst(start.count), at: 0)
      }
      return all.prefix(maxFolders).flatMap { $0 + [newline] }
    }
  }

  private static func lines() -> [ArraySlice<UInt8>] {
    (StateFile.read(fileName, limit: maxFileBytes) ?? []).split(separator: newline)
  }
}
