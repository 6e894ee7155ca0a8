import Geometry
import Localization
import PhotoBrowser

/// The descriptions of gestures in the list of keyboard shortcuts.
extension ShortcutSection {
  /// The descriptions of the mouse, touchpad and touch gestures in an open photo.
  ///
  /// - Parameters:
  ///   - axis: the direction in which pages follow each other.
  ///   - wheel: the effect of the mouse wheel while the whole photo is visible.
  ///   - clickCloses: true if a click closes the photo.
  ///   - hasGrid: true if there is a grid below, to which the user can go back.
  static func photoGestures(
    axis: Axis, wheel: BrowserOptions.WheelProfile, clickCloses: Bool, hasGrid: Bool
  ) -> [ShortcutSection] {
    let isRow = axis == .horizontal
    let turn = tr("Next or Previous")
    let drag = isRow ? tr("Drag sideways") : tr("Drag up or down")
    let swipe = isRow ? tr("Swipe sideways") : tr("Swipe up or down")
    let click = clickCloses ? tr("Close") : tr("Show or Hide Controls")
    var mouse = [
      wheel == .page
        ? ShortcutItem(turn, gestures: tr("Wheel"), drag) : ShortcutItem(turn, gestures: drag)
    ]
    if isRow { mouse.append(ShortcutItem(tr("Close"), gestures: tr("Drag down"))) }
    mouse += [
      wheel == .zoom
        ? ShortcutItem(
          tr("Zoom at the Pointer"), gestures: tr("Wheel"), tr("Ctrl+Wheel"), tr("Pinch"))
        : ShortcutItem(tr("Zoom at the Pointer"), gestures: tr("Ctrl+Wheel"), tr("Pinch")),
      ShortcutItem(tr("Zoom In or Fit"), gestures: tr("Double-click")),
      ShortcutItem(tr("Pan When Zoomed"), gestures: tr("Drag"), tr("Two fingers")),
      ShortcutItem(click, gestures: tr("Click")),
      ShortcutItem(tr("Open Menu"), gestures: tr("Right-click")),
      ShortcutItem(tr("Drag to Other Programs"), gestures: tr("Ctrl+Drag")),
    ]
    var touch = [ShortcutItem(turn, gestures: swipe)]
    if isRow {
      touch.append(ShortcutItem(tr("Close"), gestures: tr("Swipe down"), tr("Pinch below fit")))
    }
    touch += [
      ShortcutItem(tr("Zoom"), gestures: tr("Pinch")),
      ShortcutItem(tr("Zoom In or Fit"), gestures: tr("Double-tap")),
      ShortcutItem(click, gestures: tr("Tap")),
      ShortcutItem(tr("Open Menu"), gestures: tr("Touch and hold")),
    ]
    if hasGrid {
      mouse.append(ShortcutItem(tr("Back to the Grid"), gestures: tr("Back button")))
      touch.append(ShortcutItem(tr("Back to the Grid"), gestures: tr("Swipe from the left edge")))
    }
    return [
      ShortcutSection(title: tr("Mouse and Touchpad"), items: mouse),
      ShortcutSection(title: tr("Touch"), items: touch),
    ]
  }

  /// The descriptions of the mouse, touchpad and touch gestures in the grid.
  ///
  /// - Parameters:
  ///   - hasTabs: true if there is more than one tab.
  ///   - showsPreviews: true if a pointer that rests on a picture shows a preview.
  static func gridGestures(hasTabs: Bool, showsPreviews: Bool) -> [ShortcutSection] {
    var mouse = [
      ShortcutItem(tr("Open"), gestures: tr("Click")),
      ShortcutItem(tr("Select"), gestures: tr("Ctrl+Click")),
      ShortcutItem(tr("Select a Range"), gestures: tr("Shift+Click")),
      ShortcutItem(tr("Select Several"), gestures: tr("Drag beside pictures"), tr("Shift+Drag")),
      ShortcutItem(tr("Drag to Other Programs"), gestures: tr("Drag a picture")),
      ShortcutItem(tr("Thumbnail Size"), gestures: tr("Ctrl+Wheel"), tr("Pinch")),
      ShortcutItem(tr("Open Menu"), gestures: tr("Right-click")),
    ]
    if showsPreviews {
      mouse.append(ShortcutItem(tr("Quick Preview"), gestures: tr("Rest the pointer on a picture")))
    }
    var touch = [
      ShortcutItem(tr("Open"), gestures: tr("Tap")),
      ShortcutItem(tr("Thumbnail Size"), gestures: tr("Pinch")),
    ]
    if hasTabs {
      touch.append(ShortcutItem(tr("Next or Previous Tab"), gestures: tr("Swipe sideways")))
    }
    return [
      ShortcutSection(title: tr("Mouse and Touchpad"), items: mouse),
      ShortcutSection(title: tr("Touch"), items: touch),
    ]
  }
}
