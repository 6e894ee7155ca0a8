import BrowserHost
import Desktop
import Glibc
import Localization

/// The copying or moving of photos into a folder, each with all its files and companions.
nonisolated struct Transfer: Sendable {
  /// The kind of a transfer: copying or moving.
  enum Kind: Sendable {
    case copy, move

    /// The name of the kind of transfer, for the button of the sheet and the step in the Undo menu.
    var title: String { self == .copy ? tr("Copy") : tr("Move") }
    /// The message to the user while photos are copied or moved.
    func runningMessage(_ photos: [FilePath]) -> String {
      self == .copy
        ? trPhotos(photos, "Copying “{name}”", "Copying {count} pictures")
        : trPhotos(photos, "Moving “{name}”", "Moving {count} pictures")
    }
  }

  /// The treatment of a photo that has a file in the target folder already.
  enum ConflictResolution: Sendable {
    /// The new files get other names.
    case keepBoth
    /// The existing files go to the trash.
    case replace
    /// The photo is not transferred.
    case skip
  }

  /// A photo to transfer: the file that is shown of it, and all its files.
  struct Photo: Hashable, Sendable {
    var shown: FilePath
    var files: [FilePath]
  }

  /// The files of a photo and the paths that they will get.
  struct Plan: Hashable, Sendable {
    var shown: FilePath
    var files: [File]
    /// The treatment of the photo if one of its new paths exists. Default: both are kept.
    var conflictResolution = ConflictResolution.keepBoth

    /// The absolute path of a file before and after the transfer.
    struct File: Hashable, Sendable {
      var from: FilePath
      var to: FilePath
    }

    /// The first file whose new path exists; nil when none does. The call waits for the disk.
    var conflictingFile: File? { files.first { $0.to.exists } }
    /// Whether one of the new paths exists. The call waits for the disk.
    var hasConflict: Bool { conflictingFile != nil }
    /// Whether all files remain in their folder, as when photos are duplicated.
    var keepsFolders: Bool { files.allSatisfy { $0.from.folder == $0.to.folder } }
  }

  let kind: Kind
  /// The absolute path of the folder into which photos are transferred.
  let folder: FilePath
  /// Whether the target folder is made first. Default: false.
  let makesFolder: Bool
  /// Whether each photo is copied into its own folder instead of ``folder``. Default: false.
  let isDuplicate: Bool
  /// Whether a photo is refused when its RAW or rendered file is not among its files. Default:
  /// false.
  let refusesIncompletePairs: Bool

  init(
    kind: Kind, folder: FilePath, makesFolder: Bool = false, isDuplicate: Bool = false,
    joinsPairs: Bool = false
  ) {
    self.refusesIncompletePairs = joinsPairs
    self.kind = kind
    self.folder = folder
    self.makesFolder = makesFolder
    self.isDuplicate = isDuplicate
  }

  /// The name of the transfer's step in the Undo menu.
  var undoName: String {
    isDuplicate ? tr("Duplicate") : makesFolder ? tr("New Folder") : kind.title
  }

  /// The message to the user after photos have been transferred.
  func doneMessage(_ photos: [FilePath]) -> String {
    if isDuplicate { return trPhotos(photos, "Duplicated “{name}”", "Duplicated {count} pictures") }
    let values: TextValues = ["folder": folder.readableName]
    return kind == .copy
      ? trPhotos(
        photos, "Copied “{name}” to “{folder}”", "Copied {count} pictures to “{folder}”", values)
      : trPhotos(
        photos, "Moved “{name}” to “{folder}”", "Moved {count} pictures to “{folder}”", values)
  }

  // MARK: Planning

  /// Plans the transfer of photos with their companions. Photos that are in the folder already have
  /// no plan in a move. The call waits for the disk.
  ///
  /// - Parameter current: the folder for relative paths. Web addresses are left out.
  func plans(for photos: [Photo], in current: FilePath) -> [Plan] {
    let photos = photos.map { photo in
      (
        shown: photo.shown,
        files: photo.files.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
      )
    }
    // A sidecar that several photos share is transferred only with all of them.
    let together = Set(photos.flatMap(\.files))
    var companions: [FilePath: [FilePath]] = [:]
    for file in together {
      companions[file] = Companions.of(file, together: together).filter { $0 != file }
    }
    // A companion that was also chosen as a photo is transferred only as a companion, in the plan
    // of the photo to which it belongs.
    let joined = together.intersection(companions.values.joined())
    var known: Set<FilePath> = []
    return photos.compactMap { photo in
      var all = photo.files.filter { !joined.contains($0) && known.insert($0).inserted }
      var index = 0
      while index < all.count {
        all += (companions[all[index]] ?? []).filter { known.insert($0).inserted }
        index += 1
      }
      // A file that is in the target folder already is not moved, also if its path contains a
      // symbolic link.
      let moving = all.filter { kind == .copy || !isInTargetFolder($0) }
      guard !moving.isEmpty else { return nil }
      return Plan(
        shown: photo.shown,
        files: moving.map { file in
          Plan.File(from: file, to: (isDuplicate ? file.folder : folder).appending(file.name))
        })
    }
  }

  private func isInTargetFolder(_ file: FilePath) -> Bool {
    guard file.folder != folder else { return true }
    guard let here = FileState.read(folder.appending(file.name)) else { return false }
    return FileState.read(file).map(here.isSameFile) ?? false
  }

  /// The maximum number that is added to a file name.
  private static let maxNameNumber = 10_000

  /// The plan with new file names that are free, all with the same number; nil when no number up to
  /// ``maxNameNumber`` is free. The call waits for the disk.
  ///
  /// - Parameter taken: the paths that other photos will get.
  static func planWithFreeNames(_ plan: Plan, besides taken: Set<FilePath> = []) -> Plan? {
    let stem = plan.shown.stem
    for number in 2...maxNameNumber {
      var other = plan
      for index in other.files.indices {
        let name = numbered(plan.files[index].from.name, stem: stem, number)
        other.files[index].to = plan.files[index].to.folder.appending(name)
      }
      if !other.hasConflict, !other.files.contains(where: { taken.contains($0.to) }) {
        return other
      }
    }
    return nil
  }

  /// A file name with a number in parentheses. The number follows `stem` if the name begins with
  /// `stem` and an extension, so that all files of a photo get the same new stem; else it precedes
  /// the extension.
  static func numbered(_ name: [UInt8], stem: [UInt8], _ number: Int) -> [UInt8] {
    let suffix = Array(" (\(number))".utf8)
    if !stem.isEmpty, name.count > stem.count, name.starts(with: stem),
      name[stem.count] == UInt8(ascii: ".")
        || Sidecar.versionEnding(of: name, afterStem: stem) != nil
    {
      return stem + suffix + name[stem.count...]
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<dot] + suffix + name[dot...]
  }

  // MARK: Performing

  /// The result of a transfer.
  struct Outcome: Sendable {
    /// The changes on the disk, one for each photo, in the order in which they were made.
    var changes: [FileChange] = []
    /// The shown files of the photos that were transferred, by their paths before the transfer; of a
    /// saved copy, the path of the copy.
    var transferredPhotos: [FilePath] = []
    /// The shown files of the photos that could not be transferred.
    var failures = FileFailures()
    var isCancelled = false

    /// The shown files of the photos that could not be transferred, without their errors.
    var failed: [FilePath] { failures.files }
    /// The reason why the first of the failed photos could not be transferred; nil when none
    /// failed.
    var failure: DesktopError? { failures.firstError }
  }

  /// Performs planned transfers. When a file of a photo fails, the changes of that photo are
  /// undone. A new folder into which no photo was moved is removed again. The call waits for the
  /// disk.
  ///
  /// - Parameters:
  ///   - journal: the folder of the records from which interrupted transfers are recovered; nil
  ///     for no records.
  ///   - facts: the store with the marks of photos without sidecars, which are stored again for the
  ///     new paths. Default: that of the user.
  ///   - progress: called while files are copied; a result of false cancels the transfer.
  func perform(
    _ plans: [Plan], journal: FilePath? = OperationJournal.folderOfUser,
    facts: PhotoFactsStore = .ofUser, progress: (TransferProgress) -> Bool = { _ in true }
  ) -> Outcome {
    var outcome = perform(plans, in: journal, facts, progress)
    if makesFolder, outcome.transferredPhotos.isEmpty, outcome.changes.count == 1,
      outcome.changes[0].rollBack()
    {
      outcome.changes = []
    }
    return outcome
  }

  private func perform(
    _ plans: [Plan], in journal: FilePath?, _ facts: PhotoFactsStore,
    _ progress: (TransferProgress) -> Bool
  ) -> Outcome {
    var outcome = Outcome()
    let work = transferWork(for: plans, &outcome)
    let marks = CarriedMarks(of: work.groups, in: facts)
    let record = OperationJournal(work.groups, in: journal)
    defer { record?.finish() }
    for (index, group) in work.groups.enumerated() {
      var notReversed: [FileChange] = []
      do throws(FileOperation.Failure) {
        let change = try group.perform(notReversed: &notReversed, journal: journal, record: record)
        {
          operation, share in
          progress(work.progress(index, operation, share))
        }
        outcome.changes.append(marks.storeMarks(after: change, of: group))
        if index > 0 || !makesFolder { outcome.transferredPhotos.append(group.photo) }
      } catch {
        outcome.changes += notReversed
        switch error {
        case .cancelled:
          outcome.isCancelled = true
          return outcome
        case .failed(let failure):
          outcome.failures.add(group.photo, failure)
          // If the folder could not be made, the transfer ends, because nothing can be moved into
          // it.
          if index == 0, makesFolder { return outcome }
        }
      }
    }
    return outcome
  }

  /// The file operations of all photos that are not skipped; photos for which no name is free are
  /// added to the failed ones of `outcome`.
  func transferWork(for plans: [Plan], _ outcome: inout Outcome) -> TransferWork {
    var groups: [OperationGroup] = []
    if makesFolder {
      groups.append(OperationGroup(photo: folder, operations: [.makeFolder(folder)]))
    }
    // The new paths of the photos so far. A photo with the name of another one gets a number, too.
    var taken: Set<FilePath> = []
    for plan in plans {
      var plan = plan
      var operations: [FileOperation] = []
      let meetsAnother = plan.files.contains { taken.contains($0.to) }
      if meetsAnother || plan.hasConflict {
        switch plan.conflictResolution {
        case .skip: continue
        case .replace where !meetsAnother:
          operations = Self.filesToReplace(by: plan).map { FileOperation.trash($0) }
        case .replace, .keepBoth:
          guard let renamed = Self.planWithFreeNames(plan, besides: taken) else {
            outcome.failures.add(
              plan.shown,
              .unwritable(file: plan.shown.display, reason: tr("there is no free name")))
            continue
          }
          plan = renamed
        }
      }
      taken.formUnion(plan.files.map(\.to))
      for file in plan.files where file.from != file.to {
        operations.append(
          kind == .copy
            ? .copy(from: file.from, to: file.to) : .move(from: file.from, to: file.to))
      }
      // A photo whose files already have the new paths has no operations.
      if !operations.isEmpty {
        groups.append(
          OperationGroup(
            photo: plan.shown, operations: operations, needsAllCompanions: true,
            requiresWholePairs: refusesIncompletePairs))
      }
    }
    return TransferWork(groups, into: folder)
  }

  /// The files at the new paths of a photo, which are to be replaced, with their companions, which
  /// would otherwise belong to the new photo. The call waits for the disk.
  private static func filesToReplace(by plan: Plan) -> [FilePath] {
    let existing = plan.files.filter { $0.to != $0.from && $0.to.exists }.map(\.to)
    var known = Set(existing + plan.files.map(\.from))
    let companions = existing.flatMap { Companions.of($0, together: Set(existing)) }
      .filter { known.insert($0).inserted }
    return existing + companions
  }
}

