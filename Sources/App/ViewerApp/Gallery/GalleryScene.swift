import BrowserHost
import DecoderWire
import GalleryCore
import Geometry
import Imaging
import Input
import Localization
import Motion
import PhotoBrowser
import PhotoGrid
import Pixels
import Scenes
import Views

/// The scene that shows the grid of one library.
final class GalleryScene: Scene {
  let gallery = GalleryView()
  let live: LiveLibrary
  /// Called with the index of the photo that the user opens in the browser, among the photos of the
  /// library.
  var onOpen: ((Int) -> Void)?
  /// Called with the folder card that the user opens, and its frame in the stage's coordinates.
  var onOpenFolder: ((FolderCard, Rect) -> Void)?
  /// Called when the photos of the library or their arrangement have changed.
  var onChange: ((LiveLibrary.Change) -> Void)?
  /// Called with the command of a button that the user presses in an empty grid.
  var onEmptyGridCommand: ((Command) -> Void)?
  /// Called when the selection or the focus has moved to other items, photos or folder cards, or to
  /// none, or when files of photos have new contents.
  var onSelectionChange: (() -> Void)?
  /// Called when the keyboard focus has moved to another item, a photo or a folder card, or to
  /// none.
  var onFocusChange: (() -> Void)?
  /// Called with the side length of the cells in points after the user has changed it.
  var onCellSideChange: ((Double) -> Void)?
  /// Called with the point at which the user asks for the context menu, in the stage's coordinates.
  var onMenuRequest: ((Point) -> Void)?
  /// Called when the scene appears for the first time, in place of reading the library: the owner
  /// determines the request first, where that takes time, as for the recent files. Nil if the
  /// request is known from the start.
  var onFirstAppearance: ((GalleryScene) -> Void)?

  let thumbnails: PipelineThumbnailSource
  private let log: Log
  private var trace = GalleryTrace()
  /// The request whose photos the grid shows; nil before the first photos are shown.
  private var shownRequest: LibraryRequest?
  /// The filter and the grouping with which the grid shows its photos.
  private var shownArrangement = LibraryArrangement()
  /// The requests to which the Back command returns, with the photo that had the focus; the latest
  /// one at the end.
  private var previousRequests: [(request: LibraryRequest, photo: FilePath?)] = []
  /// The photo that receives the focus as soon as the photos of `request` are shown; nil when no
  /// photo is awaited.
  private var awaitedFocus: (request: LibraryRequest, photo: FilePath)?
  /// Called with the index of the photo of ``awaitedFocus`` when it has received the focus: of the
  /// photo at which a folder was left, when the folder is shown again, or of the one with which
  /// ``open(_:at:)`` was called.
  var onAwaitedPhotoFocus: ((Int) -> Void)?
  /// Returns the index of the photo that receives the focus after the library has been read for the
  /// first time. If the function or its result is nil, the focus does not move.
  var findInitialFocus: ((SectionedLibrary) -> Int?)?
  /// The place in the grid before the present search, to which the grid returns after the search;
  /// nil while no photo is filtered out.
  private var searchOrigin: SearchOrigin?
  /// The commands of the buttons in the empty grid, in their order.
  private var shownEmptyGridCommands: [Command] = []
  /// Whether the user prefers thumbnails that show whole photos, not cropped to the cell.
  private var wantsWholeThumbnails = false
  /// Whether reading the library has begun.
  private var hasBegunReading: Bool

