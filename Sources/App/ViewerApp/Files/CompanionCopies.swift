import BrowserHost

/// The files that are copied when a photo is copied to another name, with their target paths: the
/// shown file, and the photo's other files and companions, which take the new name with their own
/// endings.
///
/// A copy of `a.jpg` to `b.jpg` copies `a.nef` to `b.nef`, `a.jpg.xmp` to `b.jpg.xmp` and `a.xmp`
/// to `b.xmp`. Files of the photo with another stem, as in a burst, are not copied.
nonisolated struct CompanionCopies {
  /// The source and target paths of all files to copy, those of the shown file first.
  let all: [(from: FilePath, to: FilePath)]
  /// The files of the photo that are not copied, because their copies would have the same names:
  /// beside a copy of `a.jpg` to `a.png`, `a.xmp` belongs to both.
  let uncopiedFiles: [FilePath]

  /// Determines the files to copy. Waits for the file system.
  ///
  /// - Parameters:
  ///   - source: the absolute path of the file that is shown for the photo.
  ///   - files: the absolute paths of all files of the photo.
  ///   - target: the absolute path of the copy of `source`.
  init(of source: FilePath, _ files: [FilePath], to target: FilePath) {
    let photos = [source] + files.filter { $0 != source }
    let others = Array(photos.dropFirst()) + Companions.of(photos, in: source.folder)
    let copies = others.compactMap { file in
      Self.name(of: file.name, beside: source.name, renamed: target.name).map {
        (from: file, to: target.folder.appending($0))
      }
    }
    uncopiedFiles = copies.filter { Self.areSameFile($0.from, $0.to) }.map(\.from)
    all = [(source, target)] + copies.filter { !Self.areSameFile($0.from, $0.to) }
  }

  /// Whether two paths lead to the same file. Waits for the file system.
  private static func areSameFile(_ one: FilePath, _ other: FilePath) -> Bool {
    guard one != other else { return true }
    guard let there = FileState.read(other) else { return false }
    return FileState.read(one)?.isSameFile(as: there) ?? false
  }

  /// The name of the copy of a companion, or of another file of the photo.
  ///
  /// - Parameters:
  ///   - name: the name of the companion or other file.
  ///   - photo: the name of the file to which it belongs.
  ///   - other: the name of the copy of that file.
  /// - Returns: nil if `name` does not begin with the name or the stem of `photo`.
  static func name(of name: [UInt8], beside photo: [UInt8], renamed other: [UInt8]) -> [UInt8]? {
    if let (isAfterWhole, end) = ending(of: name, beside: photo) {
      return (isAfterWhole ? other : stem(of: other)) + end
    }
    let (oldStem, newStem) = (stem(of: photo), stem(of: other))
    // The stem is read from `name` itself: in a RAW+JPEG pair, the stems of the two files, and of
    // the sidecars of their versions, may differ in case.
    let ownStem = Array(name.prefix(oldStem.count))
    guard lowercased(ownStem) == lowercased(oldStem),
      let version = Sidecar.versionEnding(of: name, afterStem: ownStem)
    else { return nil }
    // The version number is followed by the extension of the photo, which becomes that of the copy,
    // or by the extension of the RAW file, which stays.
    let (number, rest) = (Array(version.prefix(3)), Array(version.dropFirst(3)))
    let (old, new) = (photo.dropFirst(oldStem.count), other.dropFirst(newStem.count))
    let isOwn = rest.count == old.count + 4 && rest.starts(with: old)
    let tail = isOwn ? Array(new) + Array(rest.suffix(4)) : rest
    return newStem + number + tail
  }

  /// The first of the target paths that exists; nil if none does. Waits for the file system.
  var existingTarget: FilePath? { all.map(\.to).first(where: \.exists) }

  /// The file operations that make the copies. Waits for the file system.
  ///
  /// - Parameter replaces: whether existing files at the target paths are moved to the trash first,
  ///   together with their companions, which would otherwise belong to the copy. If false, a copy
  ///   to the path of an existing file fails. Folders and the source files themselves are never
  ///   moved.
  func operations(replacing replaces: Bool) -> [FileOperation] {
    let copies = all.map { FileOperation.copy(from: $0.from, to: $0.to) }
    guard replaces else { return copies }
    let sources = Set(all.map { $0.from } + uncopiedFiles)
    let replaced = all.filter { copy in
      guard !sources.contains(copy.to), let present = FileState.read(copy.to) else { return false }
      return FileState.read(copy.from)?.isSameFile(as: present) != true
        && FileStatus(copy.to) != .folder
    }.map { $0.to }
    var known = sources.union(all.map { $0.to })
    let companions = replaced.flatMap { Companions.of($0, together: Set(replaced)) }
      .filter { known.insert($0).inserted }
    return (replaced + companions).map { FileOperation.trash($0) } + copies
  }

  /// The part of a companion's name after the full name of the photo (`afterWhole` true) or after
  /// its stem (false); nil if the name begins with neither.
  private static func ending(
    of name: [UInt8], beside photo: [UInt8]
  ) -> (afterWhole: Bool, [UInt8])? {
    /// Whether the first `count` bytes are the whole name, or are followed by a dot.
    func hasBoundary(after count: Int) -> Bool {
      name.count == count || (name.count > count && name[count] == UInt8(ascii: "."))
    }
    if name.starts(with: photo), hasBoundary(after: photo.count) {
      return (true, Array(name[photo.count...]))
    }
    let stem = stem(of: photo)
    // In a RAW+JPEG pair, the names of the two files may differ in case.
    guard hasBoundary(after: stem.count), lowercased(name).starts(with: lowercased(stem)) else {
      return nil
    }
    return (false, Array(name[stem.count...]))
  }

  private static func stem(of name: [UInt8]) -> [UInt8] {
    name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
  }

  private static func lowercased(_ name: [UInt8]) -> [UInt8] {
    name.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
  }
}
