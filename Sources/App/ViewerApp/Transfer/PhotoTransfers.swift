import BrowserHost
import Localization
import PhotoBrowser
import PhotoGrid
import Views
import Windowing

/// The commands that copy and move photos into folders, and their questions about files that exist
/// there.
final class PhotoTransfers {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let settings: ProgramSettings
  private let log: Log
  private let operations: FileOperations
  /// The folder into which photos were copied or moved last in this run of the program; nil before
  /// that.
  private var lastFolder: FilePath?

  init(
    _ shown: ShownScenes, _ pages: PageLibrary, _ settings: ProgramSettings,
    _ operations: FileOperations, log: Log
  ) {
    self.shown = shown
    self.pages = pages
    self.settings = settings
    self.operations = operations
    self.log = log
  }

  private var view: ViewerWindow { shown.view }

  /// Asks the user for a folder, and copies or moves the chosen photos into it.
  func chooseTarget(_ kind: Transfer.Kind) {
    let photos = shown.localPhotosForCommands(
      orShow: tr("Only files on this computer can be copied or moved"))
    guard !photos.isEmpty else { return }
    let joinsPairs = pages.joinsPairs
    let files = photos.map(\.shown)
    let title =
      kind == .copy
      ? trPhotos(files, "Copy “{name}” to", "Copy {count} pictures to")
      : trPhotos(files, "Move “{name}” to", "Move {count} pictures to")
    let chooser = makeChooser(
      in: lastFolder ?? shown.folderInView.folderOutsideArchive, title: title, verb: kind.title)
    chooser.onChoose = { [weak self] folder in
      self?.lastFolder = folder
      self?.transfer(
        photos, by: Transfer(kind: kind, folder: folder, joinsPairs: joinsPairs))
      self?.changeRememberedFolders { TargetFolders.recordUse(of: folder) }
    }
    view.present(chooser)
  }

  /// Makes the sheet in which the user chooses a folder for photos; favourite folders and those
  /// used last are offered.
  ///
  /// - Parameters:
  ///   - folder: the absolute path of the folder that is shown first.
  ///   - verb: the title of the button that chooses.
  func makeChooser(in folder: FilePath, title: String, verb: String) -> FolderChooser {
    let chooser = FolderChooser(in: folder, title: title, verb: verb, takesPhotos: true)
    chooser.onFavourite = { [weak self] folder, isFavourite in
      self?.changeRememberedFolders { TargetFolders.setFavourite(folder, isFavourite: isFavourite) }
    }
    chooser.onFolderListed = { [log] in log.trace("chooser folders=\($0)") }
    WorkerThread.run {
      TargetFolders.existingTargets()
    } finish: { [weak chooser, log] in
      chooser?.targets = $0
      log.trace("chooser targets=\($0.count)")
    }
    return chooser
  }

  /// Copies or moves the chosen photos into the folder that was used last, or asks for a folder
  /// when there is none.
  func repeatTransfer(_ kind: Transfer.Kind) {
    let photos = shown.localPhotosForCommands(
      orShow: tr("Only files on this computer can be copied or moved"))
    guard !photos.isEmpty else { return }
    let joinsPairs = pages.joinsPairs
    let known = lastFolder
    WorkerThread.run {
      known.flatMap { FileStatus($0) == .folder ? $0 : nil } ?? TargetFolders.latest()
    } finish: { [weak self] folder in
      guard let folder else {
        self?.chooseTarget(kind)
        return
      }
      self?.transfer(
        photos, by: Transfer(kind: kind, folder: folder, joinsPairs: joinsPairs))
    }
  }

  /// Changes the remembered target folders on a worker thread; does nothing in private mode.
  private func changeRememberedFolders(_ change: @escaping @Sendable () -> Void) {
    if !settings.options.private { WorkerThread.run(change) {} }
  }

