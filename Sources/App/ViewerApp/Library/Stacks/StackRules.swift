import BrowserHost
import GalleryCore

/// The rules by which several files are one photo: a camera RAW file with the picture that the
/// camera made of it, or the photos of a burst.
///
/// A pair has one name in two forms, without regard to case: exactly one JPEG, HEIF, AVIF or JPEG
/// XL file and exactly one RAW file, in one folder. Other files of the same name stay separate, so
/// that no picture is hidden by chance.
nonisolated struct StackRules: Hashable, Sendable {
  /// The treatment of RAW+JPEG pairs.
  enum Pairs: String, Hashable, Sendable, CaseIterable {
    /// A pair is one photo, shown by its JPEG file.
    case jpeg
    /// A pair is one photo, shown by its RAW file.
    case raw
    /// The files of a pair are two photos.
    case separate
  }

  /// The treatment of RAW+JPEG pairs. Default: one photo, shown by its JPEG file.
  var pairs = Pairs.jpeg
  /// Whether the photos of a burst, recognised by their names, are one photo. Default: false.
  var joinsBursts = false
  /// The files that the user chose to see in place of those that the rules select.
  private(set) var chosen: Set<FilePath> = []

  /// Files that are one photo, as indices into a list.
  struct Stack: Hashable, Sendable {
    /// The indices of the files, in the order in which the user steps through them.
    var members: [Int]
    /// The index of the file that is shown; one of the members.
    var shown: Int
  }

  /// Chooses the file that is shown in place of the other files of its photo.
  mutating func choose(_ file: FilePath, insteadOf others: [FilePath]) {
    chosen.subtract(others)
    chosen.insert(file)
  }

  /// The photos of several files that the rules find in a list.
  ///
  /// - Complexity: O(files).
  func stacks(among files: [FilePath]) -> [Stack] {
    var stacks = joinsBursts ? bursts(among: files) : []
    guard pairs != .separate else { return stacks }
    let taken = Set(stacks.lazy.flatMap(\.members))
    stacks += pairs(among: files, except: taken)
    return stacks
  }

  /// The files of the photo that a file of a list belongs to; only the file itself where it is
  /// alone.
  ///
  /// - Complexity: O(files).
  func files(with file: FilePath, among files: [FilePath]) -> [FilePath] {
    let stack = stacks(among: files).first { $0.members.contains { files[$0] == file } }
    return stack?.members.map { files[$0] } ?? [file]
  }

  /// The files of each photo of a list, the shown one first, in the order of the list.
  ///
  /// - Complexity: O(files).
  func photos(among files: [FilePath]) -> [[FilePath]] {
    var others: [Int: [Int]] = [:]
    var hidden: Set<Int> = []
    for stack in stacks(among: files) {
      others[stack.shown] = stack.members.filter { $0 != stack.shown }
      hidden.formUnion(others[stack.shown] ?? [])
    }
    return files.indices.filter { !hidden.contains($0) }
      .map { [files[$0]] + (others[$0] ?? []).map { files[$0] } }
  }

  /// The files that are shown for a list, in its order.
  func shown(among files: [FilePath]) -> [FilePath] {
    let hidden = Set(
      stacks(among: files).lazy.flatMap { stack in
        stack.members.filter { $0 != stack.shown }
      })
    return hidden.isEmpty
      ? files : files.indices.filter { !hidden.contains($0) }.map { files[$0] }
  }

  // MARK: Pairs

  /// The files of one name: one of each kind, or none where there are several.
  private struct Candidates {
    var rendered: [Int] = []
    var raw: [Int] = []
  }

  private func pairs(among files: [FilePath], except taken: Set<Int>) -> [Stack] {
    var candidates: [FilePath: Candidates] = [:]
    // A folder without RAW files, by far the most frequent, costs no dictionary.
    for (index, file) in files.enumerated() where file.isCameraRaw && !taken.contains(index) {
      candidates[file.foldedStem, default: Candidates()].raw.append(index)
    }
    guard !candidates.isEmpty else { return [] }
    for (index, file) in files.enumerated() where file.isRenderedPhoto && !taken.contains(index) {
      candidates[file.foldedStem]?.rendered.append(index)
    }
    let found = candidates.values.compactMap { candidate -> Stack? in
      guard candidate.raw.count == 1, candidate.rendered.count == 1 else { return nil }
      return stack(candidate.rendered + candidate.raw, of: files)
    }
    return found.sorted { $0.shown < $1.shown }
  }

  /// The stack of some files in the order in which the user steps through them.
  private func stack(_ members: [Int], of files: [FilePath]) -> Stack {
    let standard =
      pairs == .raw ? members.first { files[$0].isCameraRaw } ?? members[0] : members[0]
    return Stack(
      members: members,
      shown: members.first { chosen.contains(files[$0]) } ?? standard)
  }

  // MARK: Bursts

  private func bursts(among files: [FilePath]) -> [Stack] {
    var members: [FilePath: [Int]] = [:]
    for (index, file) in files.enumerated() {
      if let name = BurstName(file) { members[name.burst, default: []].append(index) }
    }
    let found = members.values.filter { $0.count > 1 }.map { indices in
      let ordered = indices.sorted {
        if files[$0].isCameraRaw != files[$1].isCameraRaw { return files[$1].isCameraRaw }
        return NaturalOrder.areInIncreasingOrder(files[$0].name, files[$1].name)
      }
      var stack = stack(ordered, of: files)
      let cover = ordered.first { BurstName(files[$0])?.isCover ?? false }
      if let cover, !chosen.contains(files[stack.shown]) { stack.shown = cover }
      return stack
    }
    return found.sorted { $0.shown < $1.shown }
  }
}

