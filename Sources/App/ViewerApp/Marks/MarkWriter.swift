import BrowserHost
import DecoderWire
import Desktop
import Glibc
import Imaging
import Localization
import PhotoGrid
import PhotoIndex

/// The writer of marks into XMP sidecars, one photo after the other. Helpers read the photos and
/// compute the edits; another thread writes the files.
final class MarkWriter {
  /// The result of setting a mark for several photos.
  struct Outcome {
    /// The changes of the photos that had other marks before.
    var changes: [MarkChange] = []
    /// The photos whose marks could not be written.
    var failures = FileFailures()
    /// The files whose marks stay because the user has cancelled the work.
    var skippedFiles: [FilePath] = []

    /// The photos whose marks could not be written, without their errors.
    var failed: [FilePath] { failures.files }
    /// Whether the work was cancelled before the last photo.
    var isCancelled: Bool { !skippedFiles.isEmpty }
  }

  /// The maximum number of attempts for one photo when another program changes the sidecar
  /// meanwhile.
  private static let maxAttempts = 3

  /// Gives the stars that a photo had before it was rejected; 0 when they are not known.
  var starsBeforeRejection: (FilePath) -> Int = { _ in 0 }

  private let pipeline: ImagePipeline
  private let facts: PhotoFactsStore
  /// The running request for metadata, which is cancelled when it is released; nil for none.
  private var metadataTask: MetadataTask?
  private var editTask: FileEditTask?
  private var outcome = Outcome()

  init(_ pipeline: ImagePipeline, _ facts: PhotoFactsStore) {
    self.pipeline = pipeline
    self.facts = facts
  }

  /// Sets a mark for some photos.
  ///
  /// - Parameters:
  ///   - photos: the files of each photo.
  ///   - known: gives the known marks of a file, without those of the other file of its pair;
  ///     where they are nil or empty, the file is read.
  ///   - progress: called before each photo with the completed share, from 0 to 1. If it returns
  ///     false, that photo and those after it keep their marks.
  ///   - finish: called once, after the last photo.
  func set(
    _ mark: Mark, of photos: [[FilePath]], known: @escaping (FilePath) -> PhotoMarks?,
    progress: @escaping (Double) -> Bool, finish: @escaping (Outcome) -> Void
  ) {
    outcome = Outcome()
    markNext(
      photos[...],
      Work(
        mark: mark, photoCount: photos.count, knownMarks: known, progress: progress, finish: finish)
    )
  }

  /// The setting of a mark for some photos.
  private struct Work {
    var mark: Mark
    /// The number of all photos.
    var photoCount: Int
    var knownMarks: (FilePath) -> PhotoMarks?
    var progress: (Double) -> Bool
    var finish: (Outcome) -> Void
  }

  private func markNext(_ photos: ArraySlice<[FilePath]>, _ work: Work) {
    guard let files = photos.first else { return work.finish(outcome) }
    guard work.progress(1 - Double(photos.count) / Double(work.photoCount)) else {
      outcome.skippedFiles = Array(photos.joined())
      return work.finish(outcome)
    }
    mark(files[...], work) { [weak self] in self?.markNext(photos.dropFirst(), work) }
  }

  /// Sets the mark of the files of one photo, one after the other.
  private func mark(_ files: ArraySlice<FilePath>, _ work: Work, then done: @escaping () -> Void) {
    guard let file = files.first else { return done() }
    let photo = Photo(
      path: file.absolute(in: CurrentFolder.path), mark: work.mark,
      knownMarks: work.knownMarks(file),
      formerStars: starsBeforeRejection(file))
    setMark(photo) { [weak self] result in
      guard let self else { return }
      switch result {
      case .success(let change?):
        // `MarkWriter` works with absolute paths, but changes name the photo by its path in the
        // list.
        var change = change
        change.photo = file
        outcome.changes.append(change)
      case .success(nil): break
      case .failure(let error): outcome.failures.add(file, error)
      }
      mark(files.dropFirst(), work, then: done)
    }
  }

  /// A photo for which a mark is being set.
  private struct Photo {
    /// The absolute path of the photo that is marked.
    var path: FilePath
    var mark: Mark
    /// The marks of the photo's file; nil when they are not known.
    var knownMarks: PhotoMarks?
    /// The number of stars that the photo had before it was rejected.
    var formerStars: Int
  }

  private typealias Completion = (Result<MarkChange?, DesktopError>) -> Void

