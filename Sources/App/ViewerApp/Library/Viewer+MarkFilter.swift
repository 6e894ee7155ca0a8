import BrowserHost
import Localization
import PhotoGrid
import Windowing

/// Filters by marks while a photo is open.
extension Viewer {
  /// The library of the pages: that of the grid below, or of the opened file's folder.
  private var pageLibrary: LiveLibrary? {
    if let gallery = visit?.gallery {
      return homes.flatMap(\.scenes).first { $0.gallery === gallery }?.live
    }
    return folder
  }

  /// Performs a command that filters the pages by marks. The photo on the page stays until the page
  /// is turned, so there is always one to see.
  ///
  /// - Returns: false for any other command.
  func performMarkFilter(_ command: Command) -> Bool {
    guard let choice = MarkFilter.choice(of: command) else { return false }
    guard let visit, view?.scene === visit, !visit.isLeaving else { return true }
    // Files that were given one by one have no library before it is needed.
    if pageLibrary == nil, !hasNeighbours, let source {
      readList(of: givenFiles.isEmpty ? source.files : givenFiles)
    }
    guard let live = pageLibrary else { return true }
    let text = MarkFilter.text(live.arrangement.filter?.text ?? "", with: choice)
    let filter = try? PhotoFilter.parse(text)
    log.trace("filter text=\(text)")
    live.filter(by: filter, keeping: visit.file)
    visit.listNote = filter == nil ? "" : choice?.command.title ?? tr("Filtered")
    view?.say(command.title)
    view?.updateTitle()
    return true
  }

  /// Connects a visit to the filter of its pages, and its slideshow to the window.
  func connectFilter(of visit: PhotoVisit) {
    visit.slideshow.options = options.slideshowOptions
    visit.slideshow.onActivity = { [weak self] in self?.slideshowDidChange(isActive: $0) }
    visit.onInterval = { [weak self] in self?.changeSlideshowInterval($0) }
    visit.filterText = { [weak self] in self?.pageLibrary?.arrangement.filter?.text ?? "" }
    visit.onTurn = { [weak self] in self?.releaseKeptPhoto() }
    let filter = pageLibrary?.arrangement.filter
    visit.listNote = filter.map { MarkFilter(in: $0.text)?.command.title ?? tr("Filtered") } ?? ""
  }

  /// Keeps the photo on the page in the list while its marks change, although the filter may leave it
  /// out then.
  func keepPhotoOnPage() {
    guard let visit, let live = pageLibrary, live.arrangement.filter != nil else { return }
    live.keep(visit.file)
  }

  /// The delay in seconds from a page turn to the removal of the previous photo from the list: its
  /// page has slid out by then.
  private static let leavingTime = 0.5

  /// Removes the kept photo from the list, if the filter leaves it out, after ``leavingTime``.
  private func releaseKeptPhoto() {
    guard let live = pageLibrary, let kept = live.kept, let view else { return }
    // The photo that is shown now may be one whose facts are not read yet.
    if live.isFiltering { return live.keep(visit?.file) }
    keptRelease = view.loop.schedule(at: view.now + Self.leavingTime) { [weak self, weak live] in
      guard let self, let live, live.kept == kept, visit?.isLeaving ?? true || visit?.file != kept
      else { return }
      live.keep(nil)
    }
  }

  /// Whether the filter of the pages leaves a photo out after `mark` is applied to it.
  func filterDrops(_ file: FilePath, with mark: Mark) -> Bool {
    guard let live = pageLibrary, let filter = live.arrangement.filter,
      let index = live.library.index(of: file)
    else { return false }
    var item = live.library[index]
    guard var photo = item.record?.photo else { return false }
    photo.set(mark.applied(to: marks.marks(of: file) ?? PhotoMarks(photo)))
    item.record = PhotoRecord(photo)
    return !filter.matches(item, in: item.path.folder)
  }
}
