import BrowserHost
import Desktop
import Glibc

/// One change of a file that is to be made.
nonisolated enum FileStep: Hashable, Sendable {
  case move(from: FilePath, to: FilePath)
  case copy(from: FilePath, to: FilePath)
  case trash(FilePath)
  case restore(TrashedFile)
  case makeFolder(FilePath)
  /// Removes a folder if it is empty.
  case removeFolder(FilePath)

  /// The paths of the file before and after the step; none for folders.
  var paths: [FilePath] { [source, target].compactMap(\.self) }

  /// The reason why a step was not made.
  enum Stop: Error {
    case cancelled
    case failed(DesktopError)
  }

  /// The file that the step reads or moves away; nil for folders.
  var source: FilePath? {
    switch self {
    case .move(let from, _), .copy(let from, _): from
    case .trash(let path): path
    case .restore(let trashed): FilePath(trashed.file)
    case .makeFolder, .removeFolder: nil
    }
  }

  /// The path that must be free, and holds the file afterwards; nil where there is none.
  var target: FilePath? {
    switch self {
    case .move(_, let to), .copy(_, let to): to
    case .restore(let trashed): FilePath(trashed.original)
    case .trash, .makeFolder, .removeFolder: nil
    }
  }

  /// Makes the step. Waits for the disk.
  ///
  /// - Parameter progress: called with the share written so far, 0…1, where bytes are copied; false
  ///   cancels.
  func perform(_ progress: (Double) -> Bool = { _ in true }) throws(Stop) -> FileChange {
    switch self {
    case .move(let from, let to):
      do { try FileMove.move(from.bytes, to: to.bytes, progress: progress) } catch {
        throw Self.stop(error, from)
      }
      return .moved(from: from, to: to, FileState.read(to))
    case .copy(let from, let to):
      do { try FileCopy.copy(from.bytes, to: to.bytes, progress: progress) } catch {
        throw Self.stop(error, from)
      }
      return .copied(to, FileState.read(to))
    case .trash(let path):
      do { return .trashed(path, try Trash.put(path.bytes)) } catch { throw .failed(error) }
    case .restore(let trashed):
      do { try Trash.restore(trashed) } catch { throw .failed(error) }
      return .restored(FilePath(trashed.original))
    case .makeFolder(let path):
      guard path.withCString({ mkdir($0, 0o777) }) == 0 || FileStatus(path) == .folder else {
        throw .failed(.unwritable(file: path.display, reason: String(cString: strerror(errno))))
      }
      return .madeFolder(path)
    case .removeFolder(let path):
      // A folder with other files in it stays.
      _ = path.withCString { rmdir($0) }
      return .removedFolder(path)
    }
  }

  private static func stop(_ error: FileCopyError, _ file: FilePath) -> Stop {
    error == .cancelled
      ? .cancelled : .failed(.unwritable(file: file.display, reason: error.description))
  }
}

/// Steps that belong together, as those of all files of one photo: all are made, or none is.
nonisolated struct FileGroup: Hashable, Sendable {
  /// The file that messages name for the group.
  var photo: FilePath
  var steps: [FileStep]
  /// Whether the group is refused when one of its files has a companion without a step, which
  /// another program has made meanwhile. Default: false.
  var needsAllCompanions = false
  /// Whether the group is refused when the RAW file or the rendered file of the photo has no step,
  /// because the list of files was made while another program was moving them. Default: false.
  var joinsPairs = false

  /// Makes all steps. Waits for the disk. After an error, the steps before it are taken back.
  ///
  /// No other operation can use the files meanwhile. Operations of killed programs are completed
  /// first, as they may have changed some of these files.
  ///
  /// - Parameters:
  ///   - left: gets the changes that could not be taken back after an error.
  ///   - journal: the folder of the records of operations; nil when there is none.
  ///   - record: the record of the steps; nil when there is none.
  ///   - progress: called with the index of a step and its share, 0…1; false cancels.
  func perform(
    left: inout [FileChange], journal: FilePath?, record: OperationJournal? = nil,
    _ progress: (_ step: Int, _ share: Double) -> Bool = { _, _ in true }
  ) throws(FileStep.Stop) -> FileChange {
    let sources = steps.compactMap(\.source)
    let claim: FileClaim
    do { claim = try FileClaim.completing(sources, journal) } catch { throw .failed(error) }
    defer { withExtendedLifetime(claim) {} }
    // Another program has moved a file since the list of files was made, or has put one there.
    if let other = missingFile ?? fileWithoutStep(of: sources) {
      throw .failed(
        .unwritable(file: other.display, reason: FileReplacementError.changed.description))
    }
    // A photo that was marked or rotated since the operation began has a record of its own.
    var ownRecord: OperationJournal?
    if record?.begin(self) != true {
      ownRecord = OperationJournal([self], in: journal)
      _ = ownRecord?.begin(self)
    }
    defer {
      if let ownRecord { ownRecord.finish() } else { record?.finish(self) }
    }
    var made: [FileChange] = []
    do throws(FileStep.Stop) {
      for (index, step) in steps.enumerated() {
        guard progress(index, 0) else { throw .cancelled }
        made.append(try step.perform { progress(index, $0) })
      }
    } catch {
      for change in made.reversed() where !change.takeBack() { left.insert(change, at: 0) }
      throw error
    }
    let shown = zip(steps, made).first { $0.0.source == photo }
    return .group(shown?.1.path ?? photo, made)
  }

  /// A missing file that is to be moved; nil when all exist.
  private var missingFile: FilePath? {
    let targets = Set(steps.compactMap(\.target))
    return steps.lazy.compactMap { step -> FilePath? in
      guard case .move(let from, _) = step, !targets.contains(from), !from.exists else {
        return nil
      }
      return from
    }.first
  }

  /// A file of the photo that is not among those of the steps; nil when there is none.
  private func fileWithoutStep(of sources: [FilePath]) -> FilePath? {
    let known = Set(sources)
    if needsAllCompanions {
      let companions = sources.lazy.flatMap { Companions.of($0, together: known) }
      if let other = companions.first(where: { !known.contains($0) }) { return other }
    }
    // The other file of a photo that is replaced stays where it is.
    let replaced = replacedFiles
    return joinsPairs ? PairPartner.missing(among: sources.filter { !replaced.contains($0) }) : nil
  }

  /// The files that go to the trash because other files get their names.
  private var replacedFiles: Set<FilePath> {
    let targets = Set(steps.compactMap(\.target))
    return Set(
      steps.compactMap { step in
        if case .trash(let path) = step, targets.contains(path) { path } else { nil }
      })
  }
}
