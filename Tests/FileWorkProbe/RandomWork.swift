#if DEBUG
  @testable import BrowserHost
  import Desktop
  import Glibc
  import PhotoGrid
  import TestSupport
  @testable import ViewerApp

  /// Random operations on photos, with a history.
  struct RandomWork {
    /// The number of operations of which some file was changed.
    private(set) var done = 0
    /// The number of photos and changes that stayed as they were because of an error.
    private(set) var failures = 0

    private var dice: SeededGenerator
    private let seed: UInt64
    private let folders: [FilePath]
    private let log: Int32
    /// The path of a file outside the folders for the picture of a cropped copy.
    private let picture: String
    private var history = UndoStack<FileChange>()
    private var number = 0
    private let root = FilePath("/")

    init(log path: String, seed: UInt64, folders: [FilePath]) {
      dice = SeededGenerator(seed: seed)
      self.seed = seed
      picture = path + ".picture"
      self.folders = folders
      log = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o644)
    }

    /// Performs one random operation.
    mutating func step() {
      number += 1
      switch Int.random(in: 0..<100, using: &dice) {
      case 0..<16: transfer(.move)
      case 16..<26: transfer(.copy)
      case 26..<38: rename()
      case 38..<46: trash()
      case 46..<52: turn()
      case 52..<58: mark()
      case 58..<62: duplicate()
      case 62..<66: makeFolder()
      case 66..<70: replace()
      case 70..<73: crop()
      case 73..<89: undo()
      default: redo()
      }
    }

    /// The first letter of the names of cropped copies; no other photo has it.
    private static let cropLetter = UInt8(ascii: "c")

    // MARK: Choosing

    /// At most `most` random photos of a random folder.
    ///
    /// - Parameter includesCrops: whether cropped copies are chosen, too. They keep their names and
    ///   folders, so that no other photo gets their stem. Default: false.
    private mutating func photos(_ most: Int = 6, includesCrops: Bool = false) -> [Transfer.Photo] {
      guard let folder = folders.randomElement(using: &dice),
        let contents = try? FolderScan.contents(of: folder).get()
      else { return [] }
      let files = contents.pictures.map(\.path)
        .sorted { $0.bytes.lexicographicallyPrecedes($1.bytes) }
      let photos = StackRules().photos(among: files).filter { files in
        !files.isEmpty && (includesCrops || files[0].name.first != Self.cropLetter)
      }
      return photos.shuffled(using: &dice).prefix(Int.random(in: 1...most, using: &dice))
        .map { Transfer.Photo(shown: $0[0], files: $0) }
    }

    /// Performs an operation that makes no copies.
    private mutating func perform(_ body: (inout Self) -> (isDone: Bool, failed: Int)) {
      let (isDone, failed) = body(&self)
      if isDone { done += 1 }
      failures += failed
    }

    /// The identity in a file: the first word.
    private static func identity(_ path: FilePath) -> String? {
      WholeFile.read(path, maxBytes: 16 << 20).map {
        String(decoding: $0.prefix { $0 != UInt8(ascii: " ") }, as: UTF8.self)
      }
    }

    /// Appends a line to the log, at once also where the program is killed.
    private func write(_ word: String, _ identities: [String]) {
      let bytes = Array(([word] + identities).joined(separator: " ").utf8) + [10]
      _ = Glibc.write(log, bytes, bytes.count)
    }

    // MARK: Operations

    private mutating func transfer(_ kind: Transfer.Kind) {
      let photos = photos()
      guard let folder = folders.randomElement(using: &dice) else { return }
      let conflict: Transfer.ConflictResolution =
        [.keepBoth, .keepBoth, .replace, .skip]
        .randomElement(using: &dice) ?? .keepBoth
      transfer(photos, Transfer(kind: kind, folder: folder, joinsPairs: true), conflict)
    }

    private mutating func transfer(
      _ photos: [Transfer.Photo], _ transfer: Transfer,
      _ conflict: Transfer.ConflictResolution = .keepBoth
    ) {
      perform { work in
        var plans = transfer.plans(for: photos, in: work.root)
        for index in plans.indices { plans[index].conflictResolution = conflict }
        let copied = transfer.kind == .copy ? plans.map(\.shown) : []
        work.write("begin", copied.compactMap(Self.identity))
        let outcome = transfer.perform(plans)
        let made = transfer.kind == .copy ? outcome.transferredPhotos : []
        work.write("end", made.compactMap(Self.identity))
        work.history.record(transfer.undoName, outcome.changes)
        return (!outcome.changes.isEmpty, outcome.failed.count)
      }
    }

    private mutating func duplicate() {
      let photos = photos(2)
      guard let first = photos.first else { return }
      transfer(
        photos,
        Transfer(kind: .copy, folder: first.shown.folder, isDuplicate: true, joinsPairs: true))
    }

    private mutating func makeFolder() {
      let photos = photos(3)
      guard let first = photos.first else { return }
      let folder = first.shown.folder.appending(Array("new-\(getpid())-\(number)".utf8))
      transfer(photos, Transfer(kind: .move, folder: folder, makesFolder: true, joinsPairs: true))
      // The photos in such folders are not chosen again, except by Undo.
      undo()
    }

    private mutating func rename() {
      let photos = Renaming.photos(photos(), in: root)
      let isCircle = Bool.random(using: &dice)
      let number = number
      perform { work in
        var plans: [Renaming.Plan] = []
        if isCircle {
          let names = photos.map { $0.shown.stem }
          plans = photos.enumerated().map { index, photo in
            let stem = names[(index + 1) % names.count]
            let ending = photo.shown.name.dropFirst(names[index].count)
            return Renaming.plan(photo, name: stem + ending)
          }
        } else if let pattern = try? RenamePattern("r{n:001}-\(number % 7)") {
          plans = Renaming.plans(
            photos, pattern,
            facts: photos.indices.map { RenamePattern.Facts(name: "", index: $0) })
        }
        let outcome = Renaming.perform(Renaming.checkedOnDisk(plans), joinsPairs: true)
        work.history.record("Rename", outcome.made)
        return (!outcome.made.isEmpty, outcome.failed.count)
      }
    }

    private mutating func trash() {
      let photos = photos(3, includesCrops: true).map(\.files)
      perform { work in
        let outcome = TrashWork.perform(photos, in: work.root, joinsPairs: true)
        work.history.record("Move to Trash", outcome.made)
        return (!outcome.made.isEmpty, outcome.failed.count)
      }
    }

    /// Changes the last byte of a photo, as rotating changes some bytes.
    private mutating func turn() {
      let photo = photos(1, includesCrops: true).first
      let letter = UInt8.random(in: 65...90, using: &dice)
      perform { work in
        guard let photo, let state = FileState.read(photo.shown)?.stamp, state.size > 0 else {
          return (false, 0)
        }
        guard let lock = try? FileLock.afterRecovery([photo.shown]) else { return (false, 1) }
        defer { withExtendedLifetime(lock) {} }
        let before = FileSplice.Stamp(size: state.size, modified: state.modified)
        let part = FileSplice.Replacement(
          offset: Int(state.size) - 1, removedCount: 1, bytes: [letter])
        guard
          let result = try? FileSplice.replace([part], in: photo.shown.bytes, expecting: before)
        else { return (false, 1) }
        let change = RotationChange(
          photo: photo.shown, turn: .right, undoReplacements: result.inverse,
          stampAfterChange: result.state,
          modifiedBeforeChange: before.modified)
        work.history.record("Rotate", [.turned(change)])
        return (true, 0)
      }
    }

    /// Replaces a photo by a new file, as cropping does; the former one goes to the trash.
    private mutating func replace() {
      let photo = photos(1).first
      perform { work in
        guard let path = photo?.shown, path.fileExtension == "jpg",
          let identity = Self.identity(path)
        else { return (false, 0) }
        work.write("exchange", [identity])
        let draft = ExportedFile.temporaryPath(for: path)
        let change = (try? FileCopy.copy(path.bytes, to: draft.bytes)).flatMap {
          try? ExportedFile.replace(path, with: draft)
        }
        work.write("exchanged", change == nil ? [] : [identity])
        guard let change else { return (false, 1) }
        work.history.record("Crop", [change])
        return (true, 0)
      }
    }

    /// Saves a cropped copy, a new photo.
    private mutating func crop() {
      // The trash does not take files of the last folder, which is on another device.
      let folder = folders.prefix(3).randomElement(using: &dice)
      perform { work in
        let identity = "\(FileWorkContent.crop)\(work.seed)x\(work.number)"
        let bytes = FileWorkContent.bytes(identity, FileWorkContent.crop)
        let source = open(work.picture, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        defer { if source >= 0 { close(source) } }
        guard let folder, Glibc.write(source, bytes, bytes.count) == bytes.count else {
          return (false, 1)
        }
        let path = folder.appending(Array("c\(work.seed)-\(work.number).jpg".utf8))
        work.write("begin", [identity])
        let isMade = (try? FileSaving.save(source, count: bytes.count, to: path.bytes)) != nil
        work.write("end", isMade ? [identity] : [])
        if isMade { work.history.record("Save Crop", [.restored(path)]) }
        return (isMade, isMade ? 0 : 1)
      }
    }

    /// Marks all files of a photo, as the viewer marks RAW+JPEG pairs.
    private mutating func mark() {
      let photo = photos(1).first
      let letter = UInt8.random(in: 65...90, using: &dice)
      perform { work in
        let files = photo?.files ?? []
        let changes = files.compactMap { Self.mark($0, by: letter) }
        work.history.record("Mark", changes)
        return (!changes.isEmpty, files.count - changes.count)
      }
    }

    /// Changes the last byte of the sidecar of a file, or makes the sidecar.
    ///
    /// - Returns: nil after an error.
    private static func mark(_ file: FilePath, by letter: UInt8) -> FileChange? {
      let sidecar =
        Sidecar.candidates(of: file).first(where: \.exists) ?? Sidecar.preferredPath(of: file)
      guard let lock = try? FileLock.afterRecovery([file, sidecar]) else { return nil }
      defer { withExtendedLifetime(lock) {} }
      guard let identity = identity(file) else { return nil }
      let old = WholeFile.read(sidecar, maxBytes: 1 << 20)
      let former = old ?? FileWorkContent.bytes(identity, FileWorkContent.mark)
      let new = Array(former.dropLast() + [letter])
      guard (try? FileReplacement.replace(sidecar.bytes, from: old, to: new)) != nil else {
        return nil
      }
      return .marked(
        MarkChange(
          photo: file, before: PhotoMarks(), after: PhotoMarks(),
          storage: .sidecar(sidecar, old: old, new: new)))
    }

    private mutating func undo() {
      perform { work in
        guard let step = work.history.takeUndo() else { return (false, 0) }
        let outcome = StepReversal.run(step.changes, in: work.root)
        work.history.finishUndo(of: step.name, reversed: outcome.made, failed: outcome.failed)
        return (!outcome.made.isEmpty, outcome.failed.count)
      }
    }

    private mutating func redo() {
      perform { work in
        guard let step = work.history.takeRedo() else { return (false, 0) }
        let outcome = StepReversal.run(step.changes, in: work.root)
        work.history.finishRedo(of: step.name, reversed: outcome.made, failed: outcome.failed)
        return (!outcome.made.isEmpty, outcome.failed.count)
      }
    }
  }
#endif
