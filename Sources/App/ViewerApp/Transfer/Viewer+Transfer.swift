import BrowserHost
import PhotoGrid
import Views
import Windowing

/// Copying and moving photos into folders.
extension Viewer {
  /// The photo on the page; in a grid the selected photos, or that with the focus.
  private var chosenTransfers: [Transfer.Photo] {
    if let frontCompare { return [frontCompare.photo].compactMap(\.self) }
    if let visit, view?.scene === visit, !visit.isLeaving {
      return visit.file.map { [Transfer.Photo(shown: $0, files: visit.filesOfPhoto)] } ?? []
    }
    return home?.current.chosenTransfers ?? []
  }

  /// Asks for the folder into which the chosen photos are copied or moved.
  func chooseTarget(_ kind: Transfer.Kind) {
    guard let view else { return }
    let photos = chosenTransfers.filter { $0.shown.webAddress == nil }
    guard !photos.isEmpty else {
      return view.say("Only files on this computer can be copied or moved")
    }
    let what = FileOperations.name(of: photos.map(\.shown))
    let chooser = FolderChooser(
      in: transferFolder ?? folderInView, title: "\(kind.title) \(what) to", verb: kind.title)
    chooser.onChoose = { [weak self] in self?.plan(Transfer(kind: kind, folder: $0), photos) }
    chooser.onList = { [log] in log.trace("chooser folders=\($0)") }
    view.present(chooser)
  }

  /// Plans a transfer, and asks what to do about files that exist.
  private func plan(_ transfer: Transfer, _ photos: [Transfer.Photo]) {
    transferFolder = transfer.folder
    let current = CurrentFolder.path
    WorkerThread.run {
      let plans = transfer.plans(for: photos, in: current)
      return (plans, plans.count { $0.hasConflict })
    } finish: { [weak self] plans, conflicts in
      guard let self else { return }
      guard !plans.isEmpty else {
        view?.say("The photos are in “\(transfer.folder.readableName)” already")
        return
      }
      // A copy beside the original always gets another name.
      let isDuplicate = plans.allSatisfy { $0.shown.folder == transfer.folder }
      if conflicts > 0, !isDuplicate {
        ask(transfer, plans, conflicts)
      } else {
        perform(transfer, plans, .keepBoth)
      }
    }
  }

  private func ask(_ transfer: Transfer, _ plans: [Transfer.Plan], _ conflicts: Int) {
    func choice(_ title: String, _ conflict: Transfer.Conflict) -> MenuItem {
      MenuItem(title, isDestructive: conflict == .replace) { [weak self] in
        self?.perform(transfer, plans, conflict)
      }
    }
    let folder = transfer.folder.readableName
    let title =
      plans.count == 1
      ? "“\(folder)” has a file of that name"
      : "“\(folder)” has files with the names of \(conflicts) of \(plans.count) photos"
    view?.present(
      ActionSheet(
        title, message: "Replaced files go to the trash.",
        entries: [
          choice("Keep Both", .keepBoth), choice("Replace", .replace), choice("Skip", .skip),
        ]))
    log.trace("asking conflicts=\(conflicts)")
  }

  /// The time in seconds after which a transfer shows its progress.
  private static let progressDelay = 0.5

  private func perform(
    _ transfer: Transfer, _ plans: [Transfer.Plan], _ conflict: Transfer.Conflict
  ) {
    guard let view, let operations else { return }
    let wish = TransferWish()
    let what = FileOperations.name(of: plans.map(\.shown))
    let sheet = TransferSheet("\(transfer.kind.running) \(what)", wish: wish)
    let delay = view.loop.schedule(at: view.now + Self.progressDelay) { [weak view, weak sheet] in
      if let sheet, !sheet.isDone { view?.present(sheet) }
    }
    operations.perform(
      transfer, plans, conflict, wish: wish, progress: { [weak sheet] in sheet?.share = $0 }
    ) {
      _ = delay
      sheet.finish()
    }
  }
}