  /// Sets the mark of a photo. If no marks of the photo are known, they are looked up in pbview's
  /// database first, and then in the metadata of the photo and its sidecar.
  private func setMark(_ photo: Photo, _ finish: @escaping Completion) {
    guard photo.knownMarks?.isEmpty ?? true else { return write(photo, attempt: 1, finish) }
    let (path, facts) = (photo.path, facts)
    WorkerThread.run {
      facts.databaseMarks(of: path)
    } finish: { [weak self] kept in
      var photo = photo
      photo.knownMarks = kept.map { PhotoMarks($0) }
      self?.write(photo, attempt: 1, finish)
    }
  }

  private func write(_ photo: Photo, attempt: Int, _ finish: @escaping Completion) {
    metadataTask = pipeline.metadata(
      of: photo.path.key, sidecars: Sidecar.candidatePathBytes(of: photo.path)
    ) { [weak self] answer in
      guard let self else { return }
      // Without readable metadata, the photo counts as one without marks, and can still get a
      // sidecar.
      let metadata = (try? answer.get())?.metadata ?? PhotoMetadata()
      let before = photo.knownMarks ?? PhotoMarks(metadata)
      let after = photo.mark.applied(to: before, restoring: photo.formerStars)
      let changes = after.sidecarChanges(from: metadata, date: Self.currentXMPDate)
      let change = MarkChange(
        photo: photo.path, before: before, after: after,
        storage: .sidecar(photo.path, old: nil, new: nil))
      guard !changes.isEmpty else { return updateDatabaseMarks(change, metadata, finish) }
      store(change, changes, metadata) { [weak self] result in
        if case .failure(.sidecarChanged) = result, attempt < Self.maxAttempts {
          self?.write(photo, attempt: attempt + 1, finish)
        } else {
          finish(result.mapError { $0.error(for: photo.path) }.map { $0 })
        }
      }
    }
  }

  /// Ends the marking of a photo whose metadata have the wanted marks already, so that no sidecar
  /// is written. If pbview's database has marks of the photo that differ from the wanted ones, they
  /// are replaced.
  private func updateDatabaseMarks(
    _ change: MarkChange, _ metadata: PhotoMetadata, _ finish: @escaping Completion
  ) {
    guard change.before != change.after else { return finish(.success(nil)) }
    let facts = facts
    WorkerThread.run { () -> MarkChange? in
      guard facts.databaseMarks(of: change.photo) != nil else { return nil }
      return Self.storeInDatabase(change, metadata, in: facts)
    } finish: {
      finish(.success($0))
    }
  }

  /// The reason why one attempt to write a sidecar failed.
  private enum Failure: Error {
    /// The sidecar was changed by another program.
    case sidecarChanged
    case other(DesktopError)

    func error(for photo: FilePath) -> DesktopError {
      switch self {
      case .sidecarChanged:
        .unwritable(file: photo.display, reason: FileReplacementError.changed.description)
      case .other(let error): error
      }
    }
  }

  private func store(
    _ change: MarkChange, _ changes: [SidecarChange], _ metadata: PhotoMetadata,
    finish: @escaping (Result<MarkChange, Failure>) -> Void
  ) {
    let photo = change.photo
    WorkerThread.run {
      Sidecar.candidates(of: photo).first { $0.withCString { access($0, F_OK) } == 0 }
    } finish: { [weak self] existing in
      guard let self else { return }
      guard let existing else {
        let path = Sidecar.preferredPath(of: photo)
        let bytes = Sidecar.fileContents(with: changes)
        return writeSidecar(path, change, metadata, finish) { (nil, bytes) }
      }
      editTask = pipeline.sidecarEdits(of: existing.key, changes) { [weak self] answer in
        switch answer {
        case .success(let edits):
          self?.writeSidecar(existing, change, metadata, finish) {
            () throws(FileReplacementError) in
            try edits.contents(of: existing)
          }
        case .failure(let failure):
          let reason =
            failure.kind == .unsupported
            ? tr(
              "the sidecar cannot be changed: {reason}", ["reason": tr(failure.detail)])
            : failure.sentence
          finish(.failure(.other(.unwritable(file: existing.display, reason: reason))))
        }
      }
    }
  }

