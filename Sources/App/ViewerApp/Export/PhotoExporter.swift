import BrowserHost
import DecoderWire
import Desktop
import Geometry
import Glibc
import Imaging
import Localization
import Pixels

/// The writer of photos to new picture files, one after the other: a helper encodes each in memory,
/// and another thread writes the file.
final class PhotoExporter {
  /// The place of a new file.
  enum Placement: Hashable {
    /// A new file in a folder. When the name exists there, the new file gets a number.
    case newFile(folder: FilePath, name: [UInt8])
    /// The new file takes the path of the photo, whose old file goes to the trash.
    case replacingPhoto
  }

  /// A photo and the file to be made of it.
  struct Job: Hashable {
    /// The path under which the photo is listed. The image pipeline uses this path to find the
    /// shown picture of a file with several, the exposure and the RAW development.
    var source: FilePath
    var encoding: EncodeRequest
    /// The box in pixels into which the picture is fitted; empty for the photo's own size.
    var target = PixelSize.zero
    var placement: Placement
  }

  /// The result of the jobs of one call.
  struct Outcome {
    var changes: [FileChange] = []
    /// The paths of the new files.
    var newFiles: [FilePath] = []
    /// The photos for which no file could be made.
    var failures = FileFailures()
    /// The number of photos that are upright already, so that rotating their pixels changes
    /// nothing.
    var unchangedCount = 0
    var isCancelled = false

    /// The photos for which no file could be made, without their errors.
    var failed: [FilePath] { failures.files }
  }

  private let pipeline: ImagePipeline
  /// The running request to the helper; nil when none runs. The request is cancelled when it is
  /// released.
  private var encodeTask: EncodeTask?
  private var outcome = Outcome()
  private var jobs: [Job] = []
  private var jobIndex = 0
  private var finish: ((Outcome) -> Void)?
  private var progress: (_ completedShare: Double) -> Void = { _ in }
  private var isCancelled = false

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Performs jobs one after the other. A call must have finished before the next one.
  ///
  /// - Parameters:
  ///   - progress: called with the completed share, 0…1.
  ///   - finish: called once, when all jobs are done or cancelled.
  func perform(
    _ jobs: [Job], progress: @escaping (Double) -> Void, finish: @escaping (Outcome) -> Void
  ) {
    self.jobs = jobs
    self.progress = progress
    self.finish = finish
    (outcome, jobIndex, isCancelled) = (Outcome(), 0, false)
    startNext()
  }

  /// Cancels the work if `jobs` are those that are being performed. Files that are complete already
  /// stay.
  func cancel(_ jobs: [Job]) {
    guard finish != nil, !isCancelled, jobs == self.jobs else { return }
    isCancelled = true
    // Without a running request, the file of the present job is being written. It is completed, and
    // the work ends after it.
    guard let task = encodeTask else { return }
    task.cancel()
    end()
  }

  private func end() {
    encodeTask = nil
    guard let finish else { return }
    self.finish = nil
    outcome.isCancelled = isCancelled
    finish(outcome)
  }

  private func startNext() {
    guard !isCancelled, jobIndex < jobs.count else { return end() }
    let job = jobs[jobIndex]
    reportProgress(0)
    encodeTask = pipeline.encode(job.source.key, job.encoding, fitting: job.target) { [weak self] in
      self?.reportProgress($0)
    } then: { [weak self] answer in
      self?.encodeTask = nil
      switch answer {
      case .success(let file): self?.write(file, job)
      case .failure(let failure): self?.handleFailure(failure, job)
      }
    }
  }

  private func reportProgress(_ share: Double) {
    progress((Double(jobIndex) + share) / Double(max(1, jobs.count)))
  }

  private func handleFailure(_ failure: DecodeFailure, _ job: Job) {
    if failure.kind == .empty, job.encoding.isLossless {
      outcome.unchangedCount += 1
    } else {
      let reason =
        failure.kind == .unsupported && job.encoding.isLossless
        ? tr(
          // TRANSLATORS: {problem} is a phrase such as “has no place for an orientation”.
          "this {format} file {problem}",
          ["format": failure.format, "problem": tr(failure.detail)]) : failure.sentence
      recordFailure(.unwritable(file: job.source.display, reason: reason), job)
    }
    finishJob()
  }

