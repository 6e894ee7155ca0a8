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
    let together = Set(photos.joined().map { $0.absolute(in: folder) })
    // The lists know photos by their own paths, which may be relative.
    var names: [FilePath: FilePath] = [:]
    let groups = photos.compactMap { files -> FileGroup? in
      let absolute = files.map { $0.absolute(in: folder) }
      for (file, path) in zip(files, absolute) { names[path] = file }
      let companions = absolute.flatMap { Companions.of($0, together: together) }
      var known: Set<FilePath> = []
      let steps = (absolute + companions).filter { known.insert($0).inserted }
      return absolute.first.map {
        FileGroup(
          photo: $0, steps: steps.map { .trash($0) }, needsAllCompanions: true,
          joinsPairs: joinsPairs)
      }
    }
    let record = OperationJournal(groups, in: journal)
    defer { record?.finish() }
    for (files, group) in zip(photos, groups) {
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
}

nonisolated extension FileOperations.Outcome where Subject == FilePath {
  /// The files of an operation that were removed, without the companions that went along. A clip
  /// too long for a live photo is a photo of its own, whatever its name is.
  func removed(among files: [FilePath]) -> [FilePath] {
    let wanted = Set(files)
    return made.flatMap(\.parts).map(\.path).filter(wanted.contains)
  }
}
