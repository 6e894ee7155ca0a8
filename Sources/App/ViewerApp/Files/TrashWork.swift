import BrowserHost

/// The removal of photos to the trash, all files and companions of each together.
nonisolated enum TrashWork {
  /// Moves photos to the trash. Waits for the disk.
  ///
  /// - Parameters:
  ///   - photos: the files of each photo, the shown one first.
  ///   - folder: the base of relative paths.
  ///   - joinsPairs: whether a photo whose RAW or rendered file is not among its files is refused.
  ///     Default: false.
  ///   - journal: the folder of the records; nil records nothing.
  static func perform(
    _ photos: [[FilePath]], in folder: FilePath, joinsPairs: Bool = false,
    journal: FilePath? = OperationJournal.folderOfUser
  ) -> FileOperations.Outcome<FilePath> {
    var outcome = FileOperations.Outcome<FilePath>()
    // The lists know photos by their own paths, which may be relative.
    var names: [FilePath: FilePath] = [:]
    for file in photos.joined() { names[file.absolute(in: folder)] = file }
    let work = groups(of: photos, in: folder, joinsPairs: joinsPairs)
    let record = OperationJournal(work.map(\.group), in: journal)
    defer { record?.finish() }
    for (files, group) in work {
      var left: [FileChange] = []
      do throws(FileStep.Stop) {
        outcome.made.append(
          try group.perform(left: &left, journal: journal, record: record).renamed(names))
      } catch {
        outcome.made += left
        outcome.failed += files
        if case .failed(let error) = error { outcome.failure = outcome.failure ?? error }
      }
    }
    return outcome
  }

  /// The steps for each photo. Waits for the disk. A sidecar of several photos goes along with the
  /// first one of them.
  ///
  /// - Parameters: as for ``perform(_:in:joinsPairs:journal:)``.
  static func groups(
    of photos: [[FilePath]], in folder: FilePath, joinsPairs: Bool = false
  ) -> [(files: [FilePath], group: FileGroup)] {
    let together = Set(photos.joined().map { $0.absolute(in: folder) })
    var known: Set<FilePath> = []
    var work: [(files: [FilePath], group: FileGroup)] = []
    for files in photos {
      let absolute = files.map { $0.absolute(in: folder) }
      let companions = absolute.flatMap { Companions.of($0, together: together) }
      let steps = (absolute + companions).filter { known.insert($0).inserted }
      guard let photo = absolute.first else { continue }
      guard !steps.isEmpty else {
        // A clip that is listed beside its photo goes along with it.
        let owner = work.firstIndex { $0.group.steps.contains(.trash(photo)) }
        if let owner { work[owner].files += files }
        continue
      }
      let group = FileGroup(
        photo: photo, steps: steps.map { .trash($0) }, needsAllCompanions: true,
        joinsPairs: joinsPairs)
      work.append((files, group))
    }
    return work
  }
}

nonisolated extension FileOperations.Outcome where Subject == FilePath {
  /// The files of an operation that were removed, without the companions that went along. A clip
  /// too long for a live photo is a photo of its own, whatever its name is.
  func removed(among files: [FilePath]) -> [FilePath] {
    let wanted = Set(files)
    return made.flatMap(\.parts).map(\.path).filter(wanted.contains)
  }
}
