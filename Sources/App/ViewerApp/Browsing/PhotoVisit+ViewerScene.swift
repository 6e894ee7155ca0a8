import BrowserCore
import BrowserHost
import Geometry
import Input
import Localization
import Motion
import PhotoBrowser
import Windowing

/// Constants of the commands in an open photo.
enum CommandTuning {
  /// The factor by which one key press changes the zoom in fine steps.
  static let fineZoomStep = 1.1
  /// The distance by which one key press pans, as a share of the viewport's width or height.
  static let panShare = 0.15
  /// The distance by which an arrow key scrolls a panorama, as a share of the viewport's width:
  /// half of the share by which Space scrolls.
  static let panoramaScrollShare = 0.45
  /// The distance by which an arrow key scrolls a tall picture, as a share of the viewport's
  /// height.
  static let tallPictureScrollShare = 0.15
  /// The time in seconds by which a key skips forward or back in a clip.
  ///
  /// - Source: mpv's arrow keys.
  static let clipSkipSeconds = 5.0
  /// A distance in device pixels that is larger than any picture, for scrolling to its edge.
  static let edgeDistance = 1e7
}

extension PhotoVisit: ViewerScene {
  var isLeaving: Bool { browser.state.isLeaving }

  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    // Fast paging ends when a key that has repeated is released, and not at the release of a key
    // that was pressed once.
    if heldKeys.recordEndsRepetition(key) { source.endFastPaging() }
    if handleClip(key, chord) { return true }
    guard key.isPress else {
      keyReleased(chord, at: key.time)
      return true
    }
    if let command = culling.command(for: chord) {
      if !key.isRepeat { window.perform(command) }
      return true
    }
    if pageNumber.handle(key, chord, bindings) || handleSlideshowPause(chord) { return true }
    if handleSlideshowInterval(chord) { return true }
    if scrollByArrowKey(chord) || panVerticallyIfZoomed(chord) { return true }
    switch bindings.command(for: chord) {
    case .toggleActual: if !key.isRepeat { actualSizeKeyPressed(at: key.time) }
    case .flickCompare: if !key.isRepeat { previousPhoto.begin(at: window.now) }
    default: return false
    }
    return true
  }

  func perform(_ command: Command) -> Bool {
    switch command {
    case .next:
      culling.lastTurnStep = 1
      turnPage(by: 1)
    case .previous:
      culling.lastTurnStep = -1
      turnPage(by: -1)
    case .nextScreen: if !scrollReading(1) { turnPageAtEnd(1) }
    case .previousScreen: if !scrollReading(-1) { turnPageAtEnd(-1) }
    case .first: scene?.perform(.first)
    case .last: scene?.perform(.last)
    case .forwardTen: jump(by: 10)
    case .backTen: jump(by: -10)
    case .goToNumber: goToNumber()
    case .zoomIn: scene?.perform(.zoomIn)
    case .zoomOut: scene?.perform(.zoomOut)
    case .zoomInFinely: zoom(CommandTuning.fineZoomStep)
    case .zoomOutFinely: zoom(1 / CommandTuning.fineZoomStep)
    case .zoomToFit: scene?.perform(.zoomToFit)
    case .zoomToActual: scene?.perform(.zoomToActual)
    case .zoomToDouble: act(.zoomTo(2, at: nil, animated: true))
    case .zoomToTriple: act(.zoomTo(3, at: nil, animated: true))
    case .toggleActual: scene?.perform(.toggleZoom)
    case .fitShrinking: act(.mode(.automatic))
    case .fitWhole: act(.mode(.whole))
    case .fitWidth: act(.mode(.width))
    case .fitHeight: act(.mode(.height))
    case .fitFill:
      let isFilled = browser.state.zoomMode(of: browser.pageIndex) == .fill
      act(.mode(isFilled ? .automatic : .fill))
    case .panLeft: pan(-1, 0)
    case .panRight: pan(1, 0)
    case .panUp: pan(0, -1)
    case .panDown: pan(0, 1)
    case .edgeLeft: scroll(Vector(dx: -CommandTuning.edgeDistance, dy: 0))
    case .edgeRight: scroll(Vector(dx: CommandTuning.edgeDistance, dy: 0))
    case .edgeUp: scroll(Vector(dx: 0, dy: -CommandTuning.edgeDistance))
    case .edgeDown: scroll(Vector(dx: 0, dy: CommandTuning.edgeDistance))
    case .toggleMagnification: cycleMagnificationFilter()
    case .copyColor: inspection.copyColor()
    case .pageEffects: chooseEffect()
    case .slideshow: slideshow.startOrStop()
    case .toggleLooping: toggleLooping()
    case .frameBack: player?.step(-1)
    case .frameForward: player?.step(1)
    case .togglePlaying: scene?.perform(.togglePlaying)
    case .reload: source.reload(browser.pageIndex)
    case .info: info.cycle(defersText: window.host.titleBar.defersText)
    case .copy: window.copy(file.map { [$0] } ?? [], files: filesOfPhoto)
    case .copyPath: window.copyPaths(of: file.map { [$0] } ?? [])
    case .saveCopy: saveCopy()
    case .escape: escape()
    case .close: act(.close)
    case .back: returnToGrid()
    case .developRaw: versions.step()
    case .markClipping: clipping.toggle()
    case .nextLeaf: leaves.go(by: 1)
    case .previousLeaf: leaves.go(by: -1)
    case .exposeBrighter: exposure.changeOrRestore(byStops: 1)
    case .exposeDarker: exposure.changeOrRestore(byStops: -1)
    case .exposeNormally: exposure.changeOrRestore(byStops: nil)
    case .toggleCulling: culling.toggle()
    case .lockZoom: toggleZoomLock()
    case .singlePage: toggleReading(.single)
    case .twoPages: toggleReading(.spreads)
    case .continuousPages: toggleReading(.strip)
    case .muteClip: clip?.toggleMuted()
    case .loopClip: clip?.toggleLooping()
    case .clipBackward: clip?.skip(by: -CommandTuning.clipSkipSeconds)
    case .clipForward: clip?.skip(by: CommandTuning.clipSkipSeconds)
    default: return false
    }
    return true
  }

  /// Turns the page forward (1) or back (−1) after a key press: with a sliding animation if the
  /// user prefers it, without animation while the key repeats.
  private func turnPage(by step: Int) { act(pageTurnAction(step)) }

  private func pageTurnAction(_ step: Int) -> BrowserAction {
    let slides = options.keyTurn == .slide && !heldKeys.isKeyRepeating && !browser.animatesTurns
    return slides ? .turnByKey(step) : .turn(step, animated: browser.animatesTurns)
  }

  private func jump(by pages: Int) {
    act(.go(to: browser.state.layout.page(in: browser.pageIndex + pages), animated: false))
  }

  /// Pans a zoomed picture by the arrow key up or down where pages are arranged vertically. These
  /// keys turn pages while the picture is not zoomed.
  ///
  /// - Returns: whether the key is handled.
  private func panVerticallyIfZoomed(_ chord: KeyChord) -> Bool {
    guard browser.options.tuning.axis == .vertical, browser.state.reading != .strip,
      chord.modifiers.isEmpty,
      chord.name == .up || chord.name == .down,
      browser.state.zoom(of: browser.pageIndex).isZoomed
    else { return false }
    pan(0, chord.name == .up ? -1 : 1)
    return true
  }

  private func toggleZoomLock() {
    browser.options.tuning.locksZoom.toggle()
    let isLocked = browser.options.tuning.locksZoom
    log.trace("lock on=\(isLocked)")
    window.showToast(
      isLocked ? tr("Zoom is kept from photo to photo") : tr("Every photo starts at fit"))
  }

  private func toggleLooping() {
    browser.options.tuning.isLooping.toggle()
    window.showToast(
      browser.options.tuning.isLooping
        ? tr("Loop on") : tr("Loop off"))
  }

  private func zoom(_ factor: Double) {
    act(.zoomBy(factor, at: nil, animated: true))
  }

  private func pan(_ x: Double, _ y: Double) {
    let size = browser.bounds.size
    scroll(
      Vector(
        dx: x * size.width * CommandTuning.panShare, dy: y * size.height * CommandTuning.panShare))
  }

  private func scroll(_ delta: Vector) { act(.scroll(delta, animated: true)) }

  private func cycleMagnificationFilter() {
    let filter: BrowserOptions.MagnificationFilter =
      switch browser.options.magnificationFilter {
      case .automatic: .bilinear
      case .bilinear: .nearest
      case .nearest: .automatic
      }
    browser.options.magnificationFilter = filter
    let text =
      switch filter {
      case .automatic: tr("Enlarged pictures: automatic")
      case .bilinear: tr("Enlarged pictures: smooth")
      case .nearest: tr("Enlarged pictures: pixels")
      }
    window.showToast(text)
  }

  private func escape() {
    if browser.isHeld {
      // Escape during a drag cancels the drag, which returns the view to its state before the drag.
      window.stage.receive(.cancelled(window.now))
    } else if browser.slideshowPhase != nil {
      browser.stopSlideshow()
    } else if window.window.isFullscreen, !options.present {
      window.window.setFullscreen(false)
    } else {
      act(.close)
    }
  }

  /// Goes to the page of the typed number; returns to the grid when no number was typed.
  private func goToNumber() {
    guard let number = pageNumber.accept() else { return returnToGrid() }
    act(.go(to: number - 1, animated: false))
  }

  /// Handles the keys that have another meaning during a slideshow: up, down, plus and minus change
  /// the interval, and the keys of the next and previous page step in the slideshow's order.
  ///
  /// - Returns: whether the key is handled.
  private func handleSlideshowInterval(_ chord: KeyChord) -> Bool {
    guard browser.slideshowPhase != nil, chord.modifiers.isEmpty else { return false }
    switch chord.name {
    case .up, .character("+"), .character("="): onIntervalStep(1)
    case .down, .character("-"): onIntervalStep(-1)
    default:
      switch bindings.command(for: chord) {
      case .next: return browser.stepSlideshow(1)
      case .previous: return browser.stepSlideshow(-1)
      default: return false
      }
    }
    return true
  }

  /// Pauses or resumes a slideshow by Space.
  ///
  /// - Returns: whether the key is Space and a slideshow has been started; otherwise the key has
  ///   its usual meaning.
  private func handleSlideshowPause(_ chord: KeyChord) -> Bool {
    guard chord == KeyChord(.character(" ")), browser.slideshowPhase != nil else { return false }
    slideshow.pauseOrContinue()
    return true
  }

  // MARK: Hold for 100 %

  private func actualSizeKeyPressed(at t: Timestamp) {
    heldKeys.recordActualSizePress(at: t)
    act(.toggleZoom(at: window.host.pointer))
  }

  private func keyReleased(_ chord: KeyChord, at t: Timestamp) {
    if bindings.command(for: chord) == .flickCompare { previousPhoto.end(at: window.now) }
    guard bindings.command(for: chord) == .toggleActual,
      heldKeys.actualSizeReleaseRestoresZoom(at: t)
    else {
      return
    }
    act(.toggleZoom(at: window.host.pointer))
  }

  func releaseKeys() {
    if heldKeys.endRepetitionIfHeld() { source.endFastPaging() }
    previousPhoto.end(at: window.now)
    if heldKeys.actualSizeReleaseRestoresZoom(at: window.now) {
      act(.toggleZoom(at: window.host.pointer))
    }
  }

  var gestureDescriptions: [ShortcutSection] {
    let options = browser.options
    return ShortcutSection.photoGestures(
      axis: options.tuning.axis, wheel: options.wheelProfile,
      clickCloses: options.clickAction == .close, hasGrid: gallery != nil)
  }

  // MARK: Menu

  var menuCommands: [MenuEntry] {
    let playing = player.map { [MenuEntry.command(.togglePlaying, isChecked: $0.isPlaying)] } ?? []
    let transparency: [MenuEntry] = hasTransparency ? [.command(.toggleTransparency)] : []
    let raw: [MenuEntry] =
      versions.hasSeveral ? [.command(.developRaw), .separator] : []
    let inFile: [MenuEntry] =
      leaves.count > 1
      ? [
        .command(.nextLeaf, isEnabled: leaves.shownIndex + 1 < leaves.count),
        .command(.previousLeaf, isEnabled: leaves.shownIndex > 0),
        .command(.toggleLeafStrip, isChecked: options.pageStrip != false), .separator,
      ] : []
    let light: [MenuEntry] =
      exposure.isAvailable
      ? [
        .command(.exposeBrighter), .command(.exposeDarker),
        .command(.exposeNormally, isEnabled: exposure.stops != 0), .separator,
      ] : []
    return clipMenu + raw + inFile + light + [
      .command(.cut), .command(.copy), .command(.paste), .command(.saveCopy), .command(.export),
      .command(.copyTo), .command(.moveTo), .command(.rename), .command(.delete), .command(.undo),
      .command(.redo), .command(.undoHistory), .separator,
    ] + MenuEntry.sharing() + [
      .separator, .command(.rotateRight), .command(.rotateLeft), .command(.flipHorizontally),
      .command(.flipVertically), .command(.turnPixels), .command(.crop), .separator,
      .command(.pick, isChecked: culling.badge.content.marks.flag == .pick),
      .command(.reject, isChecked: culling.badge.content.marks.flag == .reject),
      .command(.toggleCulling, isChecked: culling.isOn),
      .command(.compare, isEnabled: browser.pageCount > 1), .separator,
    ] + MarkFilter.menu(for: filterText()) + [
      .separator, .command(.deleteRejected), .separator, .command(.find), .command(.next),
      .command(.previous), .separator,
      .command(.zoomToFit), .command(.fitWidth), .command(.fitFill), .command(.zoomToActual),
      .command(.lockZoom, isChecked: browser.options.tuning.locksZoom),
      .menu(tr("Reading"), readingMenu), .separator,
    ] + playing + transparency + [
      .command(.inspectPixels, isChecked: inspection.inspectsPixels),
      .command(.overviewMap, isChecked: inspection.overviewMap.isEnabled),
      .command(.info, isChecked: info.isShown),
      .command(.markClipping, isChecked: clipping.isOn),
      .command(.slideshow, isChecked: browser.slideshowPhase != nil), .command(.slideshowOptions),
      .command(.toggleLooping, isChecked: browser.options.tuning.isLooping),
      .command(.pageEffects),
      .command(.toggleFilmstrip, isChecked: options.filmstrip == true),
      .command(.toggleFullscreen, isChecked: window.window.isFullscreen), .separator,
      .command(.reload), .command(.preferences), .command(.customizeKeys), .command(.showKeys),
      .separator,
      .command(.back), .command(.close),
    ]
  }

  private var readingMenu: [MenuEntry] {
    let reading = browser.options.tuning.reading
    return [
      .command(.singlePage, isChecked: reading == .single),
      .command(.twoPages, isChecked: reading == .spreads),
      .command(.continuousPages, isChecked: reading == .strip),
    ]
  }

  /// Whether the picture on the current page has transparent pixels, so that the background behind
  /// them can be chosen.
  private var hasTransparency: Bool {
    guard let content = (browser.visibleCell as? PhotoCell)?.content.zoomable else { return false }
    return content.showsCheckerboard && !content.isOpaque
  }

  // MARK: Long pictures

  /// Scrolls a long picture or a strip of pages by one step forward (1) or back (−1) along its
  /// reading direction.
  ///
  /// - Parameter share: the distance as a share of the viewport.
  /// - Returns: false, without scrolling, when the end in that direction is visible or the picture
  ///   is not long.
  private func scrollReading(_ step: Int, share: Double = BrowserState.readingStepShare) -> Bool {
    guard let target = browser.state.readingScroll(step, share: share) else { return false }
    act(.scroll(target, animated: true))
    return true
  }

  /// Turns the page at the end of a long picture, forward (1) or back (−1). The repetition of a key
  /// that has scrolled to this end does not turn the page.
  private func turnPageAtEnd(_ step: Int) {
    if heldKeys.isKeyRepeating, browser.state.readingAxis != nil { return }
    culling.lastTurnStep = step
    browser.continueReading(step, by: pageTurnAction(step), at: window.now)
  }

  /// Scrolls by an arrow key along the long side of a tall or wide picture, and turns the page at
  /// its end.
  ///
  /// - Returns: whether the key is handled.
  private func scrollByArrowKey(_ chord: KeyChord) -> Bool {
    let zoom = browser.state.zoom(of: browser.pageIndex)
    let reading = browser.state.reading == .strip ? .vertical : zoom.levels.readingAxis
    guard chord.modifiers.isEmpty, let axis = reading else { return false }
    let step: Int
    switch (chord.name, axis) {
    case (.left, .horizontal), (.up, .vertical): step = -1
    case (.right, .horizontal), (.down, .vertical): step = 1
    default: return false
    }
    if scrollReading(
      step,
      share: axis == .vertical
        ? CommandTuning.tallPictureScrollShare : CommandTuning.panoramaScrollShare)
      || heldKeys.isKeyRepeating
    {
      return true
    }
    switch bindings.command(for: chord) {
    // An arrow key that turns pages by itself keeps its own command, which in right-to-left paging
    // leads opposite to `step`.
    case .next, .previous: return false
    default: return perform(step > 0 ? .next : .previous)
    }
  }

  // MARK: Clips

  /// The cell of the current page, if the page shows a clip; nil otherwise.
  private var clip: ClipCell? { browser.visibleCell as? ClipCell }

  /// Handles Space on a clip, which starts and pauses it, with or without Ctrl; and Ctrl+Space on a
  /// live photo, whose clip plays while the keys are held.
  ///
  /// - Returns: whether the key is handled.
  private func handleClip(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    guard chord.name == .character(" ") else { return false }
    if let photo = browser.visibleCell as? LivePhotoCell {
      // The release of Space ends the clip of a live photo even if Ctrl was released before it.
      guard chord.modifiers == .control || !key.isPress && photo.isHeldDown else { return false }
      if !key.isRepeat { photo.hold(key.isPress) }
      return true
    }
    guard let clip, key.isPress, chord.modifiers.isEmpty || chord.modifiers == .control else {
      return false
    }
    if !key.isRepeat { clip.togglePlaying() }
    return true
  }

  private var clipMenu: [MenuEntry] {
    guard let clip else { return [] }
    return [
      .command(.togglePlaying, isChecked: clip.state.isPlaying),
      .command(.muteClip, isChecked: clip.isMuted),
      .command(.loopClip, isChecked: clip.loops), .separator,
    ]
  }
}