  /// Copies each of the chosen photos into its own folder, under a name with a number.
  func duplicate() {
    let photos = shown.localPhotosForCommands(
      orShow: tr("Only files on this computer can be duplicated"))
    guard let first = photos.first else { return }
    let folder = first.shown.absolute(in: CurrentFolder.path).folder
    transfer(
      photos,
      by: Transfer(kind: .copy, folder: folder, isDuplicate: true, joinsPairs: pages.joinsPairs))
  }

  /// Asks for the name of a new folder in the folder of the first chosen photo, and moves the
  /// chosen photos into the new folder.
  func moveToNewFolder() {
    let photos = shown.localPhotosForCommands(
      orShow: tr("Only files on this computer can be moved"))
    guard let first = photos.first else { return }
    let sheet = NewFolderSheet(
      for: photos.map(\.shown),
      in: first.shown.absolute(in: CurrentFolder.path).folder)
    let joinsPairs = pages.joinsPairs
    sheet.onChoose = { [weak self] in
      self?.transfer(
        photos,
        by: Transfer(kind: .move, folder: $0, makesFolder: true, joinsPairs: joinsPairs))
    }
    view.present(sheet)
    log.trace("new folder photos=\(photos.count)")
  }

  /// Copies or moves files into a folder, as one step that can be undone. Files that are one photo
  /// by the user's rules stay together, and companions are transferred with them.
  ///
  /// - Parameter begin: called when all questions are answered, before the first file is
  ///   transferred.
  func transfer(
    files: [FilePath], kind: Transfer.Kind, into folder: FilePath,
    onBegin begin: @escaping () -> Void
  ) {
    let photos = settings.options.stackRules.photos(among: files).compactMap { files in
      files.first.map { Transfer.Photo(shown: $0, files: files) }
    }
    transfer(
      photos, by: Transfer(kind: kind, folder: folder.absolute(in: CurrentFolder.path)),
      onBegin: begin)
  }

  /// The plans of a transfer, with the conflicts and the lack of space about which the user has to
  /// be asked or told before.
  nonisolated private struct TransferPlans: Sendable {
    var plans: [Transfer.Plan]
    /// The indices of the plans of photos that have a file in the target folder already.
    var conflictIndices: [Int]
    /// The space that the photos need in the target folder and the free space, in bytes; nil when
    /// the free space suffices or is not known.
    var shortage: (needed: Int64, free: Int64)?
  }

  /// Plans a transfer, asks the user about files that exist in the folder, and performs the
  /// transfer.
  ///
  /// - Parameter begin: called when all questions are answered, before the first file is
  ///   transferred.
  func transfer(
    _ photos: [Transfer.Photo], by transfer: Transfer, onBegin begin: @escaping () -> Void = {}
  ) {
    if view.refuseIfInArchive(target: transfer.folder) { return }
    let current = CurrentFolder.path
    WorkerThread.run {
      let plans = transfer.plans(for: photos, in: current)
      // A photo that is copied into its own folder always gets another name, so the user is not
      // asked.
      let isAsking = !plans.allSatisfy(\.keepsFolders)
      let conflicts = isAsking ? plans.indices.filter { plans[$0].hasConflict } : []
      return TransferPlans(
        plans: plans, conflictIndices: conflicts,
        shortage: transfer.shortage(for: plans, without: conflicts))
    } finish: { [weak self] planned in
      guard let self else { return }
      guard !planned.plans.isEmpty else {
        view.showToast(
          tr("The photos are in “{folder}” already", ["folder": transfer.folder.readableName]))
        return
      }
      if let shortage = planned.shortage { return showShortage(in: transfer.folder, shortage) }
      if planned.conflictIndices.isEmpty {
        perform(transfer, planned.plans, onBegin: begin)
      } else {
        askAboutConflicts(transfer, planned.plans, planned.conflictIndices[...], onBegin: begin)
      }
    }
  }

