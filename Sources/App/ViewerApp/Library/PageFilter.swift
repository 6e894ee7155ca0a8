import BrowserHost
import Localization
import Motion
import PhotoGrid
import Windowing

/// The filter by marks of the open photo's pages.
final class PageFilter {
  private let shown: ShownPhotos
  private let pages: PageLibrary
  private let services: ProgramServices
  /// The time at which a photo that was kept in a filtered list may leave it.
  private var keptRelease: Deadline?

  init(_ shown: ShownPhotos, _ pages: PageLibrary, _ services: ProgramServices) {
    self.shown = shown
    self.pages = pages
    self.services = services
  }

  /// Performs a command that filters the pages by marks. The photo on the page stays until the page
  /// is turned, so that there is always a page.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    let choice = MarkFilter.choice(of: command)
    guard choice != nil || command == .allPhotos else { return false }
    guard let (visit, live) = filteredPages else { return true }
    let text = choice.map { MarkFilter.text(live.arrangement.filter?.text ?? "", with: $0) } ?? ""
    filterPages(of: visit, live, by: try? PhotoFilter.parse(text))
    visit.find.adopt(text)
    shown.view.showToast(command.title)
    return true
  }

  /// The open photo's visit, and the library to which a filter of its pages is applied; nil when no
  /// photo is open.
  private var filteredPages: (PhotoVisit, LiveLibrary)? {
    guard let visit = shown.frontVisit else { return nil }
    // Files that were given one by one have no library before it is needed.
    pages.loadIfNeeded()
    return pages.current.map { (visit, $0) }
  }

  private func filterPages(of visit: PhotoVisit, _ live: LiveLibrary, by filter: PhotoFilter?) {
    services.log.trace("filter text=\(filter?.text ?? "")")
    live.filter(by: filter, keeping: visit.file)
    shown.view.updateTitle()
  }

  /// The text of a filter in words, for the title bar; empty for an empty text.
  static func title(of text: String) -> String {
    text.isEmpty ? "" : MarkFilter(in: text)?.command.title ?? tr("Filtered")
  }

  /// Filters the pages of the photo with which the program was opened. That photo stays until the
  /// page is turned.
  func begin(with filter: PhotoFilter) {
    guard let (visit, live) = filteredPages, live.arrangement.filter == nil else { return }
    filterPages(of: visit, live, by: filter)
  }

  /// Limits the pages of the open photo to those picked photos that pass the present filter.
  ///
  /// - Returns: the texts of the present and of the new filter; nil when no photo is open.
  func limitToPicks() -> (former: String, new: String)? {
    guard let (visit, live) = filteredPages else { return nil }
    let former = live.arrangement.filter?.text ?? ""
    let new = MarkFilter.text(former, adding: .picks)
    filterPages(of: visit, live, by: try? PhotoFilter.parse(new))
    visit.find.adopt(new)
    return (former, new)
  }

  /// Shows the photos that pass a filter on the pages of a visit, which may be leaving.
  func show(_ text: String, on visit: PhotoVisit) {
    guard shown.visit === visit, let live = pages.current else { return }
    filterPages(of: visit, live, by: try? PhotoFilter.parse(text))
    visit.find.adopt(text)
  }

  /// Shows all photos instead of no page when the removal of files leaves no photo that passes the
  /// filter. The message about the removal, with its Undo button, says so.
  func keepPage(without files: [FilePath]) {
    guard let visit = shown.visit, let live = pages.folder, pages.needsAllPhotos(without: files)
    else { return }
    filterPages(of: visit, live, by: nil)
    visit.find.adopt("")
    shown.view.addToToast(Command.allPhotos.title)
  }

  // MARK: Find

  /// Shows the field in which photos are searched for over the page.
  func findOnPage() {
    guard let (visit, live) = filteredPages else { return }
    visit.find.open(live.arrangement.filter?.text ?? "")
    updateFindCounts()
  }

  /// Shows the numbers of photos in the field over the page.
  func updateFindCounts() {
    guard let visit = shown.visit, visit.find.isShown, let live = pages.current else { return }
    visit.find.counts = FindBar.Counts(
      shown: live.library.count - (isKeptPhotoLeftOut ? 1 : 0), all: live.totalCount,
      unread: live.unreadCount)
  }

  /// Whether the photo on the page is in the list only because it is on the page.
  private var isKeptPhotoLeftOut: Bool {
    guard let live = pages.current, let kept = live.kept, let filter = live.arrangement.filter,
      let index = live.library.index(of: kept)
    else { return false }
    let item = live.library[index]
    return !filter.matches(item, in: item.path.folder)
  }

  /// Leads to the nearest photo that passes the filter, from one that does not.
  private func leaveFilteredPhoto(of visit: PhotoVisit) {
    guard isKeptPhotoLeftOut, visit.browser.pageCount > 1 else { return }
    let isLast = visit.browser.pageIndex == visit.browser.pageCount - 1
    _ = visit.perform(isLast ? .previous : .next)
  }

  /// Connects the open browser to the filter of its pages.
  func connect(_ visit: PhotoVisit) {
    visit.filterText = { [weak pages] in pages?.current?.arrangement.filter?.text ?? "" }
    visit.onTurn = { [weak self] in self?.releaseKeptPhoto() }
    visit.find.onFilter = { [weak self] filter in
      guard let self, let (visit, live) = filteredPages else { return }
      filterPages(of: visit, live, by: filter)
    }
    visit.find.onAccept = { [weak self, weak visit] in
      if let self, let visit { leaveFilteredPhoto(of: visit) }
    }
  }

  /// Keeps the photo on the page in the list while its marks change, although the filter may leave
  /// it out then.
  func keepPhotoOnPage() {
    guard let visit = shown.visit, let live = pages.current, live.arrangement.filter != nil else {
      return
    }
    live.keep(visit.file)
  }

  /// The delay in seconds from a page turn to the removal of the previous photo from the list: its
  /// page has slid out by then.
  private static let leavingTime = 0.5

  /// Removes the kept photo from the list, if the filter leaves it out, after ``leavingTime``.
  private func releaseKeptPhoto() {
    guard let live = pages.current, let kept = live.kept else { return }
    // The photo that is shown now may be one whose facts are not read yet.
    if live.isFiltering { return live.keep(shown.visit?.file) }
    let view = shown.view
    keptRelease = view.loop.schedule(at: view.now + Self.leavingTime) { [weak self, weak live] in
      guard let self, let live, live.kept == kept,
        shown.visit?.isLeaving ?? true || shown.visit?.file != kept
      else { return }
      live.keep(nil)
    }
  }

  /// Whether the filter of the pages leaves a photo out after `mark` is applied to it.
  func drops(_ file: FilePath, with mark: Mark) -> Bool {
    guard let live = pages.current, let filter = live.arrangement.filter,
      let index = live.library.index(of: file)
    else { return false }
    var item = live.library[index]
    guard var photo = item.record?.photo else { return false }
    photo.set(
      mark.applied(
        to: services.marks.marks(of: file) ?? PhotoMarks(photo),
        restoring: services.marks.starsBeforeRejection(of: file)))
    item.record = PhotoRecord(photo)
    return !filter.matches(item, in: item.path.folder)
  }
}