/// The name of a photo of a burst.
///
/// | camera | example |
/// |---|---|
/// | Sony, Xiaomi, OnePlus, Huawei | `IMG_20190101_120000_BURST001.jpg`, `…_BURST001_COVER.jpg` |
/// | Google | `00001IMG_00001_BURST20190101120000123_COVER.jpg` |
/// | Samsung | `20190101_120000_001.jpg` |
nonisolated struct BurstName: Hashable {
  /// A path that all photos of the burst have in common; no such file exists.
  let burst: FilePath
  /// Whether the camera marked the photo as the best of its burst.
  let isCover: Bool

  private static let mark = Array("_BURST".utf8)
  private static let cover = Array("_COVER".utf8)
  private static let underscore = UInt8(ascii: "_")
  /// The minimum number of digits of a moment after the mark; fewer are the number of a photo.
  private static let momentDigits = 14

  /// Makes the burst name of a file; nil when its name is not that of a photo of a burst.
  init?(_ file: FilePath) {
    let name = file.name
    guard let cut = name.lastIndex(of: UInt8(ascii: ".")), cut > 0 else { return nil }
    var stem = Array(name[..<cut])
    isCover = stem.count > Self.cover.count && stem.suffix(Self.cover.count) == Self.cover[...]
    if isCover { stem.removeLast(Self.cover.count) }
    guard let start = Self.burst(of: stem) else { return nil }
    burst = file.folder.appending(start)
  }

  /// The part of a name that all photos of the burst have in common; nil for another name.
  private static func burst(of stem: [UInt8]) -> [UInt8]? {
    let digits = stem.reversed().prefix { (0x30...0x39).contains($0) }.count
    let head = stem.dropLast(digits)
    if digits > 0, head.suffix(mark.count) == mark[...] {
      return digits >= momentDigits
        ? Array(stem.suffix(digits + mark.count)) : Array(head)
    }
    // DATE_TIME_NUMBER, with eight, six and three digits.
    let parts = stem.split(separator: underscore, omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 6, 3],
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Array(head)
  }
}

nonisolated extension FilePath {
  /// Whether the file has the extension of a camera RAW file.
  var isCameraRaw: Bool { bytes.withUnsafeBytes(PictureName.isCameraRaw) }

  /// Whether the file has the extension of a picture that cameras write beside a RAW file.
  var isRenderedPhoto: Bool { bytes.withUnsafeBytes(PictureName.isRenderedPhoto) }

  /// The path without its extension, with the ASCII letters of the name in lower case.
  fileprivate var foldedStem: FilePath {
    let name = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let end = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
    var stem = Array(bytes[..<(end ?? bytes.count)])
    for index in name..<stem.count where (0x41...0x5A).contains(stem[index]) {
      stem[index] |= 0x20
    }
    return FilePath(stem)
  }
}