  /// Writes a sidecar on a worker thread. In a folder that cannot be written, the marks are stored
  /// in pbview's database instead.
  private func writeSidecar(
    _ path: FilePath, _ change: MarkChange, _ metadata: PhotoMetadata,
    _ finish: @escaping (Result<MarkChange, Failure>) -> Void,
    _ contents: @escaping @Sendable () throws(FileReplacementError) -> (old: [UInt8]?, new: [UInt8])
  ) {
    let facts = facts
    WorkerThread.run { () -> Result<MarkChange, Failure> in
      var change = change
      guard let lock = try? FileLock.afterRecovery([change.photo, path]) else {
        return .failure(.sidecarChanged)
      }
      defer { withExtendedLifetime(lock) {} }
      do throws(FileReplacementError) {
        let (old, new) = try contents()
        // A missing photo may have been moved by another program, which would not move a sidecar
        // that is written now, so none is made. The check is left out for a photo in an archive,
        // which has no file of its own.
        let canHaveSidecar = change.photo.containingArchive == nil
        guard old != nil || !canHaveSidecar || change.photo.exists else { throw .changed }
        change.replacedDatabaseMarks = facts.databaseMarks(of: change.photo)
        try FileReplacement.replace(path.bytes, from: old, to: new)
        change.storage = .sidecar(path, old: old, new: new)
        facts.removeDatabaseMarks(of: change.photo)
        return .success(change)
      } catch {
        switch error {
        case .changed: return .failure(.sidecarChanged)
        case .unreadable(let reason):
          return .failure(.other(.unreadable(file: path.display, reason: reason)))
        case .unwritable(let reason):
          // The marks go to the database only if the folder cannot be written. Any other failure,
          // such as a full disk, is reported, so that the user can try again.
          guard !Self.canWriteSidecar(path),
            let kept = Self.storeInDatabase(change, metadata, in: facts)
          else {
            return .failure(.other(.unwritable(file: path.display, reason: reason)))
          }
          return .success(kept)
        }
      }
    } finish: {
      finish($0)
    }
  }

  /// Whether a sidecar could be written: the folder of `file` exists, permits new files, and has a
  /// path short enough for a file name of any length.
  nonisolated static func canWriteSidecar(_ file: FilePath) -> Bool {
    // The checked path ends in “/.”, so that the check fails for an archive, which is a file and
    // not a folder.
    file.folder.bytes.count + 1 + Int(NAME_MAX) < Int(PATH_MAX)
      && file.folder.appending([UInt8(ascii: ".")]).withCString { access($0, W_OK) } == 0
  }

  /// Stores the new marks of a change in pbview's database.
  ///
  /// - Returns: the change with its storage; nil when the marks cannot be stored, or the photo is
  ///   gone.
  private nonisolated static func storeInDatabase(
    _ change: MarkChange, _ metadata: PhotoMetadata, in facts: PhotoFactsStore
  ) -> MarkChange? {
    let items = LibraryScan.items([change.photo], facts: facts)
    guard let item = items.first, let stamp = item.factsStamp else { return nil }
    let read = item.lacksRecord ? nil : item.record?.photo
    let known = facts.withDatabaseMarks([(change.photo, read ?? IndexedPhoto(metadata, stamp))])
    guard let old = known.first?.photo else { return nil }
    var new = old
    new.set(change.after)
    guard facts.storeMarks(new, of: change.photo) else { return nil }
    var change = change
    (change.storage, change.replacedDatabaseMarks) = (.database(old: old, new: new), nil)
    return change
  }

  /// The current time in UTC, as XMP writes dates.
  nonisolated static var currentXMPDate: String {
    var seconds = time(nil)
    var fields = tm()
    gmtime_r(&seconds, &fields)
    var text = [CChar](repeating: 0, count: 32)
    let count = strftime(&text, text.count, "%Y-%m-%dT%H:%M:%SZ", &fields)
    return String(decoding: text.prefix(count).map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

nonisolated extension FileEditTask.Edits {
  /// The contents of a sidecar before and after these edits.
  ///
  /// - Throws: `.changed` when the file is not as the helper has read it, or the edits do not fit
  ///   it.
  fileprivate func contents(
    of path: FilePath
  ) throws(FileReplacementError) -> (old: [UInt8]?, new: [UInt8]) {
    guard let old = try FileReplacement.content(of: path.bytes),
      (try? FileIdentity.read(path.key)) == identity, let new = FileEdit.apply(edits, to: old)
    else { throw .changed }
    return (old, new)
  }
}

nonisolated extension IndexedPhoto {
  /// Sets the rating, the flag and the colour label to those of `marks`.
  mutating func set(_ marks: PhotoMarks) {
    rating = marks.flag == .reject ? -1 : marks.stars
    flag = marks.flag.rawValue
    label = marks.label.rawValue
  }
}

nonisolated extension Sidecar {
  /// The path of a new sidecar of a photo: `NAME.EXT.xmp`, as darktable and digiKam name it.
  static func preferredPath(of photo: FilePath) -> FilePath {
    photo.folder.appending(photo.name + Array(".\(fileExtension)".utf8))
  }
}
