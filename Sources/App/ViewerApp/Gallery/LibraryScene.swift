import BrowserHost
import GalleryCore
import Geometry
import Gestures
import Input
import Localization
import Motion
import PhotoGrid
import Scenes
import Views
import Windowing

/// The main scene: grids in tabs, under a title bar.
final class LibraryScene: View, TracedScene, ViewerScene {
  let container: SceneContainer
  let bar = TitleBar()
  var bindings: CommandKeys { ViewerKeys.current.grid }
  /// The window in which the scene is shown.
  unowned let window: ViewerWindow
  /// Called when the user closes the program from the grid.
  var onQuit: (() -> Void)?
  /// Called when the user goes back to the grid from which this one was opened; nil for the scene
  /// at the bottom of the stack.
  var onGoBack: (() -> Void)? {
    didSet { updateTitle() }
  }
  /// Called when another scene covers this one completely, or when this one was removed.
  var onDisappear: (() -> Void)?

  /// Returns whether the user has kept the tab of a folder, so that it opens again at the next
  /// start.
  var isKeptTab: (FilePath) -> Bool = { _ in false }

  private(set) var scenes: [GalleryScene]
  private let findBar = FindBar()
  private let dateBar = DateBar()
  private let information: SelectionInformationController
  let selection = SelectionBar()
  private let selectionSizeReader = SelectionSizeReader()
  private let marks: PhotoMarksCache
  private let log: Log

  /// Makes a scene of at least one grid. `scenes` contains each grid with the icon of its tab.
  init(
    _ scenes: [(GalleryScene, Icon)], options: ViewerOptions, window: ViewerWindow,
    information: SelectionInformationController, marks: PhotoMarksCache, log: Log
  ) {
    self.scenes = scenes.map(\.0)
    self.window = window
    self.information = information
    self.marks = marks
    self.log = log
    container = SceneContainer(scenes.map { SceneContainer.Tab($0.0, icon: $0.1) })
    super.init()
    container.background = GalleryStyle.background
    container.reducesMotion = options.reducesMotion
    container.animationSpeed = options.animationSpeed ?? 1
    container.fillsParent = true
    container.delegate = self
    // A tab strip is not needed for a single tab.
    container.sceneTabBar.isHidden = scenes.count < 2
    bar.isOverBar = true
    bar.backButton.isHidden = true
    bar.backButton.action = { [weak self] in self?.window.perform(.back) }
    bar.defersText = true
    bar.fullscreenButton.action = { [weak self] in self?.window.perform(.toggleFullscreen) }
    bar.menuButton.action = { [weak self] in self?.window.showMenu(at: nil) }
    bar.showKeys(of: bindings)
    findBar.onFilter = { [weak self] filter in
      guard let self else { return }
      log.trace("filter text=\(filter?.text ?? "")")
      current.live.filter(by: filter)
    }
    findBar.onClose = { [weak self] in self?.closeFindAndRemoveFilter() }
    dateBar.goToPhotoNearest = { [weak self] in self?.current.goToNearest($0) }
    dateBar.onClose = { [weak self] in self?.closeDateBar() }
    add(container)
    add(bar)
    add(selection)
    add(information.panel)
    add(findBar)
    add(dateBar)
    information.panel.reducesMotion = options.reducesMotion
    information.panel.onCopy = { [weak window] in window?.copy(text: $0) }
    information.panel.onShowMap = { [weak window] in window?.showOnMap($0) }
    information.panel.onOpenAddress = { [weak window] in window?.openInBrowser($0) }
    information.panel.onContentChange = { [weak self] in self?.layOutPanel() }
    information.onVisibilityChange = { [weak self] in self?.setNeedsLayout() }
    for scene in self.scenes { connect(scene) }
    information.show(current)
    connectSelection()
    isOpaque = true
    fillsParent = true
  }

  private func connect(_ scene: GalleryScene) {
    scene.onSelectionChange = { [weak self, weak scene] in
      guard let self, let scene, scene === current else { return }
      information.show(scene)
      showSelection()
    }
  }

