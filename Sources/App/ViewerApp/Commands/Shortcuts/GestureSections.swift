import Geometry
import PhotoBrowser

/// The gestures that a scene understands, for the list of shortcuts.
extension ShortcutSection {
  /// The gestures over a photo.
  ///
  /// - Parameters:
  ///   - axis: the direction in which pages follow each other.
  ///   - wheel: the effect of the wheel at fit.
  ///   - clickCloses: true when a click closes the photo.
  ///   - hasGrid: true when there is a grid below to go back to.
  static func photoGestures(
    axis: Axis, wheel: BrowserOptions.WheelProfile, clickCloses: Bool, hasGrid: Bool
  ) -> [ShortcutSection] {
    let isRow = axis == .horizontal
    let turn = "Next or Previous"
    let drag = isRow ? "Drag sideways" : "Drag up or down"
    let swipe = isRow ? "Swipe sideways" : "Swipe up or down"
    let click = clickCloses ? "Close" : "Show or Hide Controls"
    var mouse = [
      wheel == .page
        ? ShortcutItem(turn, gestures: "Wheel", drag) : ShortcutItem(turn, gestures: drag)
    ]
    if isRow { mouse.append(ShortcutItem("Close", gestures: "Drag down")) }
    mouse += [
      wheel == .zoom
        ? ShortcutItem("Zoom at the Pointer", gestures: "Wheel", "Ctrl+Wheel", "Pinch")
        : ShortcutItem("Zoom at the Pointer", gestures: "Ctrl+Wheel", "Pinch"),
      ShortcutItem("Zoom In or Fit", gestures: "Double-click"),
      ShortcutItem("Pan When Zoomed", gestures: "Drag", "Two fingers"),
      ShortcutItem(click, gestures: "Click"),
      ShortcutItem("Open Menu", gestures: "Right-click"),
      ShortcutItem("Drag to Other Programs", gestures: "Ctrl+Drag"),
    ]
    var touch = [ShortcutItem(turn, gestures: swipe)]
    if isRow {
      touch.append(ShortcutItem("Close", gestures: "Swipe down", "Pinch below fit"))
    }
    touch += [
      ShortcutItem("Zoom", gestures: "Pinch"),
      ShortcutItem("Zoom In or Fit", gestures: "Double-tap"),
      ShortcutItem(click, gestures: "Tap"),
      ShortcutItem("Open Menu", gestures: "Touch and hold"),
    ]
    if hasGrid {
      mouse.append(ShortcutItem("Back to the Grid", gestures: "Back button"))
      touch.append(ShortcutItem("Back to the Grid", gestures: "Swipe from the left edge"))
    }
    return [
      ShortcutSection(title: "Mouse and Touchpad", items: mouse),
      ShortcutSection(title: "Touch", items: touch),
    ]
  }

  /// The gestures over the grid.
  ///
  /// - Parameters:
  ///   - hasTabs: true when there is more than one tab.
  ///   - showsPreviews: true when a pointer that rests on a picture shows a preview.
  static func gridGestures(hasTabs: Bool, showsPreviews: Bool) -> [ShortcutSection] {
    var mouse = [
      ShortcutItem("Open", gestures: "Click"),
      ShortcutItem("Select", gestures: "Ctrl+Click"),
      ShortcutItem("Select a Range", gestures: "Shift+Click"),
      ShortcutItem("Select Several", gestures: "Drag beside pictures", "Shift+Drag"),
      ShortcutItem("Drag to Other Programs", gestures: "Drag a picture"),
      ShortcutItem("Thumbnail Size", gestures: "Ctrl+Wheel", "Pinch"),
      ShortcutItem("Open Menu", gestures: "Right-click"),
    ]
    if showsPreviews {
      mouse.append(ShortcutItem("Quick Preview", gestures: "Rest the pointer on a picture"))
    }
    var touch = [
      ShortcutItem("Open", gestures: "Tap"),
      ShortcutItem("Thumbnail Size", gestures: "Pinch"),
    ]
    if hasTabs { touch.append(ShortcutItem("Next or Previous Tab", gestures: "Swipe sideways")) }
    return [
      ShortcutSection(title: "Mouse and Touchpad", items: mouse),
      ShortcutSection(title: "Touch", items: touch),
    ]
  }
}
