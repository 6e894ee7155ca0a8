import BrowserCore
import BrowserHost
import Geometry
import Input
import Localization
import PhotoBrowser
import Windowing

extension CompareScene: ViewerScene {
  var isLeaving: Bool { compare.isLeaving }
  var bindings: CommandKeys { ViewerKeys.current.compare }

  func handle(_ key: KeyEvent, _ chord: KeyChord) -> Bool {
    guard key.isPress else { return true }
    if isCulling, let command = CommandKeys.culling.command(for: chord) {
      if !key.isRepeat { window.perform(command == .reject ? .rejectPane : command) }
      return true
    }
    switch (chord.name, chord.modifiers) {
    case (.left, []): compare.moveFocus(towards: Vector(dx: -1, dy: 0))
    case (.right, []): compare.moveFocus(towards: Vector(dx: 1, dy: 0))
    case (.up, []): compare.moveFocus(towards: Vector(dx: 0, dy: -1))
    case (.down, []): compare.moveFocus(towards: Vector(dx: 0, dy: 1))
    default: return false
    }
    return true
  }

  func perform(_ command: Command) -> Bool {
    switch command {
    case .nextPane: compare.moveFocus(by: 1)
    case .previousPane: compare.moveFocus(by: -1)
    case .linkPanes: toggleLink()
    case .swapPanes: compare.swapFocusedPane(at: window.now)
    case .promotePane: promote()
    case .rejectPane: reject()
    case .toggleCulling: toggleCulling()
    case .next: turnPage(by: 1)
    case .previous: turnPage(by: -1)
    case .zoomIn: zoom(BrowserVisit.zoomStep)
    case .zoomOut: zoom(1 / BrowserVisit.zoomStep)
    case .zoomInFinely: zoom(CommandTuning.fineZoomStep)
    case .zoomOutFinely: zoom(1 / CommandTuning.fineZoomStep)
    case .zoomToFit: act(.mode(.automatic))
    case .zoomToActual: act(.zoomTo(1, at: nil, animated: true))
    case .zoomToDouble: act(.zoomTo(2, at: nil, animated: true))
    case .zoomToTriple: act(.zoomTo(3, at: nil, animated: true))
    case .toggleActual: act(.toggleZoom(at: nil))
    case .panLeft: pan(-CommandTuning.panShare, 0)
    case .panRight: pan(CommandTuning.panShare, 0)
    case .panUp: pan(0, -CommandTuning.panShare)
    case .panDown: pan(0, CommandTuning.panShare)
    case .edgeLeft: pan(-CommandTuning.edgeDistance, 0)
    case .edgeRight: pan(CommandTuning.edgeDistance, 0)
    case .edgeUp: pan(0, -CommandTuning.edgeDistance)
    case .edgeDown: pan(0, CommandTuning.edgeDistance)
    case .info: information.toggle()
    case .copy: window.copy([photo?.shown].compactMap(\.self), files: photo?.files ?? [])
    case .copyPath: window.copyPaths(of: [photo?.shown].compactMap(\.self))
    case .escape: escape()
    case .back, .close, .compare: compare.close(at: window.now)
    default: return false
    }
    return true
  }

  private func act(_ action: BrowserAction) { compare.perform(action, at: window.now) }

  private func zoom(_ factor: Double) { act(.zoomBy(factor, at: nil, animated: true)) }

  private func pan(_ x: Double, _ y: Double) {
    let size = compare.focusedPane.browser.bounds.size
    act(.scroll(Vector(dx: x * size.width, dy: y * size.height), animated: true))
  }

  private func toggleLink() {
    compare.setLinked(!compare.state.isLinked, at: window.now)
    window.showToast(
      compare.state.isLinked
        ? tr("Zoom and position are linked") : tr("Every photo has its own zoom"))
    window.updateTitle()
  }

  /// Moves the focused pane to the first place. The pane that was first before receives the focus
  /// and shows the next photo of the list.
  private func promote() {
    compare.moveFocusedPaneFirst(at: window.now)
    if !bringNextPhoto(into: compare.focusedPane) { window.showToast(tr("Last photo")) }
  }

  /// Sets the flag Reject on the focused photo, and shows the next photo of the list in its pane.
  private func reject() {
    window.perform(.reject)
    showNextInFocusedPane()
  }

  private func toggleCulling() {
    isCulling.toggle()
    log.trace("culling on=\(isCulling)")
    window.showToast(
      isCulling
        ? tr("Culling: 0–5 rate, P picks, X rejects, U unflags, 6–9 label") : tr("Culling ended"))
  }

  private func escape() {
    if isHeld {
      window.stage.receive(.cancelled(window.now))
    } else {
      compare.close(at: window.now)
    }
  }

  var gestureDescriptions: [ShortcutSection] {
    [
      ShortcutSection(
        title: tr("Mouse and Touchpad"),
        items: [
          ShortcutItem(tr("Select a Photo"), gestures: tr("Click")),
          ShortcutItem(tr("Zoom at the Pointer"), gestures: tr("Ctrl+Wheel"), tr("Pinch")),
          ShortcutItem(tr("Zoom In or Fit"), gestures: tr("Double-click")),
          ShortcutItem(tr("Pan When Zoomed"), gestures: tr("Drag"), tr("Two fingers")),
          ShortcutItem(tr("Next or Previous"), gestures: tr("Wheel"), tr("Drag sideways")),
          ShortcutItem(tr("Open Menu"), gestures: tr("Right-click")),
        ])
    ]
  }

  var menuCommands: [MenuEntry] {
    let marks = photo.flatMap { photoAccess.marks($0.shown) } ?? PhotoMarks()
    return [
      .command(.promotePane), .command(.rejectPane), .command(.swapPanes), .separator,
      .command(.pick, isChecked: marks.flag == .pick),
      .command(.reject, isChecked: marks.flag == .reject),
      .command(.toggleCulling, isChecked: isCulling), .separator,
      .command(.next), .command(.previous), .separator,
      .command(.zoomToFit), .command(.zoomToActual),
      .command(.linkPanes, isChecked: compare.state.isLinked), .separator,
      .command(.copy), .command(.export), .command(.copyTo), .command(.moveTo), .command(.rename),
      .command(.delete), .command(.deleteRejected), .command(.undo), .command(.redo),
      .command(.undoHistory), .separator,
    ] + MenuEntry.sharing() + [
      .separator, .command(.rotateRight), .command(.rotateLeft), .separator,
      .command(.info, isChecked: information.isShown),
      .command(.toggleFullscreen, isChecked: window.window.isFullscreen), .command(.showKeys),
      .separator, .command(.back),
    ]
  }
}