  /// Makes the scene of a library, which is read when the scene appears for the first time.
  ///
  /// - Parameters:
  ///   - posters: makes thumbnails of clips; nil makes none.
  ///   - web: loads the thumbnails of web addresses; nil loads none.
  ///   - marks: the ratings, flags and labels of photos; nil shows none.
  init(
    _ live: LiveLibrary, pipeline: ImagePipeline, posters: ClipPosters? = nil,
    web: WebThumbnailLoader? = nil, marks: PhotoMarksCache? = nil, log: Log
  ) {
    self.live = live
    self.log = log
    hasBegunReading = !live.isLoading
    untranslatedTitle = live.library.request.title
    thumbnails = PipelineThumbnailSource(
      pipeline: pipeline, posters: posters, web: web, marks: marks)
    gallery.thumbnails = thumbnails
    gallery.delegate = self
    gallery.defersText = true
    gallery.isShortcut = { ViewerKeys.current.grid.command(for: KeyChord($0)) != nil }
    gallery.loadPreview = { item, size, deliver in
      let request = ImageRequest(path: item.path.key, target: size, purpose: .page)
      let task = pipeline.request(request) { update in
        switch update {
        case .preview(let image), .exact(let image):
          deliver(image.bitmap, image.info.naturalSize)
        case .failed: break
        }
      }
      return Picture.Load { task.cancel() }
    }
    gallery.scrollLabel = { [weak self] in self?.monthLabel(ofItem: $0) }
    live.onChange = { [weak self] in self?.libraryDidChange($0) }
  }

  /// The month of a photo as the label of the scroll bar: that of the date taken, or else of the
  /// modification time. Nil if neither is known, for a folder card, and if the grid is not sorted
  /// by date taken or has a section for each day.
  ///
  /// - Parameter index: the index of the photo's cell, counted with the folder cards.
  private func monthLabel(ofItem index: Int) -> String? {
    guard live.order.order == .taken, live.arrangement.grouping != .day,
      let page = gallery.page(of: index), (0..<live.library.count).contains(page)
    else { return nil }
    let photo = live.library[page]
    return photo.taken.sortSeconds(photo.stamp)
      .flatMap { Period(.month, containing: $0) }.map(PeriodTitles.ofUser.title)
  }

  /// Whether the grid shows folders or files that the user has opened, and not the recent files.
  var showsFilesOpenedByUser: Bool { onFirstAppearance == nil }

  // MARK: As a scene

  var view: View { gallery }

  /// The title in the scene's tab, in the user's language.
  var title: String {
    // A list that is no folder has an English message as its title, which is translated whenever
    // the title is read.
    get {
      shownRequest.map { $0.sources.isEmpty } ?? true ? tr(untranslatedTitle) : untranslatedTitle
    }
    set { untranslatedTitle = newValue }
  }
  private var untranslatedTitle: String

  func willAppear() {
    guard !hasBegunReading else { return }
    hasBegunReading = true
    if let onFirstAppearance { onFirstAppearance(self) } else { live.reload() }
  }

  /// Makes restored photos fly to their cells from `start`; nil for no flights.
  func flyIn(_ photos: [FilePath], from start: ReturnFlightStart?) {
    guard let start else { return }
    let restored = Set(photos)
    gallery.flyIn(
      pages: live.paths.indices.filter { restored.contains(live.paths[$0]) }, from: start.rect)
  }

  /// Shows the photos of a library that was already read when the grid was made.
  func showLoadedLibrary() { libraryDidChange(live.changeFromEmpty) }

  /// Updates the texts of the grid after the message catalogue of the user's language has been
  /// opened.
  func languageDidChange() {
    gallery.emptyMessage = emptyMessage.texts
    if !live.library.cards.isEmpty { gallery.show(GalleryContents(live.library)) }
  }

  /// Requests all thumbnails again, after the colour profile of the screen or the colour options
  /// have changed.
  func colorsDidChange() { thumbnails.colorsDidChange() }

