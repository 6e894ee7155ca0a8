import BrowserHost
import DecoderWire
import Desktop
import Geometry
import Imaging
import Localization

/// The writer that rotates and flips photos, one after the other: by another orientation in their
/// files or, for a JPEG without EXIF data, by another order of the pixels. A helper computes the
/// edits, and a worker thread writes the files.
final class PhotoTurner {
  /// The result of rotating or flipping photos.
  struct Outcome {
    var changes: [FileChange] = []
    /// The photos that could not be rotated or flipped.
    var failures = FileFailures()
    /// Whether the work was cancelled before the last photo.
    var isCancelled = false

    /// The photos that could not be rotated or flipped, without their errors.
    var failedFiles: [FilePath] { failures.files }
  }

  /// The maximum number of attempts for one photo when another program changes the file meanwhile.
  private static let maxAttempts = 3

  private let pipeline: ImagePipeline
  /// The running request for edits, which is cancelled when it is released; nil for none.
  private var editTask: FileEditTask?
  /// The running request for rotated pixels, which is cancelled when it is released; nil for none.
  private var encodeTask: EncodeTask?
  private var outcome = Outcome()
  /// Called with the completed share of the work, from 0 to 1.
  private var onProgress: (Double) -> Void = { _ in }
  private var photoCount = 0
  private var isCancelled = false

  init(_ pipeline: ImagePipeline) { self.pipeline = pipeline }

  /// Rotates or flips photos, one after the other.
  ///
  /// - Parameters:
  ///   - progress: called with the completed share, from 0 to 1.
  ///   - finish: called once, when all photos are done or the work was cancelled.
  func changeOrientation(
    of files: [FilePath], by turn: Orientation, progress: @escaping (Double) -> Void,
    finish: @escaping (Outcome) -> Void
  ) {
    onProgress = progress
    (outcome, photoCount, isCancelled) = (Outcome(), files.count, false)
    turnFirst(files[...], turn, attempt: 1, finish)
  }

  /// Cancels the work after the photo in progress; the photos before it stay rotated or flipped.
  func cancel() { isCancelled = true }

  private func turnFirst(
    _ files: ArraySlice<FilePath>, _ turn: Orientation, attempt: Int,
    _ finish: @escaping (Outcome) -> Void
  ) {
    guard let file = files.first, !isCancelled else {
      outcome.isCancelled = !files.isEmpty
      return finish(outcome)
    }
    onProgress(1 - Double(files.count) / Double(max(1, photoCount)))
    let path = file.absolute(in: CurrentFolder.path).key
    editTask = pipeline.turnEdits(of: path, turn) { [weak self] answer in
      switch answer {
      case .success(let edits) where edits.addsEXIFToJPEG:
        self?.rotatePixels(edits, files, turn, attempt: attempt, finish)
      case .success(let edits): self?.writeOrientation(edits, files, turn, attempt: attempt, finish)
      case .failure(let failure):
        let reason =
          failure.kind == .unsupported
          ? tr(
            // TRANSLATORS: {problem} is a phrase such as “has no place for an orientation”.
            "this {format} file {problem}",
            ["format": failure.format, "problem": tr(failure.detail)]) : failure.sentence
        self?.recordFailure(.unwritable(file: file.display, reason: reason), files, turn, finish)
      }
    }
  }

  /// Rotates the pixels of a JPEG without EXIF data, without loss and MCU by MCU, so that the photo
  /// is upright in every program. When that fails, as at a size that is no multiple of the MCU, the
  /// orientation is written into the file.
  private func rotatePixels(
    _ edits: FileEditTask.Edits, _ files: ArraySlice<FilePath>, _ turn: Orientation, attempt: Int,
    _ finish: @escaping (Outcome) -> Void
  ) {
    guard let file = files.first else { return finish(outcome) }
    let folder = CurrentFolder.path
    var request = EncodeRequest(.jpeg)
    request.isLossless = true
    request.turn = turn
    let job = PhotoExporter.Job(source: file, encoding: request, placement: .replacingPhoto)
    encodeTask = pipeline.encode(file.absolute(in: folder).key, request) { [weak self] answer in
      self?.encodeTask = nil
      guard case .success(let made) = answer else {
        self?.writeOrientation(edits, files, turn, attempt: attempt, finish)
        return
      }
      WorkerThread.run {
        try? ExportedFile.write(made, job, in: folder)
      } finish: { [weak self] change in
        guard let self else { return }
        guard let change else {
          return writeOrientation(edits, files, turn, attempt: attempt, finish)
        }
        outcome.changes.append(change)
        turnFirst(files.dropFirst(), turn, attempt: 1, finish)
      }
    }
  }

  private func writeOrientation(
    _ edits: FileEditTask.Edits, _ files: ArraySlice<FilePath>, _ turn: Orientation, attempt: Int,
    _ finish: @escaping (Outcome) -> Void
  ) {
    guard let file = files.first else { return finish(outcome) }
    let folder = CurrentFolder.path
    WorkerThread.run { () -> Result<RotationChange, FileReplacementError> in
      Result { () throws(FileReplacementError) in
        try RotationChange.writeEdits(file, turn, edits, in: folder)
      }
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let change):
        outcome.changes.append(.turned(change))
        turnFirst(files.dropFirst(), turn, attempt: 1, finish)
      case .failure(.changed) where attempt < Self.maxAttempts:
        turnFirst(files, turn, attempt: attempt + 1, finish)
      case .failure(let error):
        recordFailure(
          .unwritable(file: file.display, reason: error.description), files, turn, finish)
      }
    }
  }

  private func recordFailure(
    _ error: DesktopError, _ files: ArraySlice<FilePath>, _ turn: Orientation,
    _ finish: @escaping (Outcome) -> Void
  ) {
    if let file = files.first { outcome.failures.add(file, error) }
    turnFirst(files.dropFirst(), turn, attempt: 1, finish)
  }
}

extension FileEditTask.Edits {
  /// Whether the edits add EXIF data to a JPEG that has none, as one new APP1 segment.
  fileprivate var addsEXIFToJPEG: Bool {
    guard edits.count == 1, let edit = edits.first else { return false }
    return edit.removedCount == 0 && edit.bytes.starts(with: [0xFF, 0xE1])
  }
}