  /// Selects the tab of the recent files, which is the last one.
  func selectRecentFilesTab() {
    container.select(scenes.count - 1, isAnimated: false, at: window.now)
  }

  /// Updates the names of keys in the tooltips of buttons, after key bindings have changed.
  func updateKeys() {
    bar.showKeys(of: bindings)
    selection.updateKeys()
  }

  // MARK: Tabs

  /// Adds a tab with the grid of a folder after the selected tab, and selects it.
  func addTab(_ scene: GalleryScene) {
    connect(scene)
    if !bar.defersText { scene.gallery.defersText = false }
    // The tab is inserted before that of the recent files, which remains the last one.
    let index = min(container.selectedIndex + 1, max(1, scenes.count - 1))
    var tabs = container.tabs
    tabs.insert(SceneContainer.Tab(scene, icon: .folder), at: index)
    scenes.insert(scene, at: index)
    show(tabs, selected: index)
  }

  /// Whether the selected tab can be closed: it shows a folder, and another tab of opened files
  /// exists.
  var canCloseTab: Bool { tabFolder != nil && scenes.count { $0.showsFilesOpenedByUser } > 1 }

  /// Closes the selected tab, if that is possible, and selects the tab before it.
  func closeTab() {
    guard canCloseTab else { return }
    let index = container.selectedIndex
    var tabs = container.tabs
    tabs.remove(at: index)
    scenes.remove(at: index)
    show(tabs, selected: max(0, index - 1))
  }

  /// The absolute path of the folder in the selected tab; nil for the recent files and individual
  /// files.
  var tabFolder: FilePath? {
    current.showsFilesOpenedByUser
      ? current.live.library.request.absoluteFolders(in: CurrentFolder.path).first : nil
  }

  private func show(_ tabs: [SceneContainer.Tab], selected: Int) {
    container.replaceTabs(tabs, selected: selected)
    container.sceneTabBar.isHidden = tabs.count < 2
    information.show(current)
    gridDidChange()
    setNeedsLayout()
    window.updateTitle()
  }

  /// The grid in the selected tab.
  var current: GalleryScene { scenes[container.selectedIndex] }

  /// Lets the scene draw text. Called when the first pictures are on the screen.
  func drawDeferredText() {
    bar.defersText = false
    for scene in scenes { scene.gallery.defersText = false }
    information.showAsRemembered()
  }

  /// Updates the title, the Back button and the number of pictures in the title bar, and the
  /// numbers in the search field.
  func updateTitle() {
    bar.title = title
    bar.backButton.isHidden = !current.canGoBack && onGoBack == nil
    let live = current.live
    let count = current.gallery.contents.photoCount
    bar.position =
      live.arrangement.filter == nil
      ? current.isOfDocument ? NumberText.pageCount(count) : NumberText.pictureCount(count)
      : tr(
        "{shown} of {count} pictures",
        ["shown": NumberText.number(count), "count": NumberText.number(live.totalCount)])
    findBar.counts = FindBar.Counts(of: live, shown: count)
  }

  // MARK: Selection

  private func connectSelection() {
    selection.reducesMotion = container.reducesMotion
    selection.onCommand = { [weak self] in self?.window.perform($0) }
    selection.onMenu = { [weak self] in self?.window.showMenu(of: $0, at: $1) }
    selection.onVisibilityChange = { [weak self] in self?.selectionBarDidChange() }
    selectionSizeReader.onSize = { [weak self] bytes in
      guard let self, selection.content.photoCount > 0 else { return }
      selection.content.byteCount = bytes
      layOutSelectionBar()
      log.trace("selection count=\(selection.content.photoCount) bytes=\(bytes)")
    }
    information.marks = { [marks] in marks.marks(of: $0) }
    information.panel.onMarkCommand = { [weak self] in self?.window.perform($0) }
    marks.observe(for: selection) { [weak self] in
      self?.information.marksDidChange()
      guard let self, selection.isShown else { return }
      selection.content.commonStars = commonStars
    }
  }

