import BrowserHost
import GalleryCore

/// The rules by which several files are shown as one photo: a camera RAW file with the picture that
/// the camera made of it, or the pictures of a burst.
///
/// A RAW+JPEG pair consists of exactly one RAW file and exactly one JPEG, HEIF, AVIF or JPEG XL
/// file in one folder, with the same name except for extension and case. If there are more files of
/// that name, all are shown separately, so that no picture is hidden by accident.
nonisolated struct StackRules: Hashable, Sendable {
  /// The choices for RAW+JPEG pairs.
  enum PairRule: String, Hashable, Sendable, CaseIterable {
    /// A pair is one photo, for which the JPEG file is shown.
    case jpeg
    /// A pair is one photo, for which the RAW file is shown.
    case raw
    /// The two files of a pair are separate photos.
    case separate
  }

  /// The choice for RAW+JPEG pairs. Default: one photo, for which the JPEG file is shown.
  var pairs = PairRule.jpeg
  /// Whether the pictures of a burst, recognised by their filenames, are one photo. Default: false.
  var joinsBursts = false
  /// The files that the user has chosen to be shown for their photos, in place of those that the
  /// rules select.
  private(set) var chosenFiles: Set<FilePath> = []

  /// Several files of a list that are one photo, as indices into the list.
  struct Stack: Hashable, Sendable {
    /// The indices of the files of one photo, in the order in which the user steps through them.
    var memberIndices: [Int]
    /// The index of the file that is shown for the photo; one of ``memberIndices``.
    var shownIndex: Int
  }

  /// Makes a file the shown one of its photo.
  ///
  /// - Parameter others: the files of the photo.
  mutating func setShownFile(_ file: FilePath, insteadOf others: [FilePath]) {
    chosenFiles.subtract(others)
    chosenFiles.insert(file)
  }

  /// The photos in a list of files that consist of several files.
  ///
  /// - Complexity: O(files).
  func stacks(among files: [FilePath]) -> [Stack] {
    var stacks = joinsBursts ? bursts(among: files) : []
    guard pairs != .separate else { return stacks }
    let taken = Set(stacks.lazy.flatMap(\.memberIndices))
    stacks += pairs(among: files, except: taken)
    return stacks
  }

  /// The files of a list that are the same photo as `file`, including it; only `file` if its photo
  /// has no other files.
  ///
  /// - Complexity: O(files).
  func files(with file: FilePath, among files: [FilePath]) -> [FilePath] {
    let stack = stacks(among: files).first { $0.memberIndices.contains { files[$0] == file } }
    return stack?.memberIndices.map { files[$0] } ?? [file]
  }

  /// The photos in a list of files, in its order: all files of each photo, the shown one first.
  ///
  /// - Complexity: O(files).
  func photos(among files: [FilePath]) -> [[FilePath]] {
    var others: [Int: [Int]] = [:]
    var hidden: Set<Int> = []
    for stack in stacks(among: files) {
      others[stack.shownIndex] = stack.memberIndices.filter { $0 != stack.shownIndex }
      hidden.formUnion(others[stack.shownIndex] ?? [])
    }
    return files.indices.filter { !hidden.contains($0) }
      .map { [files[$0]] + (others[$0] ?? []).map { files[$0] } }
  }

  /// The files of a list that are shown, one for each photo, in the order of the list.
  func shownFiles(among files: [FilePath]) -> [FilePath] {
    let hidden = Set(
      stacks(among: files).lazy.flatMap { stack in
        stack.memberIndices.filter { $0 != stack.shownIndex }
      })
    return hidden.isEmpty
      ? files : files.indices.filter { !hidden.contains($0) }.map { files[$0] }
  }

  // MARK: Pairs

  /// The files of a list with the same name except for the extension, as indices into the list. If
  /// there is one RAW file and one rendered picture, they are a pair.
  private struct PairCandidates {
    var renderedIndices: [Int] = []
    var rawIndices: [Int] = []
  }

  private func pairs(among files: [FilePath], except taken: Set<Int>) -> [Stack] {
    var candidates: [FilePath: PairCandidates] = [:]
    // Most folders contain no RAW files, so no dictionary is made for them.
    for (index, file) in files.enumerated() where file.isCameraRaw && !taken.contains(index) {
      candidates[file.foldedStem, default: PairCandidates()].rawIndices.append(index)
    }
    guard !candidates.isEmpty else { return [] }
    for (index, file) in files.enumerated() where file.isPictureBesideRaw && !taken.contains(index)
    {
      candidates[file.foldedStem]?.renderedIndices.append(index)
    }
    let found = candidates.values.compactMap { candidate -> Stack? in
      guard candidate.rawIndices.count == 1, candidate.renderedIndices.count == 1 else {
        return nil
      }
      return stack(candidate.renderedIndices + candidate.rawIndices, of: files)
    }
    return found.sorted { $0.shownIndex < $1.shownIndex }
  }

  /// Makes a photo of several files, and determines which one is shown.
  ///
  /// - Parameter members: the indices of the files in `files`, in the order in which the user steps
  ///   through them.
  private func stack(_ members: [Int], of files: [FilePath]) -> Stack {
    let standard =
      pairs == .raw ? members.first { files[$0].isCameraRaw } ?? members[0] : members[0]
    return Stack(
      memberIndices: members,
      shownIndex: members.first { chosenFiles.contains(files[$0]) } ?? standard)
  }

  // MARK: Bursts

  /// The stacks of the files whose names belong to the same burst, sorted by the index of the file
  /// that is shown of each.
  private func bursts(among files: [FilePath]) -> [Stack] {
    var members: [FilePath: [Int]] = [:]
    for (index, file) in files.enumerated() {
      if let name = BurstName(file) { members[name.burstID, default: []].append(index) }
    }
    let found = members.values.filter { $0.count > 1 }.map { indices in
      let ordered = indices.sorted {
        if files[$0].isCameraRaw != files[$1].isCameraRaw { return files[$1].isCameraRaw }
        return NaturalOrder.areInIncreasingOrder(files[$0].name, files[$1].name)
      }
      var stack = stack(ordered, of: files)
      let cover = ordered.first { BurstName(files[$0])?.isCover ?? false }
      if let cover, !chosenFiles.contains(files[stack.shownIndex]) { stack.shownIndex = cover }
      return stack
    }
    return found.sorted { $0.shownIndex < $1.shownIndex }
  }
}

