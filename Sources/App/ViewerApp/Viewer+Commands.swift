import BrowserCore
import Geometry
import Glibc
import Input
import Motion
import PhotoBrowser
import Windowing

/// What keys and menus do.
private enum CommandTuning {
  /// Zoom of one key press.
  ///
  /// - Source: Loupe.
  static let zoomStep = 1.5
  /// Zoom of one fine key press.
  static let fineZoomStep = 1.1
  /// How far one key press pans, as a share of the viewport.
  static let panShare = 0.15
  /// Digits typed further apart than this do not belong to one number, in seconds.
  static let numberTime = 2.0
  /// A key held longer than this is a look, not a switch, in seconds.
  static let holdTime = 0.3
  /// Far enough to reach any edge, in points.
  static let edge = 1e7
}

extension Viewer {
  func handle(_ key: KeyEvent) {
    let chord = KeyChord(key)
    guard key.isPress else { return released(chord, at: key.time) }
    if !key.isRepeat { noteDigit(chord, at: key.time) }
    guard let command = bindings.command(for: chord) else { return }
    if command == .toggleActual {
      if !key.isRepeat { pressedActual(at: key.time) }
      return
    }
    perform(command)
  }

  /// Digits make a number that Enter goes to; 0 to 3 also zoom.
  private func noteDigit(_ chord: KeyChord, at t: Timestamp) {
    guard case .character(let c) = chord.name, chord.modifiers.isEmpty,
      let digit = c.wholeNumberValue
    else {
      if chord.name != .enter { typedNumber = nil }
      return
    }
    let previous = typedNumber.flatMap { t - $0.time < CommandTuning.numberTime ? $0.value : nil }
    let value = min((previous ?? 0) * 10 + digit, 99_999_999)
    typedNumber = (value, t)
  }

  private func act(_ action: BrowserAction) {
    guard let view else { return }
    browser.perform(action, at: view.now)
  }

  func perform(_ command: Command) {
    switch command {
    case .next: act(.turn(1, animated: false))
    case .previous: act(.turn(-1, animated: false))
    case .first: act(.go(to: 0, animated: false))
    case .last: act(.go(to: browser.pageCount - 1, animated: false))
    case .forwardTen: act(.go(to: browser.pageIndex + 10, animated: false))
    case .backTen: act(.go(to: browser.pageIndex - 10, animated: false))
    case .goToNumber:
      if let number = typedNumber { act(.go(to: number.value - 1, animated: false)) }
      typedNumber = nil
    case .zoomIn: zoom(CommandTuning.zoomStep)
    case .zoomOut: zoom(1 / CommandTuning.zoomStep)
    case .zoomInFinely: zoom(CommandTuning.fineZoomStep)
    case .zoomOutFinely: zoom(1 / CommandTuning.fineZoomStep)
    case .zoomToFit: act(.mode(.automatic))
    case .zoomToActual: act(.zoomTo(1, at: nil, animated: true))
    case .zoomToDouble: act(.zoomTo(2, at: nil, animated: true))
    case .zoomToTriple: act(.zoomTo(3, at: nil, animated: true))
    case .toggleActual: act(.toggleZoom(at: nil))
    case .fitShrinking: act(.mode(.automatic))
    case .fitWhole: act(.mode(.whole))
    case .fitWidth: act(.mode(.width))
    case .fitHeight: act(.mode(.height))
    case .fitFill: act(.mode(.fill))
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
    case .toggleFullscreen: view?.window.setFullscreen(!(view?.window.isFullscreen ?? false))
    case .toggleControls: toggleControls()
    case .reload: source.reload(browser.pageIndex)
    case .contextMenu: showMenu(at: nil)
    case .showKeys: showKeys()
    case .escape: escape()
    case .close: act(.close)
    case .quit: finish(ExitCode.done)
    }
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

  private func cycleMagnification() {
    browser.options.magnification =
      switch browser.options.magnification {
      case .auto: .smooth
      case .smooth: .pixels
      case .pixels: .auto
      }
    view?.say("Enlarged pictures: \(browser.options.magnification.rawValue)")
  }

  func toggleControls() {
    guard let view else { return }
    view.chrome.show(!view.chrome.isShown, at: view.now)
    view.window.requestFrame()
  }

  private func escape() {
    guard let view else { return }
    if view.menu != nil {
      view.menu?.close()
    } else if browser.isHeld {
      // A hand that is changing its mind: back to where it began.
      view.stage.receive(.cancelled(view.now))
    } else if view.window.isFullscreen, !options.present {
      view.window.setFullscreen(false)
    } else {
      act(.close)
    }
  }

  // MARK: Hold for 100 %

  private func pressedActual(at t: Timestamp) {
    heldActual = t
    act(.toggleZoom(at: pointer))
  }

  private func released(_ chord: KeyChord, at t: Timestamp) {
    guard let since = heldActual, bindings.command(for: chord) == .toggleActual else { return }
    heldActual = nil
    if t - since > CommandTuning.holdTime { act(.toggleZoom(at: pointer)) }
  }

  // MARK: Menu

  func showMenu(at point: Point?) {
    guard let view else { return }
    let size = view.stage.size
    let anchor = point ?? Point(x: size.width, y: TitleBar.height(at: view.stage.scale))
    view.showMenu(menuItems, at: anchor, corner: point == nil ? .topRight : .topLeft)
  }

  /// Every command with its keys: to look one up, or to choose it.
  private func showKeys() {
    guard let view else { return }
    let items = Command.allCases.map { item($0) }
    let middle = Point(x: view.stage.size.width / 2, y: 0)
    view.showMenu(items, at: middle, corner: .topLeft)
  }

  private func item(_ command: Command, checked: Bool = false) -> MenuItem {
    MenuItem(
      command.title, shortcut: bindings.label(for: command), isChecked: checked
    ) { [weak self] in self?.perform(command) }
  }

  private var menuItems: [MenuItem] {
    return [
      item(.next), item(.previous), .separator,
      item(.zoomToFit), item(.fitWidth), item(.fitFill), item(.zoomToActual), .separator,
      item(
        .toggleTransparency, checked: browser.options.transparency == .checkerboard),
      item(.toggleFullscreen, checked: view?.window.isFullscreen ?? false), item(.reload),
      item(.showKeys), .separator, item(.close), item(.quit),
    ]
  }
}