  /// Updates the bar at the bottom for the selection of the grid in the selected tab.
  private func showSelection() {
    let selected = current.selectedPhotos
    selection.content = SelectionBar.Content(
      photoCount: selected.count, byteCount: nil, commonStars: selected.count > 0 ? commonStars : 0)
    layOutSelectionBar()
    selectionSizeReader.read(selected.count > 0 ? selected : nil)
  }

  /// The maximum number of selected photos for which a common rating is determined.
  private static let maxPhotosForCommonStars = 200

  /// The rating in stars that all selected photos share; 0 if their ratings differ, or if more than
  /// ``maxPhotosForCommonStars`` photos are selected.
  private var commonStars: Int {
    guard current.selectedPhotos.count <= Self.maxPhotosForCommonStars else { return 0 }
    let stars = Set(current.selectedOrFocusedPhotos.map { marks.marks(of: $0)?.stars ?? 0 })
    return stars.count == 1 ? stars.first ?? 0 : 0
  }

  /// Leaves room for the selection bar below the last row of the grid, and scrolls the selected
  /// photo with the focus into view.
  private func selectionBarDidChange() {
    for scene in scenes {
      let isCovered = selection.isShown && scene === current
      scene.gallery.options.bottomInset = isCovered ? SelectionBar.coveredHeight : 0
    }
    let gallery = current.gallery
    guard selection.isShown, gallery.lastFrame?.selectionRectangle == nil,
      let focus = gallery.state.focus, gallery.state.selection.contains(focus)
    else { return }
    gallery.perform(.reveal(focus, .nearest, animated: true), at: nil)
  }

  /// Selects the photos with the flag Pick in the grid of the selected tab; shows a message if
  /// there are none.
  private func selectPicks() {
    let scene = current
    marks.findMarks(scene.live.library.items.map(\.path)) { [weak self, weak scene] marks in
      guard let self, let scene, scene === current else { return }
      let isFound = scene.select({ marks[$0]?.flag == .pick }, at: window.now)
      guard isFound else { return window.showToast(tr("There are no picked photos")) }
      window.announceSelection()
    }
  }

  private func layOutSelectionBar() {
    let below = bounds.inset(by: Insets(top: SceneTabBar.barHeight(at: uiScale)))
    let taken =
      information.isShown ? InformationPanel.insets(in: below, scale: uiScale) : .zero
    selection.layout(in: below.inset(by: taken))
  }

  // MARK: Find

  /// Shows the card for a date. A grid that is not sorted by date taken is grouped by month.
  private func showDateBar() {
    if current.live.order.order != .taken { current.live.group(by: .month) }
    dateBar.open("")
    setNeedsLayout()
  }

  private func closeDateBar() {
    stage?.setFocus(nil)
    dateBar.isHidden = true
    setNeedsLayout()
  }

  /// Shows the card with the search field, with the text of the present filter.
  func showFindBar() {
    findBar.open(current.live.arrangement.filter?.text ?? "")
    setNeedsLayout()
  }

  /// Hides the card with the search field and removes the filter.
  private func closeFindAndRemoveFilter() {
    findBar.isHidden = true
    setNeedsLayout()
    current.live.filter(by: nil)
    window.host.announce(Command.allPhotos.title)
  }

  /// Filters the grid of the selected tab by rating, flag or label. Other terms of the present
  /// filter remain.
  ///
  /// - Parameter marks: the new condition; nil removes the conditions on marks.
  private func filter(by marks: MarkFilter?) {
    let text = MarkFilter.text(current.live.arrangement.filter?.text ?? "", with: marks)
    log.trace("filter text=\(text)")
    guard let filter = try? PhotoFilter.parse(text) else { return closeFindAndRemoveFilter() }
    current.live.filter(by: filter)
    gridDidChange()
  }

  /// Updates the search field after a change of the grid or the tab: it is visible if the grid in
  /// the selected tab is filtered.
  func gridDidChange() {
    setNeedsLayout()
    guard let filter = current.live.arrangement.filter else { return findBar.isHidden = true }
    findBar.open(filter.text)
    stage?.setFocus(nil)
  }