/// The filename of a picture that belongs to a burst, as phones of the makers in the table write
/// it.
///
/// | camera | example |
/// |---|---|
/// | Sony, Xiaomi, OnePlus, Huawei | `IMG_20190101_120000_BURST001.jpg`, `…_BURST001_COVER.jpg` |
/// | Google | `00001IMG_00001_BURST20190101120000123_COVER.jpg` |
/// | Samsung | `20190101_120000_001.jpg` |
nonisolated struct BurstName: Hashable {
  /// A path that identifies the burst: the common part of the filenames of its pictures, in their
  /// folder. No file has this path.
  let burstID: FilePath
  /// Whether the camera has marked the picture as the best one of its burst.
  let isCover: Bool

  private static let burstMark = Array("_BURST".utf8)
  private static let coverMark = Array("_COVER".utf8)
  private static let underscore = UInt8(ascii: "_")
  /// The minimum number of digits of a date and time after `_BURST`. Fewer digits are the number of
  /// a picture in the burst.
  private static let minDateDigits = 14

  /// Parses the filename of a file; nil if it is not that of a picture in a burst.
  init?(_ file: FilePath) {
    let name = file.name
    guard let cut = name.lastIndex(of: UInt8(ascii: ".")), cut > 0 else { return nil }
    var stem = Array(name[..<cut])
    isCover =
      stem.count > Self.coverMark.count && stem.suffix(Self.coverMark.count) == Self.coverMark[...]
    if isCover { stem.removeLast(Self.coverMark.count) }
    guard let start = Self.burstStem(of: stem) else { return nil }
    burstID = file.folder.appending(start)
  }

  /// The part of a filename without extension that all pictures of a burst have in common; nil if
  /// the filename is not that of a picture in a burst.
  private static func burstStem(of stem: [UInt8]) -> [UInt8]? {
    let digits = stem.reversed().prefix { (0x30...0x39).contains($0) }.count
    let head = stem.dropLast(digits)
    if digits > 0, head.suffix(burstMark.count) == burstMark[...] {
      return digits >= minDateDigits
        ? Array(stem.suffix(digits + burstMark.count)) : Array(head)
    }
    // Samsung writes the date, the time and a number, with eight, six and three digits.
    let parts = stem.split(separator: underscore, omittingEmptySubsequences: false)
    guard parts.map(\.count) == [8, 6, 3],
      parts.joined().allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Array(head)
  }
}

nonisolated extension FilePath {
  /// Whether the file has the filename extension of a camera RAW file.
  var isCameraRaw: Bool { bytes.withUnsafeBytes(PictureName.isCameraRaw) }

  /// Whether the file has the filename extension of a picture that cameras write beside a RAW file.
  var isPictureBesideRaw: Bool { bytes.withUnsafeBytes(PictureName.isPictureBesideRaw) }

  /// The path without its extension and with the ASCII letters of the filename in lower case, by
  /// which the files of a pair are matched.
  var foldedStem: FilePath {
    let name = (bytes.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1
    let end = bytes.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > name ? $0 : nil }
    var stem = Array(bytes[..<(end ?? bytes.count)])
    for index in name..<stem.count where (0x41...0x5A).contains(stem[index]) {
      stem[index] |= 0x20
    }
    return FilePath(stem)
  }
}
