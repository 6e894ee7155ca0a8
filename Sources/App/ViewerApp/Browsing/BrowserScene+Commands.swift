import BrowserCore
import BrowserHost
import Geometry
import Input
import Motion
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// Constants of the browser's commands.
private enum CommandTuning {
  /// The zoom factor of one key press for fine zooming.
  static let fineZoomStep = 1.1
  /// The distance that one key press pans, as a share of the viewport.
  static let panShare = 0.15
  /// The time in seconds beyond which a held key peeks at 100 % instead of switching to it.
  static let holdTime = 0.3
  /// A distance in points that reaches any edge.
  static let edge = 1e7
}

extension BrowserScene {
  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    noteRepeat(key)
    if handleClip(key, chord) { return true }
    guard key.isPress else {
      released(chord, at: key.time)
      return true
    }
    if handleNumberKey(key, chord) || handleInSlideshow(chord) { return true }
    if scrollsByArrowKey(chord) || pansVertically(chord) { return true }
    guard bindings.command(for: chord) == .toggleActual else { return false }
    if !key.isRepeat { actualSizeKeyPressed(at: key.time) }
    return true
  }

  /// Ends fast paging at the release of a key that repeated. The release of a key that was pressed once
  /// does not end it.
  private func noteRepeat(_ key: KeyEvent) {
    if isRepeating, !key.isPress { source.endFastPaging() }
    isRepeating = key.isPress && key.isRepeat
  }

  func act(_ action: BrowserAction) {
    browser.perform(action, at: window.now)
  }

  func perform(_ command: Command) -> Bool {
    switch command {
    case .next: turn(1)
    case .previous: turn(-1)
    case .nextScreen: if !read(1) { turnAfterReading(.next) }
    case .previousScreen: if !read(-1) { turnAfterReading(.previous) }
    case .first: visit?.perform(.first)
    case .last: visit?.perform(.last)
    case .forwardTen: jump(by: 10)
    case .backTen: jump(by: -10)
    case .goToNumber: goToNumber()
    case .zoomIn: visit?.perform(.zoomIn)
    case .zoomOut: visit?.perform(.zoomOut)
    case .zoomInFinely: zoom(CommandTuning.fineZoomStep)
    case .zoomOutFinely: zoom(1 / CommandTuning.fineZoomStep)
    case .zoomToFit: visit?.perform(.zoomToFit)
    case .zoomToActual: visit?.perform(.zoomToActual)
    case .zoomToDouble: act(.zoomTo(2, at: nil, animated: true))
    case .zoomToTriple: act(.zoomTo(3, at: nil, animated: true))
    case .toggleActual: visit?.perform(.toggleZoom)
    case .fitShrinking: act(.mode(.automatic))
    case .fitWhole: act(.mode(.whole))
    case .fitWidth: act(.mode(.width))
    case .fitHeight: act(.mode(.height))
    case .fitFill:
      let isFilled = browser.state.mode(of: browser.pageIndex) == .fill
      act(.mode(isFilled ? .automatic : .fill))
    case .panLeft: pan(-1, 0)
    case .panRight: pan(1, 0)
    case .panUp: pan(0, -1)
    case .panDown: pan(0, 1)
    case .edgeLeft: scroll(Vector(dx: -CommandTuning.edge, dy: 0))
    case .edgeRight: scroll(Vector(dx: CommandTuning.edge, dy: 0))
    case .edgeUp: scroll(Vector(dx: 0, dy: -CommandTuning.edge))
    case .edgeDown: scroll(Vector(dx: 0, dy: CommandTuning.edge))
    case .toggleMagnification: cycleMagnification()
    case .toggleTransparency:
      browser.options.transparency =
        browser.options.transparency == .checkerboard ? .background : .checkerboard
    case .pageEffects: chooseEffect()
    case .slideshow: startOrStopSlideshow()
    case .toggleLooping: toggleLooping()
    case .frameBack: player?.step(-1)
    case .frameForward: player?.step(1)
    case .togglePlaying: visit?.perform(.togglePlaying)
    case .reload: source.reload(browser.pageIndex)
    case .info: toggleInfo()
    case .copy: window.copy(file.map { [$0] } ?? [])
    case .copyPath: window.copy(file.map { [$0] } ?? [], asPaths: true)
    case .saveCopy: saveCopy()
    case .escape: escape()
    case .close: act(.close)
    case .back: returnToGrid()
    case .muteClip: clip?.toggleMuted()
    case .loopClip: clip?.toggleLooping()
    case .clipBackward: clip?.skip(by: -Self.clipStep)
    case .clipForward: clip?.skip(by: Self.clipStep)
    default: return false
    }
    return true
  }

  /// Turns the page by a key: with a slide if preferred, but at once while the key repeats.
  private func turn(_ step: Int) {
    let slides = options.keyTurn == .slide && !isRepeating && !browser.animatesTurns
    act(slides ? .slide(step) : .turn(step, animated: browser.animatesTurns))
  }

  private func jump(by pages: Int) {
    act(.go(to: browser.state.layout.page(in: browser.pageIndex + pages), animated: false))
  }

  /// Pans a zoomed picture with the up and down keys where these turn pages otherwise.
  private func pansVertically(_ chord: KeyChord) -> Bool {
    guard browser.options.tuning.axis == .vertical, chord.modifiers.isEmpty,
      chord.name == .up || chord.name == .down,
      browser.state.zoom(of: browser.pageIndex).isZoomed
    else { return false }
    pan(0, chord.name == .up ? -1 : 1)
    return true
  }

  private func toggleLooping() {
    browser.options.tuning.isLooping.toggle()
    window.say(
      browser.options.tuning.isLooping
        ? "Loop on" : "Loop off")
  }

  /// Moves the photo to its thumbnail in the grid, which is made first when there is none.
  func returnToGrid() {
    if gallery == nil, let onWantsGrid { onWantsGrid() } else { act(.close) }
  }

  /// The animation player of the current page; nil when its picture is not animated.
  var player: AnimationPlayer? { (browser.visibleCell as? PhotoCell)?.animation }

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

  private func cycleMagnification() {
    browser.options.magnification =
      switch browser.options.magnification {
      case .auto: .smooth
      case .smooth: .pixels
      case .pixels: .auto
      }
    window.say("Enlarged pictures: \(browser.options.magnification.rawValue)")
  }

  /// Opens the sheet of page effects; a sheet that is closing opens again.
  private func chooseEffect() {
    let chooser = effectChooser ?? browser.makeEffectChooser()
    chooser.closingKeys = bindings.plainKeys(of: [.back, .pageEffects])
    chooser.onClose = { [weak self] in self?.effectChooser = nil }
    effectChooser = chooser
    chooser.open(on: window.stage)
  }

  private func escape() {
    if browser.isHeld {
      // Escape cancels the running drag and returns the view to its start.
      window.stage.receive(.cancelled(window.now))
    } else if browser.slideshowPhase != nil {
      browser.stopSlideshow()
    } else if window.window.isFullscreen, !options.present {
      window.window.setFullscreen(false)
    } else {
      act(.close)
    }
  }

  // MARK: Hold for 100 %

  private func actualSizeKeyPressed(at t: Timestamp) {
    actualSizePressTime = t
    act(.toggleZoom(at: window.host.pointer))
  }

  private func released(_ chord: KeyChord, at t: Timestamp) {
    guard let since = actualSizePressTime, bindings.command(for: chord) == .toggleActual else {
      return
    }
    actualSizePressTime = nil
    if t - since > CommandTuning.holdTime { act(.toggleZoom(at: window.host.pointer)) }
  }

  var gestures: [ShortcutSection] {
    let options = browser.options
    return ShortcutSection.photoGestures(
      axis: options.tuning.axis, wheel: options.wheelProfile,
      clickCloses: options.clickAction == .close, hasGrid: gallery != nil)
  }

  // MARK: Menu

  var menuCommands: [MenuEntry] {
    let playing = player.map { [MenuEntry.command(.togglePlaying, isChecked: $0.isPlaying)] } ?? []
    let checkerboard: [MenuEntry] =
      hasTransparency
      ? [
        .command(
          .toggleTransparency, isChecked: browser.options.transparency == .checkerboard)
      ] : []
    return clipMenu + [
      .command(.copy), .command(.saveCopy), .command(.delete), .command(.undo), .command(.redo),
      .separator, .command(.next), .command(.previous), .separator,
      .command(.zoomToFit), .command(.fitWidth), .command(.fitFill), .command(.zoomToActual),
      .separator,
    ] + playing + checkerboard + [
      .command(.info, isChecked: infoStrip != nil),
      .command(.slideshow, isChecked: browser.slideshowPhase != nil),
      .command(.toggleLooping, isChecked: browser.options.tuning.isLooping),
      .command(.pageEffects),
      .command(.toggleFullscreen, isChecked: window.window.isFullscreen), .separator,
      .command(.reload), .command(.preferences), .command(.showKeys), .separator,
      .command(.back), .command(.close),
    ]
  }

  /// Whether a checkerboard would be visible behind the picture on the page.
  private var hasTransparency: Bool {
    guard let content = (browser.visibleCell as? PhotoCell)?.content.zoomable else { return false }
    return content.showsCheckerboard && !content.isOpaque
  }
}