  override func layout() {
    let height = SceneTabBar.barHeight(at: uiScale)
    bar.frame = Rect(x: 0, y: 0, width: bounds.width, height: height)
    Self.layOut(container.sceneTabBar, in: bar)
    let below = bounds.inset(by: Insets(top: height))
    let taken =
      information.isShown ? InformationPanel.insets(in: below, scale: uiScale) : .zero
    let card = FieldCard.frame(below: height, in: bounds.inset(by: taken), scale: uiScale)
    // The search field is below a visible date card, so that the filter stays visible.
    dateBar.frame = card
    findBar.frame = dateBar.isHidden ? card : card.offset(by: Vector(dx: 0, dy: card.height))
    // The cells of the grid begin below the lower one of the two cards.
    let fields = [dateBar, findBar].filter { !$0.isHidden }.map(\.frame.maxY)
    var insets = taken
    if let end = fields.max() { insets.top = end - height }
    for scene in scenes { scene.gallery.barInsets = scene === current ? insets : taken }
    layOutPanel()
    layOutSelectionBar()
  }

  private func layOutPanel() {
    let below = bounds.inset(by: Insets(top: SceneTabBar.barHeight(at: uiScale)))
    information.panel.layout(in: BrowserOverlays.Room(area: below, scale: uiScale))
  }

  /// Lays out the title bar: buttons at the end, tabs before them, the title in the remaining
  /// width. If the width does not suffice, the fullscreen button is hidden; its command remains in
  /// the menu.
  static func layOut(_ strip: SceneTabBar, in bar: TitleBar) {
    bar.fullscreenButton.isHidden = false
    bar.layout()
    if !strip.isHidden, !strip.hasTouchableButtons(before: bar.buttonsStart) {
      bar.fullscreenButton.isHidden = true
      bar.layout()
    }
    guard !strip.isHidden else {
      bar.titleEnd = bar.buttonsStart - titleGap * bar.uiScale
      return
    }
    strip.buttonsEndLimit = bar.buttonsStart
    strip.frame = bar.frame
    bar.titleEnd = strip.buttonsStart - titleGap * bar.uiScale
  }

  /// The distance between the end of the title and the tabs or buttons, in points.
  private static let titleGap = 12.0

  // MARK: As a scene

  var view: View { self }
  var title: String { current.title }
  var traceName: String { "grid" }
  var textClient: (any TextInputClient)? { current.gallery.defersText ? nil : current.gallery }
  var messageArea: Rect? {
    current.gallery.typedTextFrame.map { Toast.frame(in: bounds, above: $0.minY, scale: uiScale) }
  }
  // The scene draws its own title bar instead of that of the window.
  var barVisibility: BarVisibility { .never }
  var barOpacity: Double { 0 }

  func willAppear() { container.willAppear() }
  func didAppear() {
    container.didAppear()
    // The user may have changed the filter in the browser that covered this scene.
    if current.live.arrangement.filter?.text ?? "" != findBar.field.text || findBar.isHidden {
      gridDidChange()
    }
    if !bar.defersText { information.showAsRemembered() }
    information.isSceneInFront = true
  }
  func willDisappear() {
    container.willDisappear()
    information.isSceneInFront = false
  }
  func didDisappear() {
    container.didDisappear()
    onDisappear?()
  }

  func didPresentFrame(work seconds: Double, isFront: Bool) {
    if isFront, log.isTracing {
      let kind = current.gallery.lastFrame?.isMoving ?? false ? "scroll" : "other"
      log.trace("frame work=\(Log.fixed(seconds * 1000)) kind=\(kind)")
    }
    current.tracePresented()
  }

  func barsDidChange(to insets: Insets) { bar.isFullscreen = window.window.isFullscreen }

