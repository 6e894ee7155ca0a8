import BrowserHost
import Desktop
import Glibc
import PhotoGrid

/// The commands that mark photos in the grid, in the browser and in a comparison.
final class PhotoMarking {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let filter: PageFilter
  private let settings: ProgramSettings
  private let services: ProgramServices
  private let operations: FileOperations

  init(
    _ operations: FileOperations, _ shown: ShownScenes, _ pages: PageLibrary, _ filter: PageFilter,
    _ settings: ProgramSettings, _ services: ProgramServices
  ) {
    self.operations = operations
    self.shown = shown
    self.pages = pages
    self.filter = filter
    self.settings = settings
    self.services = services
    operations.connect(
      FileOperations.Marking(
        MarkWriter(services.pipeline, services.facts), services.marks,
        showChanges: { [weak self] in self?.showChanges($0, shows: $1) }))
  }

  /// Connects an open photo's culling mode, information panel, filmstrip and swipes to the marks of
  /// photos.
  func connect(_ visit: PhotoVisit) {
    let marks = services.marks
    visit.culling.photoAccess.marks = { marks.marks(of: $0) }
    visit.strips.setThumbnails(
      ofPages: PipelineThumbnailSource(
        pipeline: services.pipeline, posters: services.makePosters(), marks: marks),
      ofLeaves: PipelineThumbnailSource(pipeline: services.pipeline))
    visit.culling.photoAccess.setMark = { [weak self] in self?.set($0) }
    visit.info.marks = { marks.marks(of: $0) }
    visit.info.onMarkCommand = { [weak view = shown.view] in view?.perform($0) }
    visit.browser.onSwipeUp = { [weak self, weak visit] in
      guard let self, let visit, settings.options.swipePick == true else { return }
      visit.markFlash.reducesMotion = settings.reducesMotion
      visit.markFlash.show()
      set(.flag(.pick))
    }
    marks.observe(for: visit) { [weak visit] in
      visit?.culling.refresh()
      visit?.info.marksDidChange()
    }
  }

  /// Sets a mark for the chosen photos. A colour label that all of them have is removed instead. In
  /// the culling mode, the browser turns to the next photo.
  func set(_ mark: Mark) {
    let files = shown.filesForCommands
    var mark = mark
    if case .label(let label) = mark,
      files.allSatisfy({ services.marks.marks(of: $0)?.label == label })
    {
      mark = .label(.none)
    }
    filter.exemptPhotoOnPage()
    operations.set(mark, of: files)
    guard let visit = shown.visit, shown.view.scene === visit, visit.culling.isOn,
      visit.culling.advancesAfterMark
    else { return }
    turnPage(visit, after: mark)
  }

  /// Turns to the next photo in the culling mode after `mark` was set.
  private func turnPage(_ visit: PhotoVisit, after mark: Mark) {
    var step = visit.culling.lastTurnStep
    guard visit.browser.pageCount > 1 || visit.listNote.isEmpty else { return }
    // If `mark` removes the last photo in this direction from the filtered list, the browser turns
    // in the other direction.
    let next = visit.browser.pageIndex + step
    if !visit.source.files.indices.contains(next), !visit.browser.options.tuning.isLooping,
      let file = visit.file, filter.wouldExclude(file, with: mark)
    {
      step = -step
      guard visit.source.files.indices.contains(visit.browser.pageIndex + step) else { return }
    }
    visit.act(.turn(step, animated: visit.browser.animatesTurns))
  }

  /// Shows changed marks wherever their photos are shown.
  ///
  /// - Parameter shows: whether the first of the photos is shown, because the user cannot see it,
  ///   as after Undo.
  private func showChanges(_ changes: [MarkChange], shows: Bool) {
    for change in changes {
      services.marks.set(change.after, of: change.photo, before: change.before)
    }
    let after = Dictionary(changes.map { ($0.photo, $0.after) }) { $1 }
    for live in shown.grids.map(\.live) + [pages.ownLibrary].compactMap(\.self) {
      live.apply(after)
    }
    let sidecars = changes.flatMap { Sidecar.candidates(of: $0.photo) }
    services.metadata.invalidate(sidecars: Set(sidecars))
    if shows { shown.show(changes.map(\.photo)) }
  }

  /// Prints the paths of the picked photos that exist, in the form of `--print-list`.
  func printPickedPaths() {
    let current = CurrentFolder.path
    let paths = services.marks.pickedInThisRun.filter(\.exists).map { $0.absolute(in: current) }
    let bytes = ViewerProgram.listText(
      paths, settings.options, isTerminal: isatty(STDOUT_FILENO) != 0)
    writeAll(bytes, to: STDOUT_FILENO)
  }
}

extension FileOperations {
  /// The writer of ratings, flags and labels, and two functions that connect it with the lists of
  /// photos.
  struct Marking {
    var writer: MarkWriter
    /// Returns the marks of a file, without those of the other file of its pair; nil while they
    /// have not been read.
    var ownMarks: (FilePath) -> PhotoMarks?
    /// Shows changed marks in all lists; with `shows`, also shows the first of the photos.
    var showChanges: ([MarkChange], _ shows: Bool) -> Void
  }
}

extension FileOperations.Marking {
  /// Connects a writer to the known marks. Each file of a RAW+JPEG pair is marked by its own marks,
  /// without those of the other file, because Undo restores the marks that are known of a file.
  init(
    _ writer: MarkWriter, _ marks: PhotoMarksCache,
    showChanges: @escaping ([MarkChange], _ shows: Bool) -> Void
  ) {
    writer.starsBeforeRejection = { marks.starsBeforeRejection(of: $0) }
    self.init(writer: writer, ownMarks: { marks.ownMarks(of: $0) }, showChanges: showChanges)
  }
}