  private func libraryDidChange(_ change: LiveLibrary.Change) {
    let isOther =
      change.library.request != shownRequest || live.shownArrangement != shownArrangement
    noteSearchOrigin(before: change)
    shownRequest = change.library.request
    shownArrangement = live.shownArrangement
    title = change.library.request.title
    gallery.emptyMessage = emptyMessage.texts
    updateFit()
    showEmptyGridButtons(emptyMessage.buttonCommands)
    let hadFocus = gallery.state.focus != nil
    // The texts of folder cards may have been made before the message catalogue was opened, so they
    // are made again.
    let contents = change.library.cards.isEmpty ? change.contents : GalleryContents(change.library)
    gallery.show(contents, change: change.galleryChange)
    // The grid view reports a focus that moves to another photo, but not a focus that ends because
    // no photo is left.
    if hadFocus, gallery.state.focus == nil { onSelectionChange?() }
    if isOther { gallery.perform(.scroll(to: 0, animated: false), at: gallery.lastTime) }
    let rewritten = change.diff.rewrittenIndices.compactMap { gallery.photo(atPage: $0) }
    if !rewritten.isEmpty {
      thumbnails.refresh(rewritten)
      onSelectionChange?()
    }
    if let start = findInitialFocus?(change.library) {
      gallery.moveFocus(toPage: start)
      gallery.reveal(page: start)
    }
    let isEnd = shownArrangement.filter == nil
    var origin = searchOrigin
    origin?.listDidChange(to: change.library, in: self, isRearranged: isOther, isSearchEnd: isEnd)
    searchOrigin = isEnd ? nil : origin
    // The cards of folders may be inserted after the photos. The grid then stays at its top instead
    // of keeping the position of its photos.
    if isOther { gallery.perform(.stayAtTop, at: gallery.lastTime) }
    findInitialFocus = nil
    onChange?(change)
    focusAwaitedPhoto(in: change.library)
  }

  /// Updates the origin of the search before a change of the list: a change that sets a filter
  /// begins a search at the present focus and scroll offset, and a change to another request ends
  /// the search.
  private func noteSearchOrigin(before change: LiveLibrary.Change) {
    guard change.library.request == shownRequest else { return searchOrigin = nil }
    if shownArrangement.filter == nil, live.shownArrangement.filter != nil {
      searchOrigin = SearchOrigin(
        focus: focusedPhoto, offset: gallery.state.offset(at: gallery.lastTime))
    }
    searchOrigin?.listWillChange(focus: focusedPhoto)
  }

  /// Moves the focus to the photo of ``awaitedFocus`` when the photos of its request are shown, and
  /// calls ``onAwaitedPhotoFocus``. If the photo is not listed, the focus does not move.
  private func focusAwaitedPhoto(in library: SectionedLibrary) {
    guard let awaitedFocus, awaitedFocus.request.sources == library.request.sources else { return }
    self.awaitedFocus = nil
    guard let index = library.index(of: awaitedFocus.photo) else { return }
    gallery.moveFocus(toPage: index)
    gallery.reveal(page: index)
    onAwaitedPhotoFocus?(index)
  }

  /// The texts and the buttons that the grid shows while it is empty.
  private var emptyMessage: EmptyGridMessage {
    EmptyGridMessage(live, isOfRecentFiles: !showsFilesOpenedByUser)
  }

  /// Replaces the buttons in the middle of an empty grid.
  private func showEmptyGridButtons(_ choices: [Command]) {
    guard choices != shownEmptyGridCommands else { return }
    shownEmptyGridCommands = choices
    gallery.emptyChoices = choices.map { command in
      (command.title, { [weak self] in self?.onEmptyGridCommand?(command) })
    }
  }

  // MARK: Places

  /// Shows the photos of another request, such as those of another folder. ``goBack()`` returns to
  /// the present request and to the photo with the focus.
  ///
  /// - Parameter photo: the photo that receives the focus, if it is listed; nil for none.
  func open(_ request: LibraryRequest, at photo: FilePath? = nil) {
    // The request that was made last is the present one, even if its photos are not shown yet.
    if request != live.request {
      previousRequests.append((request: live.request, photo: focusedPhoto))
    }
    show(request, at: photo)
  }

  /// Shows the photos of the request from which the present one was opened.
  ///
  /// - Returns: false when there is no previous request.
  func goBack() -> Bool {
    guard let former = previousRequests.popLast() else { return false }
    show(former.request, at: former.photo)
    return true
  }

  /// Whether ``goBack()`` has a request to return to.
  var canGoBack: Bool { !previousRequests.isEmpty }

  private func show(_ request: LibraryRequest, at photo: FilePath?) {
    gallery.setFocus(onPage: nil)
    awaitedFocus = photo.map { (request: request, photo: $0) }
    live.reload(request)
  }