  // MARK: Commands

  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    switch bindings.command(for: chord) {
    // The grid view would use Ctrl+Page Up and Ctrl+Page Down to move between sections. The
    // commands on these keys are left to the window instead.
    case .nextFolder, .previousFolder: return false
    default: break
    }
    return container.receive(.key(key)) || current.gallery.press(key)
  }

  func perform(_ command: Command) -> Bool {
    switch command {
    case .nextTab: selectAdjacentTab(1)
    case .previousTab: selectAdjacentTab(-1)
    case .find: showFindBar()
    case .goToDate: showDateBar()
    case .info: information.toggle()
    case .onlyPicks, .onlyRejected, .hideRejected, .onlyUnmarked, .threeStars, .anyMarks:
      filter(by: MarkFilter.choice(of: command) ?? nil)
    case .allPhotos: closeFindAndRemoveFilter()
    case .selectPicks: selectPicks()
    case .copy: window.copy(current.selectedOrFocusedPhotos, files: current.selectedOrFocusedFiles)
    case .copyPath: window.copyPaths(of: current.selectedOrFocusedPhotos)
    case _ where current.perform(command, at: window.now): break
    case .escape where !dateBar.isHidden: closeDateBar()
    case .escape where !findBar.isHidden: closeFindAndRemoveFilter()
    case .escape where onGoBack != nil, .back where onGoBack != nil: onGoBack?()
    case .escape where window.window.isFullscreen: window.window.setFullscreen(false)
    case .escape, .close: onQuit?()
    case .back: break
    default: return false
    }
    return true
  }

  /// Selects the first tab and shows the photos of another request in its grid.
  func open(_ request: LibraryRequest) {
    container.select(0, isAnimated: false, at: window.now)
    scenes.first?.open(request)
  }

  /// Shows a neighbouring folder in the selected tab, with the focus on `photo`; if that tab shows
  /// no folder, in the first tab, without a focus.
  func open(sibling request: LibraryRequest, at photo: FilePath?) {
    guard tabFolder != nil else { return open(request) }
    current.open(request, at: photo)
  }

  var gestureDescriptions: [ShortcutSection] {
    ShortcutSection.gridGestures(
      hasTabs: scenes.count > 1, showsPreviews: current.gallery.showsHoverPreview)
  }

  private func selectAdjacentTab(_ step: Int) {
    let count = scenes.count
    container.select((container.selectedIndex + step + count) % count, at: window.now)
  }

  var menuCommands: [MenuEntry] {
    let hasChoice = !current.selectedOrFocusedPhotos.isEmpty
    let tabs: [MenuEntry] =
      onGoBack == nil
      ? [
        .command(.newTab),
        .command(
          .keepTab, isChecked: tabFolder.map(isKeptTab) ?? false, isEnabled: tabFolder != nil),
        .command(.closeTab, isEnabled: canCloseTab), .separator,
      ] : []
    return current.menuCommands + [.separator] + tabs + [
      .command(.compare, isEnabled: hasChoice), .command(.cut, isEnabled: hasChoice),
      .command(.copy, isEnabled: hasChoice),
      .command(.paste), .command(.delete, isEnabled: hasChoice),
      .command(.undo), .command(.redo), .command(.undoHistory), .separator,
    ] + MenuEntry.sharing(isEnabled: hasChoice) + [
      .separator,
      .command(.info, isChecked: information.isShown),
      .command(.toggleFullscreen, isChecked: window.window.isFullscreen),
      .command(.preferences), .command(.customizeKeys), .command(.showKeys), .separator,
      .command(.quit),
    ]
  }
}

extension LibraryScene: SceneContainer.Delegate {
  func container(_ container: SceneContainer, didFinish isComplete: Bool, to index: Int) {
    log.trace("tab index=\(container.selectedIndex)")
    information.show(current)
    showSelection()
    selectionBarDidChange()
    gridDidChange()
    window.updateTitle()
  }

  /// Whether a swipe that begins at a point may change the tab. A mouse drag does so only in the
  /// title bar, because it selects pictures in the grid.
  func container(
    _ container: SceneContainer, allowsSwipeFrom point: Point, by kind: PointerKind
  ) -> Bool { kind != .mouse || point.y < SceneTabBar.barHeight(at: uiScale) }
}