/// The progress of a transfer.
nonisolated struct TransferProgress: Hashable, Sendable {
  /// The number of bytes copied so far.
  var copiedBytes: Int64 = 0
  /// The number of all bytes to copy; 0 when files are only renamed.
  var totalBytes: Int64 = 0
  /// The completed share of the transfer, from 0 to 1, to which renamed files contribute, too.
  var share = 0.0
}

/// The file operations of a transfer, with the numbers of bytes that they copy.
nonisolated struct TransferWork: Sendable {
  let groups: [OperationGroup]
  /// The number of bytes that each operation of each group copies.
  private let bytesPerOperation: [[Int64]]
  /// The number of bytes that the groups before each group copy.
  private let bytesBefore: [Int64]
  /// The number of bytes that all operations copy.
  let totalBytes: Int64

  /// The number of bytes that each group adds to the progress in addition to the bytes that it
  /// copies, so that renaming files makes progress, too.
  private static let groupWeight: Int64 = 4096

  /// Adds up the bytes that operations copy. A move copies only between file systems. The call
  /// waits for the disk.
  ///
  /// - Parameter folder: the folder into which files are moved or copied.
  init(_ groups: [OperationGroup], into folder: FilePath) {
    self.groups = groups
    let device = FileState.read(folder)?.device
    bytesPerOperation = groups.map { group in
      group.operations.map { operation in
        switch operation {
        case .copy(let from, _): return FileState.read(from)?.stamp.size ?? 0
        case .move(let from, _):
          guard let state = FileState.read(from), let device, state.device != device else {
            return 0
          }
          return state.stamp.size
        case .trash, .restore, .makeFolder, .removeFolder: return 0
        }
      }
    }
    var sum: Int64 = 0
    bytesBefore = bytesPerOperation.map { sizes in
      defer { for size in sizes { sum.addSaturating(size: size) } }
      return sum
    }
    totalBytes = sum
  }

  /// The progress of the transfer when an operation has completed a share of its work, from 0 to 1.
  ///
  /// - Parameters:
  ///   - group: the index of the group.
  ///   - operation: the index of the operation in the group.
  func progress(_ group: Int, _ operation: Int, _ share: Double) -> TransferProgress {
    var bytes = bytesBefore[group]
    for size in bytesPerOperation[group][..<operation] { bytes.addSaturating(size: size) }
    let size = bytesPerOperation[group][operation]
    let part = (Double(size) * min(max(share, 0), 1)).rounded(.down)
    bytes.addSaturating(size: Int64(exactly: part) ?? size)
    let weight = Double(Self.groupWeight)
    let whole = Double(totalBytes) + weight * Double(groups.count)
    return TransferProgress(
      copiedBytes: bytes, totalBytes: totalBytes,
      share: whole > 0 ? (Double(bytes) + weight * Double(group)) / whole : 0)
  }
}

