import BrowserHost

/// The moving of photos to the trash, each with all its files and companions.
nonisolated enum TrashWork {
  /// Moves photos to the trash. Waits for the file system.
  ///
  /// - Parameters:
  ///   - photos: the files of each photo, the shown one first.
  ///   - folder: the folder to which relative paths refer.
  ///   - joinsPairs: whether a photo is refused if only one file of its RAW+JPEG pair is among its
  ///     files. Default: false.
  ///   - journal: the folder with the records of running operations; nil records nothing.
  ///   - progress: called before each photo with the completed share, 0 to 1. If it returns false,
  ///     that photo and those after it stay. Default: returns true.
  /// - Returns: the changes that were made, and the files that could not be moved or were left.
  static func perform(
    _ photos: [[FilePath]], in folder: FilePath, joinsPairs: Bool = false,
    journal: FilePath? = OperationJournal.folderOfUser,
    progress: (Double) -> Bool = { _ in true }
  ) -> FileOperations.Outcome {
    var outcome = FileOperations.Outcome()
    // The outcome names photos by the paths under which the lists contain them, which may be
    // relative.
    var names: [FilePath: FilePath] = [:]
    for file in photos.joined() { names[file.absolute(in: folder)] = file }
    let work = groups(of: photos, in: folder, joinsPairs: joinsPairs)
    let record = OperationJournal(work.map(\.group), in: journal)
    defer { record?.finish() }
    for (index, (files, group)) in work.enumerated() {
      guard progress(Double(index) / Double(work.count)) else {
        outcome.cancelled = work[index...].flatMap(\.files)
        break
      }
      var notReversed: [FileChange] = []
      do throws(FileOperation.Failure) {
        outcome.made.append(
          try group.perform(notReversed: &notReversed, journal: journal, record: record).withPaths(
            names))
      } catch {
        outcome.made += notReversed
        switch error {
        case .failed(let failure): for file in files { outcome.failures.add(file, failure) }
        case .cancelled: outcome.cancelled += files
        }
      }
    }
    return outcome
  }

  /// The file operations that move each photo to the trash. A sidecar that belongs to several
  /// photos is moved with the first of them. Waits for the file system.
  ///
  /// - Parameters: as for ``perform(_:in:joinsPairs:journal:progress:)``.
  static func groups(
    of photos: [[FilePath]], in folder: FilePath, joinsPairs: Bool = false
  ) -> [(files: [FilePath], group: OperationGroup)] {
    let together = Set(photos.joined().map { $0.absolute(in: folder) })
    var known: Set<FilePath> = []
    var work: [(files: [FilePath], group: OperationGroup)] = []
    for files in photos {
      let absolute = files.map { $0.absolute(in: folder) }
      let companions = absolute.flatMap { Companions.of($0, together: together) }
      let moved = (absolute + companions).filter { known.insert($0).inserted }
      guard let photo = absolute.first else { continue }
      guard !moved.isEmpty else {
        // All files of this photo are moved with an earlier one: it is the clip of a live photo,
        // listed beside the photo.
        let owner = work.firstIndex { $0.group.operations.contains(.trash(photo)) }
        if let owner { work[owner].files += files }
        continue
      }
      let group = OperationGroup(
        photo: photo, operations: moved.map { .trash($0) }, needsAllCompanions: true,
        requiresWholePairs: joinsPairs)
      work.append((files, group))
    }
    return work
  }
}

nonisolated extension FileOperations.Outcome {
  /// The removed files that are among `files`. Companions that were removed along with them and are
  /// not among `files` are left out.
  func removed(among files: [FilePath]) -> [FilePath] {
    let wanted = Set(files)
    return made.flatMap(\.flattened).map(\.path).filter(wanted.contains)
  }
}
