import BrowserHost
import Glibc

/// The paths of the copies of a photo: those of its files and companions get the name of the copy,
/// each with its own ending.
///
/// A copy of `a.jpg` to `b.jpg` takes `a.nef` to `b.nef`, `a.jpg.xmp` to `b.jpg.xmp` and `a.xmp` to
/// `b.xmp`. Files of another name, as those of a burst, are not copied.
nonisolated struct CompanionCopies {
  /// The copies to make, that of the shown file first.
  let all: [(from: FilePath, to: FilePath)]

  /// Determines the copies. Waits for the disk.
  ///
  /// - Parameters:
  ///   - source: the absolute path of the shown file.
  ///   - files: the absolute paths of all files of the photo.
  ///   - target: the absolute path of the copy of `source`.
  init(of source: FilePath, _ files: [FilePath], to target: FilePath) {
    let photos = [source] + files.filter { $0 != source }
    let others = Array(photos.dropFirst()) + Companions.of(photos, in: source.folder)
    all =
      [(source, target)]
      + others.compactMap { file in
        Self.name(of: file.name, beside: source.name, renamed: target.name).map {
          (file, target.folder.appending($0))
        }
      }
  }

  /// The name of a companion when the photo gets another name; nil for a file of another name.
  static func name(of name: [UInt8], beside photo: [UInt8], renamed other: [UInt8]) -> [UInt8]? {
    if let (isAfterWhole, end) = ending(of: name, beside: photo) {
      return (isAfterWhole ? other : stem(of: other)) + end
    }
    let (oldStem, newStem) = (stem(of: photo), stem(of: other))
    guard let version = Sidecar.versionEnding(of: name, afterStem: oldStem) else { return nil }
    // After the number comes the extension of the photo, or that of its RAW file.
    let (number, rest) = (Array(version.prefix(3)), Array(version.dropFirst(3)))
    let (old, new) = (photo.dropFirst(oldStem.count), other.dropFirst(newStem.count))
    let isOwn = rest.count == old.count + 4 && rest.starts(with: old)
    let tail = isOwn ? Array(new) + Array(rest.suffix(4)) : rest
    return newStem + number + tail
  }

  /// Whether there is a file at the path of a copy.
  var hasExistingTarget: Bool {
    all.contains { copy in copy.to.withCString { access($0, F_OK) } == 0 }
  }

  /// The steps that make the copies. Waits for the disk.
  ///
  /// - Parameter replaces: whether files at the paths of the copies go to the trash first. Folders
  ///   and the files of the photo itself stay.
  func steps(replacing replaces: Bool) -> [FileStep] {
    let sources = Set(all.map { $0.from })
    return all.flatMap { copy -> [FileStep] in
      let step = FileStep.copy(from: copy.from, to: copy.to)
      guard replaces, !sources.contains(copy.to), let present = FileState.read(copy.to),
        FileState.read(copy.from)?.isSameFile(as: present) != true, FileStatus(copy.to) != .folder
      else { return [step] }
      return [FileStep.trash(copy.to), step]
    }
  }

  /// The end of a companion's name after the name of the photo, or after its stem; nil for a file
  /// of another name.
  private static func ending(
    of name: [UInt8], beside photo: [UInt8]
  ) -> (afterWhole: Bool, [UInt8])? {
    /// Whether a dot or nothing follows the first bytes of the name.
    func ends(after count: Int) -> Bool {
      name.count == count || (name.count > count && name[count] == UInt8(ascii: "."))
    }
    if name.starts(with: photo), ends(after: photo.count) {
      return (true, Array(name[photo.count...]))
    }
    let stem = stem(of: photo)
    // The names of a pair may differ in case.
    guard ends(after: stem.count), lowercased(name).starts(with: lowercased(stem)) else {
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