  /// Applies those options of the command line and the preferences that concern the grid.
  func adopt(_ options: ViewerOptions) {
    gallery.showsHoverPreview = options.hoverPreview ?? true
    wantsWholeThumbnails = options.wholeThumbnails == true
    updateFit()
    gallery.options.showsNames = options.thumbnailNames ?? false
  }

  /// Whether the grid shows the pages of a document, such as a PDF.
  var isOfDocument: Bool { live.library.request.hasOnlyDocumentPages }

  /// Chooses between cropped and whole thumbnails as the user prefers. Pages of a document are
  /// never cropped, because they differ by their text.
  private func updateFit() { gallery.fit = wantsWholeThumbnails || isOfDocument ? .whole : .fill }

  // MARK: Commands

  /// Performs a command if it concerns a grid.
  ///
  /// - Returns: false for any other command, and for one that has nothing to do: Back without an
  ///   earlier request, subfolders of a list that is no folder, Open in an empty grid without
  ///   buttons, and Escape with nothing to cancel.
  func perform(_ command: Command, at time: Timestamp) -> Bool {
    switch command {
    case .sortByName: sort(by: .name)
    case .sortByDate: sort(by: .date)
    case .sortByTaken: sort(by: .taken)
    case .sortBySize: sort(by: .size)
    case .reverseOrder:
      var order = live.order
      order.isReversed.toggle()
      live.sort(by: order)
    case .groupByFolder: live.group(by: .folder)
    case .groupByDay: live.group(by: .day)
    case .groupByMonth: live.group(by: .month)
    case .groupByYear: live.group(by: .year)
    case .reload: live.reload()
    case .includeSubfolders:
      guard !live.library.request.sources.isEmpty else { return false }
      live.includeSubfolders(!live.includesSubfolders)
    case .back: return goBack()
    case .open where gallery.contents.items.isEmpty:
      guard let choice = emptyMessage.buttonCommands.first else { return false }
      onEmptyGridCommand?(choice)
    default:
      guard let command = GalleryCommand(command) else { return false }
      return gallery.perform(command: command, at: time)
    }
    return true
  }

  /// Moves the focus to the first photo that was taken in a period, or else to the photo taken
  /// nearest to it in time.
  ///
  /// - Returns: the day of that photo; nil where no photo has a known date.
  /// - Complexity: O(photos).
  func goToNearest(_ period: Period) -> Period? {
    var best: (page: Int, seconds: Double, distance: Double)?
    for (page, item) in live.library.items.enumerated() {
      guard item.taken != .notRead, let seconds = item.taken.sortSeconds(item.stamp) else {
        continue
      }
      let distance = max(0, period.start - seconds, seconds - period.end.nextDown)
      if distance < best?.distance ?? .infinity { best = (page, seconds, distance) }
      if distance == 0 { break }
    }
    guard let best else { return nil }
    gallery.moveFocus(toPage: best.page)
    gallery.reveal(page: best.page)
    return Period(.day, containing: best.seconds)
  }

  private func sort(by wanted: SortOrder) {
    var order = live.order
    order.order = wanted
    order.isReversed = false
    live.sort(by: order)
  }

  /// Replaces the selection by all photos that meet a condition; the first one receives the focus.
  ///
  /// - Returns: false, with the selection unchanged, if no photo meets the condition.
  func select(_ isWanted: (FilePath) -> Bool, at time: Timestamp) -> Bool {
    let cards = live.library.cards.count
    var selection = GallerySelection()
    for (page, item) in live.library.items.enumerated() where isWanted(item.path) {
      selection.insert(cards + page..<cards + page + 1)
    }
    guard let first = selection.runs.first?.lowerBound else { return false }
    gallery.perform(.selectItems(selection), at: time)
    gallery.perform(.reveal(first, .nearest, animated: true), at: time)
    return true
  }

  /// The selected photos; empty if nothing is selected, even when a photo has the focus.
  var selectedPhotos: SelectionSizeReader.Selection {
    let cards = live.library.cards.count
    let pages = gallery.state.selection.runs.compactMap { run -> Range<Int>? in
      let (from, to) = (max(0, run.lowerBound - cards), run.upperBound - cards)
      return from < to ? from..<to : nil
    }
    return SelectionSizeReader.Selection(pageRanges: pages, library: live.library)
  }

