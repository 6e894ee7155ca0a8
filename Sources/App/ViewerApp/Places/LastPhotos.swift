import BrowserHost

/// The photo at which each folder was left, kept in the state folder. A line is the absolute path
/// of a folder, a slash, and the path of the photo below it.
nonisolated enum LastPhotos {
  /// A folder and the photo at which it was left, both absolute paths.
  typealias Place = (folder: FilePath, photo: FilePath)

  private static let name = "places"
  /// The maximum number of remembered folders; the oldest one is dropped first.
  private static let maxFolders = 200
  /// The maximum size of a state file that is read, in bytes.
  private static let maxBytes = 1 << 20
  private static let newline = UInt8(ascii: "\n")
  /// The separator of a folder and a photo: no path has two slashes after each other.
  private static let separator = Array("//".utf8)

  /// The photo at which a folder, an absolute path, was left; nil when none is remembered. Waits
  /// for the disk.
  static func photo(in folder: FilePath) -> FilePath? {
    let prefix = folder.bytes + separator
    return lines().first { $0.starts(with: prefix) }
      .map { folder.appending(Array($0.dropFirst(prefix.count))) }
  }

  /// Remembers photos, the latest first. Photos that are not below their folders are ignored.
  static func remember(_ photos: [Place]) {
    StateFile.update(name, limit: maxBytes) { bytes in
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
    (StateFile.read(name, limit: maxBytes) ?? []).split(separator: newline)
  }
}
