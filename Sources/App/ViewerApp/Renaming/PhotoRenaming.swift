import BrowserHost
import Localization
import PhotoGrid
import PhotoIndex
import Views
import Windowing

/// The command that renames the photo on the page or those chosen in the grid.
final class PhotoRenaming {
  private let shown: ShownScenes
  private let indexer: PhotoIndexer
  private let log: Log
  private let operations: FileOperations
  /// The pattern by which several photos were renamed last, with which the sheet opens.
  private var lastPattern = "{name}"
  /// The requests for facts that the indexer has answered since the sheet was opened.
  private var answered = AnsweredRequests()

  init(_ shown: ShownScenes, _ services: ProgramServices, _ operations: FileOperations) {
    self.shown = shown
    self.operations = operations
    indexer = services.indexer
    log = services.log
  }

  /// Edits the name of the chosen photo in place, or opens the sheet for a pattern when several are
  /// chosen.
  func begin() {
    begin(
      with: shown.localPhotosForCommands(orShow: tr("Only files on this computer can be renamed")))
  }

  private func begin(with chosen: [Transfer.Photo]) {
    guard let listed = chosen.first?.shown else { return }
    // The slideshow is paused, because the field closes when the next photo is shown.
    shown.frontVisit?.slideshow.pause()
    let current = CurrentFolder.path
    let isOne = chosen.count == 1
    WorkerThread.run {
      let photos = Renaming.photos(chosen, in: current)
      return (photos, isOne ? [] : RenameFactsReader.read(photos))
    } finish: { [weak self] photos, facts in
      guard let self, let first = photos.first else { return }
      if photos.count == 1 {
        editInPlace(first, listedAs: listed)
      } else {
        askForPattern(photos, facts.map(\.facts), facts.count { $0.request != nil })
      }
      log.trace("renaming photos=\(photos.count)")
    }
  }

  /// Edits the name of a photo in place.
  ///
  /// - Parameter path: the shown file of the photo, by the path in the list.
  private func editInPlace(_ photo: Renaming.Photo, listedAs path: FilePath) {
    let host = shown.view.host
    // A scene, menu or sheet that came to the front while the photo's files were examined prevents
    // the editing.
    guard host.menu == nil, host.sheet == nil, let place = shown.nameAnchor(of: path) else {
      return
    }
    let field = RenameField(photo, at: place)
    field.onRename = { [weak self] in self?.operations.rename([$0]) }
    field.onRenameNext = { [weak self] in self?.begin(with: [$0]) }
    field.onCheck = { [log] in log.trace("rename preview problems=\($0)") }
    field.open(on: host.stage)
  }

  private func askForPattern(
    _ photos: [Renaming.Photo], _ facts: [RenamePattern.Facts], _ unreadCount: Int
  ) {
    let sheet = RenameManySheet(
      photos, facts: facts, unreadCount: unreadCount, pattern: lastPattern)
    sheet.onNeedsRecords = { [weak self, weak sheet] in
      if let sheet { self?.readRecords(of: photos, for: sheet) }
    }
    sheet.onRename = { [weak self, weak sheet] plans in
      if let sheet { self?.lastPattern = sheet.patternText }
      self?.operations.rename(plans)
    }
    sheet.onCheck = { [log] in log.trace("rename preview problems=\($0)") }
    shown.view.present(sheet)
  }

  /// Reads the facts about the photos that are not known yet, and updates the names in the sheet.
  private func readRecords(of photos: [Renaming.Photo], for sheet: RenameManySheet) {
    answered = AnsweredRequests()
    indexer.observe(for: sheet) { [weak self, weak sheet] records in
      guard let self, let sheet else { return }
      answered.add(records)
      refresh(sheet, of: photos)
    }
    refresh(sheet, of: photos)
  }

  private func refresh(_ sheet: RenameManySheet, of photos: [Renaming.Photo]) {
    WorkerThread.run {
      RenameFactsReader.read(photos)
    } finish: { [weak self, weak sheet] facts in
      guard let self else { return }
      let missing = answered.unanswered(facts.compactMap(\.request))
      sheet?.setFacts(facts.map(\.facts), unreadCount: missing.count)
      indexer.readFirst(missing)
    }
  }
}

/// The reader of the facts about photos that can be parts of new names.
nonisolated enum RenameFactsReader {
  /// The known facts about photos, and the requests for the facts that are not known. The call
  /// waits for the disk.
  static func read(
    _ photos: [Renaming.Photo]
  ) -> [(facts: RenamePattern.Facts, request: PhotoIndexer.Request?)] {
    let items = LibraryScan.items(photos.map(\.shown), facts: .ofUser)
    return items.enumerated().map { index, item in
      var facts = RenamePattern.Facts(
        name: String(decoding: item.path.stem, as: UTF8.self), index: index)
      facts.modificationSeconds = item.stamp?.secondsOnLocalClock
      if let photo = item.record?.photo {
        facts.takenSeconds = photo.taken
        (facts.camera, facts.lens, facts.rating) = (photo.camera, photo.lens, photo.rating)
      }
      return (facts, PhotoIndexer.Request(item))
    }
  }
}