  private func recordFailure(_ error: DesktopError, _ job: Job) {
    outcome.failures.add(job.source, error)
  }

  private func finishJob() {
    jobIndex += 1
    startNext()
  }

  private func write(_ file: EncodedFile, _ job: Job) {
    let folder = CurrentFolder.path
    WorkerThread.run { () -> Result<FileChange, DesktopError> in
      Result { () throws(DesktopError) in try ExportedFile.write(file, job, in: folder) }
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let change):
        outcome.changes.append(change)
        outcome.newFiles.append(change.path)
      case .failure(let error): recordFailure(error, job)
      }
      finishJob()
    }
  }
}

/// The writing of encoded pictures to their final paths.
nonisolated enum ExportedFile {
  /// The maximum number that is added to a file name that exists.
  private static let maxNumber = 10_000

  /// Writes an encoded picture to its final path. The call waits for the disk; it throws when the
  /// file cannot be written.
  ///
  /// - Parameter folder: the folder for a relative path of the photo.
  static func write(
    _ file: EncodedFile, _ job: PhotoExporter.Job, in folder: FilePath
  ) throws(DesktopError) -> FileChange {
    switch job.placement {
    case .newFile(let target, let name):
      for number in 1...maxNumber {
        let path = target.appending(
          number == 1 ? name : Transfer.numbered(name, stem: [], number))
        guard !path.isTaken else { continue }
        do {
          try FileSaving.save(file.memory.number, count: file.byteCount, to: path.bytes)
          return .restored(path)
        } catch {
          if error == .exists { continue }
          throw .unwritable(file: path.display, reason: error.description)
        }
      }
      throw .unwritable(file: job.source.display, reason: tr("there is no free name"))
    case .replacingPhoto:
      let encoding = job.encoding
      let isTurned = encoding.isLossless && encoding.crop == nil && encoding.turn != .up
      return try replace(
        job.source.absolute(in: folder), with: file, turn: isTurned ? encoding.turn : nil)
    }
  }

  /// Replaces a photo by an encoded picture; the photo goes to the trash.
  private static func replace(
    _ photo: FilePath, with file: EncodedFile, turn: Orientation?
  ) throws(DesktopError) -> FileChange {
    let draft = temporaryPath(for: photo)
    do {
      try FileSaving.save(
        file.memory.number, count: file.byteCount, to: draft.bytes, like: photo.bytes)
    } catch {
      throw .unwritable(file: photo.display, reason: error.description)
    }
    return try replace(photo, with: draft, turn: turn)
  }

  /// A temporary path beside a photo, for the file that is to replace the photo. Files with such
  /// names that a killed program has left are deleted later.
  static func temporaryPath(for photo: FilePath) -> FilePath {
    photo.folder.appending(Array(TemporaryName.fileName().utf8))
  }

  /// Replaces a photo by the complete file at `draft`; the photo goes to the trash. If the program
  /// is killed in between, the replacement is completed at the next start. When the call throws,
  /// `draft` is deleted.
  ///
  /// - Parameters:
  ///   - turn: the rotation or reflection by which the new picture differs from the photo; nil
  ///     when it differs otherwise. Default: nil.
  ///   - journal: the folder for notes of unfinished replacements.
  static func replace(
    _ photo: FilePath, with draft: FilePath, turn: Orientation? = nil,
    journal: FilePath? = OperationJournal.folderOfUser
  ) throws(DesktopError) -> FileChange {
    do {
      return try FileChange.replace(
        photo, by: .move(from: draft, to: photo), turn: turn, in: FilePath("/"), journal: journal)
    } catch {
      _ = draft.withCString { unlink($0) }
      throw error
    }
  }
}

nonisolated extension FilePath {
  /// Whether a file exists at the path; false for a symbolic link without a target. The call waits
  /// for the disk.
  fileprivate var isTaken: Bool { withCString { access($0, F_OK) } == 0 }
}