  /// The shown files of the selected photos; that of the focused photo if none is selected.
  var selectedOrFocusedPhotos: [FilePath] {
    gallery.selectedOrFocused.compactMap(gallery.item).filter { $0.kind != .folder }.map(\.path)
  }

  /// The selected photos, each with all its files; the focused photo if none is selected.
  var selectedOrFocusedTransfers: [Transfer.Photo] {
    gallery.selectedOrFocused.compactMap { index in
      guard let item = gallery.item(index), item.kind != .folder else { return nil }
      return Transfer.Photo(
        shown: item.path,
        files: live.library.files(with: item.path, atPage: gallery.page(of: index)))
    }
  }

  /// The shown file of the photo that has the focus; nil if no photo has it.
  var focusedPhoto: FilePath? {
    gallery.state.focus.flatMap(gallery.item).flatMap { $0.kind == .folder ? nil : $0.path }
  }

  /// All files of the selected photos; those of the focused photo if none is selected.
  var selectedOrFocusedFiles: [FilePath] {
    gallery.selectedOrFocused.flatMap { index -> [FilePath] in
      guard let item = gallery.item(index), item.kind != .folder else { return [] }
      return live.library.files(with: item.path, atPage: gallery.page(of: index))
    }
  }

  /// The thumbnail of a file that is selected or has the focus; nil for any other file. The
  /// thumbnail may not be loaded yet.
  func thumbnail(of file: FilePath) -> GalleryThumbnail? {
    gallery.selectedOrFocused.compactMap(gallery.item).first { $0.path == file }
      .map(thumbnails.thumbnail)
  }

  var menuCommands: [MenuEntry] {
    let order = live.order
    let hasItems = !gallery.contents.items.isEmpty
    func entry(_ command: Command, isChecked: Bool? = nil) -> MenuEntry {
      .command(command, isChecked: isChecked, isEnabled: hasItems)
    }
    return [
      entry(.open), .separator,
      entry(.copyTo), entry(.moveTo), entry(.rename), entry(.duplicate), entry(.newFolder),
      entry(.export), .separator,
      entry(.rotateRight), entry(.rotateLeft), entry(.flipHorizontally), entry(.flipVertically),
      entry(.turnPixels), .separator,
      entry(.sortByName, isChecked: order.order == .name),
      entry(.sortByDate, isChecked: order.order == .date),
      entry(.sortByTaken, isChecked: order.order == .taken),
      entry(.sortBySize, isChecked: order.order == .size),
      entry(.reverseOrder, isChecked: order.isReversed), .separator,
      entry(.groupByFolder, isChecked: live.arrangement.grouping == .folder),
      entry(.groupByDay, isChecked: live.arrangement.grouping == .day),
      entry(.groupByMonth, isChecked: live.arrangement.grouping == .month),
      entry(.groupByYear, isChecked: live.arrangement.grouping == .year), .separator,
      entry(.largerCells), entry(.smallerCells), entry(.defaultCells),
      .command(
        .toggleWholeCells, isChecked: gallery.fit == .whole, isEnabled: hasItems && !isOfDocument),
      entry(.toggleNames, isChecked: gallery.options.showsNames), .separator,
      entry(.selectAll), entry(.selectPicks), .separator,
    ] + MarkFilter.menu(for: live.arrangement.filter?.text ?? "") + [
      .separator, entry(.deleteRejected), .separator, .command(.find),
      entry(.goToDate),
      .command(.openFolder), .command(.recentFolders), .command(.nextFolder),
      .command(.previousFolder),
      .command(
        .includeSubfolders, isChecked: live.includesSubfolders,
        isEnabled: live.hasSubfoldersOrArchives || live.includesSubfolders),
      .command(.reload),
    ]
  }

  /// Writes to the log, for `--log trace`, the changes that the presented frame shows.
  func tracePresented() {
    guard log.isTracing else { return }
    for line in trace.newLines(of: gallery) { log.trace(line) }
  }
}
