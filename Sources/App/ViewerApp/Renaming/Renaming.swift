import BrowserHost
import Desktop
import Glibc
import Localization

/// The planning and the performing of renaming photos in their folders. All files and companions of
/// a photo are renamed together.
nonisolated struct Renaming: Sendable {
  /// A photo to be renamed, with all its files.
  struct Photo: Hashable, Sendable {
    /// The absolute path of the shown file.
    var shown: FilePath
    /// The absolute paths of the photo's files and companions whose names begin with that of the
    /// photo, the shown file first.
    var files: [FilePath]
  }

  /// The new paths of all files of a photo.
  struct Plan: Hashable, Sendable {
    var photo: Photo
    /// The new paths, in the order of `photo.files`.
    var targets: [FilePath]
    /// The reason why the photo cannot get these names; nil when it can, or before the check.
    var problem: Problem?

    /// The new path of the shown file.
    var targetOfShownFile: FilePath { targets.first ?? photo.shown }
    /// Whether the path of at least one file changes.
    var changesPaths: Bool { targets != photo.files }
  }

  /// The reason why a photo cannot get a name.
  enum Problem: Hashable, Sendable {
    case empty, containsSlash, beginsWithDot, tooLong
    /// Another file has the name already.
    case alreadyExists
    /// Another file of the photos that are renamed together would get the name, too.
    case duplicate

    /// The problem as a sentence for the user.
    var sentence: String {
      switch self {
      case .empty: tr("A name is needed.")
      case .containsSlash: tr("A name cannot contain “/”.")
      case .beginsWithDot: tr("A name that begins with a dot would be hidden.")
      case .tooLong: tr("A name can have at most 255 bytes.")
      case .alreadyExists: tr("There is another file of that name.")
      case .duplicate: tr("Several photos would get that name.")
      }
    }
  }

  /// The maximum length of a file name in bytes.
  ///
  /// - Source: NAME_MAX of Linux.
  static let maxNameBytes = 255

  // MARK: Photos

  /// The photos to be renamed with their companions. Files whose names do not begin with that of
  /// the photo, such as the other pictures of a burst, are left out. The call waits for the disk.
  ///
  /// - Parameter current: the folder for relative paths.
  static func photos(_ photos: [Transfer.Photo], in current: FilePath) -> [Photo] {
    let all = photos.map { photo in
      (
        shown: photo.shown.absolute(in: current),
        files: photo.files.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
      )
    }
    let together = Set(all.flatMap(\.files))
    var known: Set<FilePath> = []
    return all.compactMap { photo in
      guard known.insert(photo.shown).inserted else { return nil }
      let files = photo.files.filter { known.insert($0).inserted }
      let companions = ([photo.shown] + files).flatMap { Companions.of($0, together: together) }
        .filter { !together.contains($0) && known.insert($0).inserted }
      let name = photo.shown.name
      return Photo(
        shown: photo.shown,
        files: [photo.shown]
          + (files + companions).filter {
            $0.folder == photo.shown.folder
              && CompanionCopies.name(of: $0.name, beside: name, renamed: name) != nil
          })
    }
  }

  // MARK: Planning

  /// The plan that gives a photo a new name, checked only by rules that need no disk.
  ///
  /// - Parameter name: the new name of the shown file with its extension.
  static func plan(_ photo: Photo, name: [UInt8]) -> Plan {
    let old = photo.shown.name
    let targets = photo.files.map { file in
      photo.shown.folder.appending(
        CompanionCopies.name(of: file.name, beside: old, renamed: name) ?? file.name)
    }
    let isTooLong = targets.contains { $0.name.count > maxNameBytes }
    return Plan(
      photo: photo, targets: targets, problem: problem(name) ?? (isTooLong ? .tooLong : nil))
  }

  /// The problem of a name that does not depend on other files; nil when there is none.
  static func problem(_ name: [UInt8]) -> Problem? {
    guard let first = name.first else { return .empty }
    if first == UInt8(ascii: ".") { return .beginsWithDot }
    if name.contains(UInt8(ascii: "/")) || name.contains(0) { return .containsSlash }
    return name.count > maxNameBytes ? .tooLong : nil
  }

  /// The plans that name several photos by a pattern, checked only by rules that need no disk. Each
  /// photo keeps its extension.
  static func plans(
    _ photos: [Photo], _ pattern: RenamePattern, facts: [RenamePattern.Facts]
  ) -> [Plan] {
    zip(photos, facts).map { photo, facts in
      let name = photo.shown.name
      let ending = name.lastIndex(of: UInt8(ascii: ".")).map { $0 > 0 ? Array(name[$0...]) : [] }
      let stem = bytes(of: pattern.stem(for: facts), keeping: photo.shown.stem)
      var plan = plan(photo, name: stem + (ending ?? []))
      if stem.isEmpty { plan.problem = .empty }
      return plan
    }
  }

  /// The bytes of a new name without extension. Where the new name contains an old one that is not
  /// valid UTF-8, the bytes of the old one are kept.
  private static func bytes(of name: String, keeping old: [UInt8]) -> [UInt8] {
    let shown = Array(String(decoding: old, as: UTF8.self).utf8)
    guard shown != old, !shown.isEmpty else { return Array(name.utf8) }
    var result: [UInt8] = []
    var rest = Array(name.utf8)[...]
    while let first = rest.first {
      if rest.starts(with: shown) {
        result += old
        rest = rest.dropFirst(shown.count)
      } else {
        result.append(first)
        rest = rest.dropFirst()
      }
    }
    return result
  }

  /// The plans with those problems added that other files or the other plans cause. The call waits
  /// for the disk.
  static func checkedOnDisk(_ plans: [Plan]) -> [Plan] {
    var counts: [FilePath: Int] = [:]
    for target in plans.flatMap(\.targets) { counts[target, default: 0] += 1 }
    // The paths of the files that get other names, and that other photos can therefore have.
    let leaving = Set(plans.filter { $0.changesPaths }.flatMap(\.photo.files))
    return plans.map { plan in
      var plan = plan
      guard plan.problem == nil else { return plan }
      if plan.targets.contains(where: { counts[$0, default: 0] > 1 }) {
        plan.problem = .duplicate
      } else if zip(plan.photo.files, plan.targets).contains(where: { file, target in
        file != target && !leaving.contains(target) && isTakenByOther(target, by: file)
      }) {
        plan.problem = .alreadyExists
      }
      return plan
    }
  }

  /// Whether a file other than `file` exists at `target`. On a disk that ignores case, `A.jpg` and
  /// `a.jpg` are one file.
  private static func isTakenByOther(_ target: FilePath, by file: FilePath) -> Bool {
    guard let there = FileState.read(target) else { return false }
    return FileState.read(file).map { !$0.isSameFile(as: there) } ?? true
  }

  // MARK: Performing

  /// The file operations that rename photos, one group for each photo. Photos that exchange their
  /// names, directly or in a cycle, are one group that uses temporary names.
  ///
  /// - Parameter joinsPairs: whether a photo is refused when its RAW or rendered file is not
  ///   among its files. Default: false.
  static func operationGroups(_ plans: [Plan], joinsPairs: Bool = false) -> [OperationGroup] {
    var waiting = plans.filter { $0.changesPaths && $0.problem == nil }
    var groups: [OperationGroup] = []
    while !waiting.isEmpty {
      // A photo is renamed in a later round if one of its new names is still that of another photo.
      let taken = Set(waiting.flatMap(\.photo.files))
      var later: [Plan] = []
      for plan in waiting {
        let own = Set(plan.photo.files)
        if plan.targets.contains(where: { taken.contains($0) && !own.contains($0) })
          || plan.needsTemporaryNames
        {
          later.append(plan)
        } else {
          groups.append(
            OperationGroup(
              photo: plan.photo.shown,
              operations: plan.moves.map { .move(from: $0.from, to: $0.to) },
              needsAllCompanions: true, requiresWholePairs: joinsPairs))
        }
      }
      guard later.count == waiting.count else {
        waiting = later
        continue
      }
      var cycle = cycleGroup(waiting)
      cycle.requiresWholePairs = joinsPairs
      groups.append(cycle)
      waiting = []
    }
    return groups
  }

  /// The file operations that rename photos whose names depend on each other, by way of temporary
  /// names.
  private static func cycleGroup(_ plans: [Plan]) -> OperationGroup {
    let moves = plans.flatMap(\.moves)
    let temporary = moves.enumerated().map { index, move in
      let name = ".pbview-\(TemporaryName.randomDigits())-\(index).renaming"
      return move.from.folder.appending(Array(name.utf8))
    }
    return OperationGroup(
      photo: plans.first?.photo.shown ?? FilePath(""),
      operations: zip(moves, temporary).map { .move(from: $0.from, to: $1) }
        + zip(moves, temporary).map { .move(from: $1, to: $0.to) },
      needsAllCompanions: true)
  }

  /// Renames photos. The call waits for the disk.
  ///
  /// - Parameters:
  ///   - joinsPairs: whether a photo is refused when its RAW or rendered file is not among its
  ///     files. Default: false.
  ///   - journal: the folder of the records from which interrupted operations are recovered; nil
  ///     for no records.
  ///   - facts: the store with the marks of photos without sidecars, which are stored again for the
  ///     new paths. Default: that of the user.
  ///   - progress: called before each file with the completed share, 0 to 1. If it returns false,
  ///     the photos that are not renamed completely keep their names. Default: returns true.
  static func perform(
    _ plans: [Plan], joinsPairs: Bool = false, journal: FilePath? = OperationJournal.folderOfUser,
    facts: PhotoFactsStore = .ofUser, progress: (Double) -> Bool = { _ in true }
  ) -> FileOperations.Outcome {
    var outcome = FileOperations.Outcome()
    let groups = operationGroups(plans, joinsPairs: joinsPairs)
    let marks = CarriedMarks(of: groups, in: facts)
    let record = OperationJournal(groups, in: journal)
    defer { record?.finish() }
    let total = groups.reduce(0) { $0 + $1.operations.count }
    var done = 0
    for (index, group) in groups.enumerated() {
      var notReversed: [FileChange] = []
      do throws(FileOperation.Failure) {
        let change = try group.perform(notReversed: &notReversed, journal: journal, record: record)
        {
          operation, _ in
          progress(Double(done + operation) / Double(total))
        }
        outcome.made.append(marks.storeMarks(after: change, of: group))
      } catch {
        outcome.made += notReversed
        switch error {
        case .cancelled:
          outcome.cancelled = groups[index...].map(\.photo)
          return outcome
        case .failed(let failure): outcome.failures.add(group.photo, failure)
        }
      }
      done += group.operations.count
    }
    return outcome
  }
}

nonisolated extension Renaming.Plan {
  /// The old and new paths of the files whose names change.
  fileprivate var moves: [(from: FilePath, to: FilePath)] {
    zip(photo.files, targets).filter { $0 != $1 }.map { ($0, $1) }
  }

  /// Whether at least one new path exists, and all that exist are the photo's own files, as when
  /// only the case of a name changes on a disk that ignores case.
  fileprivate var needsTemporaryNames: Bool {
    moves.contains { FileState.read($0.to) != nil }
      && moves.allSatisfy { move in
        FileState.read(move.to).map { there in
          FileState.read(move.from)?.isSameFile(as: there) ?? false
        } ?? true
      }
  }
}
