package import AccessibilityTree
import BrowserCore
package import Geometry
import Localization
package import Motion
package import Views

/// The current page as an accessible element of the browser: an image or a video with its name.
/// Every photo is an element of its own, so that a screen reader speaks its name when the page
/// turns.
extension Browser: AccessibleView {
  /// The identity of a page's accessible element: two photos are different elements, and a photo
  /// is the same one at another index, as when a filter removes the photos before it.
  private enum AccessiblePage: Hashable {
    case photo(identity: [UInt8])
    case index(Int, name: String)
  }

  private enum AccessiblePageAction: Int, CaseIterable {
    case zoom, zoomIn, zoomOut, next, previous, menu

    var action: AccessibleElement.Action {
      switch self {
      case .zoom: AccessibleElement.Action("click", title: tr("Zoom"))
      case .zoomIn: AccessibleElement.Action("zoom-in", title: tr("Zoom In"))
      case .zoomOut: AccessibleElement.Action("zoom-out", title: tr("Zoom Out"))
      case .next: AccessibleElement.Action("next", title: tr("Next Photo"))
      case .previous: AccessibleElement.Action("previous", title: tr("Previous Photo"))
      case .menu: AccessibleElement.Action("menu", title: tr("Open Menu"))
      }
    }
  }

  /// The factor by which the zoom actions enlarge or reduce the picture.
  private static let zoomStep = 1.25
  /// The factor from a scale to percent.
  private static let percent = 100.0

  package func describe(_ element: inout AccessibleElement) {
    element.role = .panel
    element.name = tr("Photo")
    element.states.insert(.focusable)
  }

  /// In a comparison, only the browser of the pane with the ring handles keys.
  package var handlesUnfocusedKeys: Bool { (parent as? ComparePane)?.showsFocusRing ?? true }

  package var accessibleChildren: [View]? {
    children.filter { $0 is OverlayLayer } + [visibleCell].compactMap { $0 }
  }

  package var accessiblePartCount: Int { pageCount > 0 && !state.isDismissed ? 1 : 0 }

  package var accessibleFocusedPart: Int? { 0 }

  private var accessiblePage: AccessiblePage {
    let texts = accessiblePageTexts(pageIndex)
    return texts.identity.map(AccessiblePage.photo) ?? .index(pageIndex, name: texts.name)
  }

  package func accessiblePartKey(at index: Int) -> AnyHashable { accessiblePage }

  package func accessibleIndex(ofPartKey part: AnyHashable) -> Int? {
    part.base as? AccessiblePage == accessiblePage ? 0 : nil
  }

  package func describe(part index: Int, _ element: inout AccessibleElement) {
    let texts = accessiblePageTexts(pageIndex)
    element.role = visibleCell is ClipCell ? .video : .image
    element.name =
      texts.name.isEmpty ? tr("Page {number}", ["number": pageIndex + 1]) : texts.name
    let zoom = state.zoom(of: pageIndex)
    var facts = texts.facts
    if pageCount > 1 {
      facts.insert(
        tr("{place} of {count}", ["place": pageIndex + 1, "count": pageCount]), at: 0)
    }
    if let size = visibleCell?.contentSize, !size.isEmpty {
      facts.append(
        tr(
          "{width} × {height} pixels", ["width": Int(size.width), "height": Int(size.height)]))
      let (least, most) = (zoom.levels.minimum * Self.percent, zoom.levels.maximum * Self.percent)
      if least.isFinite, most.isFinite, least <= most {
        element.value = AccessibleElement.Value(
          (zoom.targetScale * Self.percent).rounded(), in: least...most, step: 1)
      }
    }
    element.description = facts.joined(separator: ", ")
    element.attributes = ["posinset": "\(pageIndex + 1)", "setsize": "\(pageCount)"]
    element.states.insert(.focusable)
    element.image = AccessibleElement.Image(
      description: element.description,
      frame: state.restingPage(pageIndex).content.offset(by: originInStage - Point.zero))
    element.actions = AccessiblePageAction.allCases.map(\.action)
  }

  package func accessibleFrame(ofPart index: Int) -> Rect? {
    Rect(origin: .zero, size: pageSize)
  }

  package func perform(
    _ request: AccessibleRequest, onPart index: Int, at time: Timestamp
  ) -> Bool {
    switch request {
    case .performAction(let index):
      guard let action = AccessiblePageAction(rawValue: index) else { return false }
      perform(action, at: time)
    case .setValue(let value):
      perform(.zoomTo(value / Self.percent, at: nil, animated: true), at: time)
    case .focus:
      stage?.setFocus(nil)
      if let pane = parent as? ComparePane { (pane.parent as? CompareView)?.setFocus(pane) }
    default: return false
    }
    return true
  }

  private func perform(_ action: AccessiblePageAction, at time: Timestamp) {
    switch action {
    case .zoom: perform(.toggleZoom(at: nil), at: time)
    case .zoomIn: perform(.zoomBy(Self.zoomStep, at: nil, animated: true), at: time)
    case .zoomOut: perform(.zoomBy(1 / Self.zoomStep, at: nil, animated: true), at: time)
    case .next: perform(.turn(1, animated: false), at: time)
    case .previous: perform(.turn(-1, animated: false), at: time)
    case .menu: requestMenu(at: bounds.center)
    }
  }
}

extension CompareView: AccessibleView {
  package func describe(_ element: inout AccessibleElement) { element.name = tr("Comparison") }

  /// The panes in reading order, whichever is drawn in front.
  package var accessibleChildren: [View]? {
    orderedPanes.map { $0 as View } + [panel].compactMap(\.self)
  }
}

/// The indicator as a status bar instead of a label: a screen reader would speak the text of a
/// label together with the browser, whose description has the page number already.
extension DotPageIndicator: AccessibleView {
  package var isAccessible: Bool { !accessibilityLabel.isEmpty }
  package func describe(_ element: inout AccessibleElement) { element.role = .statusBar }
}

extension NumberPageIndicator: AccessibleView {
  package var isAccessible: Bool { !accessibilityLabel.isEmpty }
  package func describe(_ element: inout AccessibleElement) { element.role = .statusBar }
}

/// The caption as a notification: assistive programs speak it when it appears and when it changes
/// with the page.
extension CaptionStrip: AccessibleView {
  package var isAccessible: Bool { !accessibilityLabel.isEmpty }
  package func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

extension ZoomPill: AccessibleView {
  package var isAccessible: Bool { isShown }
  package func describe(_ element: inout AccessibleElement) { element.role = .notification }
}

extension ScrubBar: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.role = .slider
    element.states.insert(.horizontal)
    guard let duration, duration.isFinite, duration >= 0 else { return element.disable() }
    element.value = AccessibleElement.Value(
      min(max(0, position), duration).rounded(), in: 0...duration, step: Self.secondsPerArrowKey)
    element.actions = [
      AccessibleElement.Action("increment", title: tr("Forward", context: "playback")),
      AccessibleElement.Action("decrement", title: tr("Back", context: "playback")),
    ]
  }

  package func perform(_ request: AccessibleRequest, at time: Timestamp) -> Bool {
    guard let duration else { return false }
    switch request {
    case .performAction(index: 0): onSeek?(min(duration, position + Self.secondsPerArrowKey))
    case .performAction(index: 1): onSeek?(max(0, position - Self.secondsPerArrowKey))
    case .setValue(let value): onSeek?(value)
    default: return false
    }
    return true
  }
}

extension EffectTile: AccessibleView {
  func describe(_ element: inout AccessibleElement) {
    element.name = title
    element.role = .toggleButton
    element.states.insert(.checkable)
    element.set(.checked, isCurrent)
  }
}