  /// Tells the user that the target folder has not enough free space for the photos.
  private func showShortage(in folder: FilePath, _ shortage: (needed: Int64, free: Int64)) {
    view.showToast(
      tr(
        "“{folder}” has {free} free; {needed} are needed",
        [
          "folder": folder.readableName,
          "free": ByteCount(Int(clamping: shortage.free)),
          "needed": ByteCount(Int(clamping: shortage.needed)),
        ]))
    log.trace("transfer short")
  }

  /// Performs a transfer after the questions, if the folder has enough free space for the photos
  /// that the user did not skip.
  private func performIfSpaceSuffices(
    _ transfer: Transfer, _ plans: [Transfer.Plan], onBegin begin: @escaping () -> Void
  ) {
    WorkerThread.run {
      TransferPlans(plans: plans, conflictIndices: [], shortage: transfer.shortage(for: plans))
    } finish: { [weak self] planned in
      guard let self else { return }
      if let shortage = planned.shortage { return showShortage(in: transfer.folder, shortage) }
      perform(transfer, planned.plans, onBegin: begin)
    }
  }

  /// Asks the user about the photos that exist in the folder, one after the other or about all at
  /// once, and performs the transfer.
  ///
  /// - Parameter conflicts: the indices of the plans to ask about.
  private func askAboutConflicts(
    _ transfer: Transfer, _ plans: [Transfer.Plan], _ conflicts: ArraySlice<Int>,
    onBegin begin: @escaping () -> Void
  ) {
    guard let index = conflicts.first else {
      return performIfSpaceSuffices(transfer, plans, onBegin: begin)
    }
    let plan = plans[index]
    WorkerThread.run {
      ConflictSheet.Stamps(plan)
    } finish: { [weak self] pair in
      guard let self else { return }
      let sheet = ConflictSheet(
        plan.shown.displayName, in: transfer.folder.readableName, pair, others: conflicts.count - 1
      ) { [weak self] conflict, isForAll in
        var plans = plans
        for index in isForAll ? conflicts : conflicts.prefix(1) {
          plans[index].conflictResolution = conflict
        }
        self?.askAboutConflicts(
          transfer, plans, isForAll ? [] : conflicts.dropFirst(), onBegin: begin)
      } cancel: { [weak self] in
        self?.view.showToast(
          transfer.kind == .copy ? tr("Nothing was copied") : tr("Nothing was moved"))
      }
      view.present(sheet)
      log.trace("asking conflicts=\(conflicts.count)")
    }
  }

  private func perform(
    _ transfer: Transfer, _ plans: [Transfer.Plan], onBegin begin: () -> Void
  ) {
    begin()
    let progress = TransferDisplay(transfer.kind.runningMessage(plans.map(\.shown)), in: view)
    operations.perform(transfer, plans, control: progress.control) {
      progress.showAfterDelay()
    } progress: { [weak progress] in
      progress?.show($0)
    } done: {
      progress.finish()
    }
  }

  /// Copies the files of a photo under another name, as one step that can be undone.
  ///
  /// - Parameters:
  ///   - photo: the photo, by absolute paths.
  ///   - target: the absolute path of the copy of the shown file.
  ///   - replaces: whether existing files go to the trash.
  func saveCopy(of photo: Transfer.Photo, to target: FilePath, replaces: Bool) {
    if view.refuseIfInArchive(target: target.folder) { return }
    let copy = SaveCopyWork(
      source: photo.shown, files: photo.files, target: target, replaces: replaces,
      requiresWholePairs: pages.joinsPairs)
    WorkerThread.run {
      TransferPlans(plans: [], conflictIndices: [], shortage: copy.shortage)
    } finish: { [weak self] planned in
      guard let self else { return }
      if let shortage = planned.shortage { return showShortage(in: target.folder, shortage) }
      let progress = TransferDisplay(Transfer.Kind.copy.runningMessage([photo.shown]), in: view)
      operations.saveCopy(copy, control: progress.control) {
        progress.showAfterDelay()
      } progress: { [weak progress] in
        progress?.show($0)
      } done: {
        progress.finish()
      }
    }
  }
}