nonisolated extension Transfer {
  /// The space that photos need in the folder and the free space, in bytes; nil when the free space
  /// suffices or is not known. The call waits for the disk.
  ///
  /// - Parameter skipped: the indices of plans that are not counted, because the user may skip
  ///   their photos. Default: none.
  func shortage(for plans: [Plan], without skipped: [Int] = []) -> (needed: Int64, free: Int64)? {
    var outcome = Outcome()
    var plans = plans
    for index in skipped { plans[index].conflictResolution = .skip }
    return Self.shortage(
      of: transferWork(for: plans, &outcome).totalBytes, in: makesFolder ? folder.folder : folder)
  }

  /// The space that is needed in a folder and the free space, in bytes; nil when the free space
  /// suffices or is not known. The call waits for the disk.
  static func shortage(
    of needed: Int64, in folder: FilePath
  ) -> (needed: Int64, free: Int64)? {
    var info = statvfs()
    guard needed > 0, folder.withCString({ statvfs($0, &info) }) == 0, info.f_blocks > 0
    else { return nil }
    let (bytes, isTooLarge) = UInt64(info.f_bavail).multipliedReportingOverflow(
      by: UInt64(info.f_frsize))
    let free = isTooLarge ? Int64.max : Int64(clamping: bytes)
    return needed > free ? (needed, free) : nil
  }
}

nonisolated extension FilePath {
  /// Whether a file, a folder or a symbolic link exists at the path, also a link without a target.
  /// The call waits for the disk.
  var exists: Bool { FileState.read(self) != nil }

  /// The file name before its last dot; the whole name without a dot.
  var stem: [UInt8] {
    let name = name
    return name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
  }
}
