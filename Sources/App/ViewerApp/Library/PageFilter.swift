import BrowserHost
import Localization
import Motion
import PhotoGrid
import Windowing

/// The filter of the pages in the open browser.
final class PageFilter {
  private let shown: ShownScenes
  private let pages: PageLibrary
  private let services: ProgramServices
  /// The timer that removes a photo that does not meet the filter from the pages; nil before the
  /// first such photo.
  private var exemptionEndTimer: LoopTimer?

  init(_ shown: ShownScenes, _ pages: PageLibrary, _ services: ProgramServices) {
    self.shown = shown
    self.pages = pages
    self.services = services
  }

  /// Performs a command that filters the pages by rating, flag or label. The photo on the current
  /// page stays until the page is turned, so that there is always a page.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    let choice = MarkFilter.choice(of: command)
    guard choice != nil || command == .allPhotos else { return false }
    guard let (visit, live) = filteredPages else { return true }
    let text = choice.map { MarkFilter.text(live.arrangement.filter?.text ?? "", with: $0) } ?? ""
    filterPages(of: visit, live, by: try? PhotoFilter.parse(text))
    visit.find.setText(text)
    shown.view.showToast(command.title)
    return true
  }

  /// The open browser, and the library whose filter determines its pages; nil if no photo is open
  /// or its library cannot be read.
  private var filteredPages: (PhotoVisit, LiveLibrary)? {
    guard let visit = shown.frontVisit else { return nil }
    // The list of the given files has no library before a filter is needed, so it is made now.
    pages.loadIfNeeded()
    return pages.current.map { (visit, $0) }
  }

  private func filterPages(of visit: PhotoVisit, _ live: LiveLibrary, by filter: PhotoFilter?) {
    services.log.trace("filter text=\(filter?.text ?? "")")
    live.filter(by: filter, keeping: visit.file)
    shown.view.updateTitle()
  }

  /// The name of a filter for the title bar: the title of the command that sets it, or “Filtered”;
  /// empty for an empty text.
  static func filterTitle(of text: String) -> String {
    text.isEmpty ? "" : MarkFilter(in: text)?.command.title ?? tr("Filtered")
  }

  /// Filters the pages of the photo with which the program was opened, unless they are already
  /// filtered. That photo stays until the page is turned.
  func beginFiltering(with filter: PhotoFilter) {
    guard let (visit, live) = filteredPages, live.arrangement.filter == nil else { return }
    filterPages(of: visit, live, by: filter)
  }

  /// Adds the flag Pick to the filter of the pages.
  ///
  /// - Returns: the texts of the filter before and after this call; nil if no photo is open or its
  ///   library cannot be read.
  func limitToPicks() -> (former: String, new: String)? {
    guard let (visit, live) = filteredPages else { return nil }
    let former = live.arrangement.filter?.text ?? ""
    let new = MarkFilter.text(former, adding: .picks)
    filterPages(of: visit, live, by: try? PhotoFilter.parse(new))
    visit.find.setText(new)
    return (former, new)
  }

  /// Sets the filter of the pages of a visit, even while its photo is returning to the grid; has no
  /// effect if the visit has ended or its pages have no library.
  ///
  /// - Parameter text: the text of the filter; empty shows all photos.
  func setFilter(_ text: String, on visit: PhotoVisit) {
    guard shown.visit === visit, let live = pages.current else { return }
    filterPages(of: visit, live, by: try? PhotoFilter.parse(text))
    visit.find.setText(text)
  }

  /// Removes the filter if the removal of files leaves no photo that meets it, so that there is a
  /// page. A line in the message about the removal says so.
  func removeFilterIfNoMatch(without files: [FilePath]) {
    guard let visit = shown.visit, let live = pages.ownLibrary,
      pages.wouldNeedAllPhotos(without: files)
    else { return }
    filterPages(of: visit, live, by: nil)
    visit.find.setText("")
    shown.view.addToToast(Command.allPhotos.title)
  }

  // MARK: Find

  /// Shows the search field over the current page.
  func openFindField() {
    guard let (visit, live) = filteredPages else { return }
    visit.find.open(live.arrangement.filter?.text ?? "")
    updateFindCounts()
  }

  /// Updates the numbers of photos in the search field over the current page.
  func updateFindCounts() {
    guard let visit = shown.visit, visit.find.isShown, let live = pages.current else { return }
    visit.find.counts = FindBar.Counts(
      of: live, shown: live.library.count - (isExemptPhotoOutsideFilter ? 1 : 0))
  }

  /// Whether a photo that does not meet the filter is a page only because it was exempt from the
  /// filter.
  private var isExemptPhotoOutsideFilter: Bool {
    guard let live = pages.current, let exempt = live.exemptPhoto,
      let filter = live.arrangement.filter,
      let index = live.library.index(of: exempt)
    else { return false }
    let item = live.library[index]
    return !filter.matches(item, in: item.path.folder)
  }

  /// Turns to the next photo, or the previous one at the end, if the photo on the current page does
  /// not meet the filter and there is another page.
  private func turnAwayFromExemptPhoto(of visit: PhotoVisit) {
    guard isExemptPhotoOutsideFilter, visit.browser.pageCount > 1 else { return }
    let isLast = visit.browser.pageIndex == visit.browser.pageCount - 1
    _ = visit.perform(isLast ? .previous : .next)
  }

  /// Connects a browser that has been opened to the filter of its pages.
  func connect(_ visit: PhotoVisit) {
    visit.filterText = { [weak pages] in pages?.current?.arrangement.filter?.text ?? "" }
    visit.onPageChange = { [weak self] in self?.scheduleExemptionEnd() }
    visit.find.onFilter = { [weak self] filter in
      guard let self, let (visit, live) = filteredPages else { return }
      filterPages(of: visit, live, by: filter)
    }
    visit.find.onAccept = { [weak self, weak visit] in
      if let self, let visit { turnAwayFromExemptPhoto(of: visit) }
    }
  }

  /// Makes the photo on the current page exempt from the filter, if there is one, before its marks
  /// change and it may no longer meet the filter.
  func exemptPhotoOnPage() {
    guard let visit = shown.visit, let live = pages.current, live.arrangement.filter != nil else {
      return
    }
    live.setExemptPhoto(visit.file)
  }

  /// The time in seconds from a page turn to the removal of the previous photo from the pages. Its
  /// page is no longer visible by then.
  private static let exemptionEndDelay = 0.5

  /// Removes the photo that was exempt from the filter from the pages after ``exemptionEndDelay``,
  /// unless it is on the current page again. While metadata for the filter are being read, the
  /// photo on the current page becomes exempt instead.
  private func scheduleExemptionEnd() {
    guard let live = pages.current, let exempt = live.exemptPhoto else { return }
    // The metadata of the photo on the current page may not have been read, so this photo becomes
    // exempt.
    if live.isFilterResultIncomplete { return live.setExemptPhoto(shown.visit?.file) }
    let view = shown.view
    exemptionEndTimer = view.loop.schedule(at: view.now + Self.exemptionEndDelay) {
      [weak self, weak live] in
      guard let self, let live, live.exemptPhoto == exempt,
        shown.visit?.isLeaving ?? true || shown.visit?.file != exempt
      else { return }
      live.setExemptPhoto(nil)
    }
  }

  /// Whether a photo that meets the filter of the pages would no longer meet it with a new mark;
  /// false while its metadata are unknown, for a file that is not listed, and without a filter.
  func wouldExclude(_ file: FilePath, with mark: Mark) -> Bool {
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
