import BrowserHost
import Desktop
import Glibc

/// The copying or moving of photos into a folder, with all files and companions of each.
nonisolated struct Transfer: Sendable {
  /// The kind of a transfer.
  enum Kind: Sendable {
    case copy, move

    /// The name of the step in the Undo menu.
    var title: String { self == .copy ? "Copy" : "Move" }
    /// The beginning of the message about the result.
    var done: String { self == .copy ? "Copied" : "Moved" }
    /// The beginning of the message while it runs.
    var running: String { self == .copy ? "Copying" : "Moving" }
  }

  /// The treatment of photos of which a file exists in the folder.
  enum Conflict: Sendable {
    /// The new files get other names.
    case keepBoth
    /// The existing files go to the trash.
    case replace
    /// The photo is left out.
    case skip
  }

  /// One photo: the shown file, and all of its files.
  struct Photo: Hashable, Sendable {
    var shown: FilePath
    var files: [FilePath]
  }

  /// The files of one photo with their targets.
  struct Plan: Hashable, Sendable {
    var shown: FilePath
    var files: [File]
    /// One file and its target, absolute paths.
    struct File: Hashable, Sendable {
      var from: FilePath
      var to: FilePath
    }

    /// Whether there is a file at one of the targets.
    var hasConflict: Bool { files.contains { $0.to.exists } }
  }

  let kind: Kind
  /// The absolute path of the folder.
  let folder: FilePath

  // MARK: Planning

  /// Plans the transfer of photos. Waits for the disk.
  ///
  /// - Parameter current: the base of relative paths; web addresses are left out.
  func plans(for photos: [Photo], in current: FilePath) -> [Plan] {
    var known: Set<FilePath> = []
    return photos.compactMap { photo in
      let files = photo.files.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
      let all = (files + Companions.of(files, in: current)).filter { known.insert($0).inserted }
      // A photo that is in the folder already is not moved.
      guard !all.isEmpty, kind == .copy || all.contains(where: { $0.folder != folder }) else {
        return nil
      }
      return Plan(
        shown: photo.shown,
        files: all.map { Plan.File(from: $0, to: folder.appending($0.name)) })
    }
  }

  /// The maximum number that is added to a name.
  private static let maxNumber = 10_000

  /// The plan with names that do not exist, all with the same number; nil when there are none.
  /// Waits for the disk.
  static func renamed(_ plan: Plan) -> Plan? {
    let stem = plan.shown.stem
    for number in 2...maxNumber {
      var other = plan
      for place in other.files.indices {
        let name = numbered(plan.files[place].from.name, stem: stem, number)
        other.files[place].to = plan.files[place].to.folder.appending(name)
      }
      if !other.hasConflict { return other }
    }
    return nil
  }

  /// A name with a number in parentheses: after the stem of the photo, or before the extension.
  static func numbered(_ name: [UInt8], stem: [UInt8], _ number: Int) -> [UInt8] {
    let suffix = Array(" (\(number))".utf8)
    if !stem.isEmpty, name.count > stem.count, name.starts(with: stem),
      name[stem.count] == UInt8(ascii: ".")
    {
      return stem + suffix + name[stem.count...]
    }
    let dot = name.lastIndex(of: UInt8(ascii: ".")).flatMap { $0 > 0 ? $0 : nil } ?? name.count
    return name[..<dot] + suffix + name[dot...]
  }

  // MARK: Performing

  /// The result of a transfer.
  struct Outcome: Sendable {
    /// The changes of files, in the order they were made.
    var changes: [FileChange] = []
    /// The shown files of the photos that were transferred.
    var photos: [FilePath] = []
    /// The shown files of the photos that were not.
    var failed: [FilePath] = []
    /// The reason for the first of those.
    var failure: DesktopError?
    var isCancelled = false
  }

  /// Transfers photos. Waits for the disk. A photo of which a file fails is undone.
  ///
  /// - Parameter progress: called with the completed share, 0…1; false cancels.
  func perform(
    _ plans: [Plan], _ conflict: Conflict, progress: (Double) -> Bool
  ) -> Outcome {
    var outcome = Outcome()
    for (place, plan) in plans.enumerated() {
      func share(_ part: Double) -> Bool {
        progress((Double(place) + part) / Double(plans.count))
      }
      guard share(0) else {
        outcome.isCancelled = true
        break
      }
      var made: [FileChange] = []
      do throws(Stop) {
        guard let plan = try prepared(plan, conflict, &made) else { continue }
        for (number, file) in plan.files.enumerated() where file.from != file.to {
          try transfer(file) { share((Double(number) + $0) / Double(plan.files.count)) }
          made.append(kind == .copy ? .restored(file.to) : .moved(from: file.from, to: file.to))
        }
        outcome.changes += made
        outcome.photos.append(plan.shown)
      } catch {
        for change in made.reversed() { _ = try? change.reverse(in: folder) }
        switch error {
        case .cancelled:
          outcome.isCancelled = true
          return outcome
        case .failed(let failure):
          outcome.failed.append(plan.shown)
          outcome.failure = outcome.failure ?? failure
        }
      }
    }
    return outcome
  }

  /// The reason why a photo was not transferred.
  private enum Stop: Error {
    case cancelled
    case failed(DesktopError)
  }

  /// The plan after its conflicts were solved; nil when the photo is skipped.
  private func prepared(
    _ plan: Plan, _ conflict: Conflict, _ made: inout [FileChange]
  ) throws(Stop) -> Plan? {
    guard plan.hasConflict else { return plan }
    switch conflict {
    case .skip: return nil
    case .keepBoth:
      guard let renamed = Self.renamed(plan) else {
        throw .failed(
          .unwritable(file: plan.shown.display, reason: "there is no free name"))
      }
      return renamed
    case .replace:
      for file in plan.files where file.to.exists && file.to != file.from {
        do { made.append(try FileChange.moveToTrash(file.to, in: folder)) } catch {
          throw .failed(error)
        }
      }
      return plan
    }
  }

  private func transfer(
    _ file: Plan.File, progress: (Double) -> Bool
  ) throws(Stop) {
    do throws(FileCopyError) {
      switch kind {
      case .copy: try FileCopy.copy(file.from.bytes, to: file.to.bytes, progress: progress)
      case .move: try FileMove.move(file.from.bytes, to: file.to.bytes, progress: progress)
      }
    } catch {
      if error == .cancelled { throw .cancelled }
      throw .failed(.unwritable(file: file.from.display, reason: error.description))
    }
  }
}

nonisolated extension FilePath {
  /// Whether there is a file at the path. Waits for the disk.
  fileprivate var exists: Bool { withCString { access($0, F_OK) } == 0 }

  /// The name before the last dot.
  fileprivate var stem: [UInt8] {
    let name = name
    return name.lastIndex(of: UInt8(ascii: ".")).map { Array(name[..<$0]) } ?? name
  }
}
