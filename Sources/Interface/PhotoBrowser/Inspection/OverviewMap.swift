import BrowserCore
import Drawing
package import Geometry
package import Input
import Localization
package import Motion
package import Views

/// An overlay with a small map of a picture that is larger than its page, and a frame around the
/// visible part. A click on the map shows the part there, and a drag moves the view. The map fades
/// out while the view rests.
package final class OverviewMap: View, BrowserOverlay {
  /// Whether the map appears for an enlarged picture. Default: false.
  package var isEnabled = false {
    didSet { if isEnabled != oldValue { browser?.requestFrame() } }
  }
  /// Whether the map appears and disappears without a fade. Default: false.
  package var reducesMotion = false

  /// The constants of appearance; lengths in points, times in seconds.
  fileprivate enum Style {
    /// The maximum size of the map, in points.
    static let maxMapSize = Size(width: 168, height: 128)
    /// The maximum share of the page's width and height that the map takes.
    static let maxShareOfPage = 0.32
    static let mapMargin = 12.0
    /// The time in seconds for which the map stays after the last change of the view.
    static let visibleDuration = 1.4
    static let fadeDuration = 0.18
    /// The minimum side of the map, and of the frame around the visible part, in points.
    static let minMapSide = 6.0
  }

  /// The place of a picture in a frame: the index of its page, and its rectangle in the browser's
  /// coordinates.
  private struct ShownPicture: Hashable {
    var page: Int
    var contentRect: Rect
  }

  private weak var browser: Browser?
  private let picture = MapPicture()
  private let viewport = MapViewport()
  private var shownPicture: ShownPicture?
  private var hideTime: Timestamp?
  private var fade = Fade(0, duration: Style.fadeDuration)
  private var isHovered = false
  private var isDragged = false
  /// The size of the picture for which the map was last laid out, in the picture's own pixels.
  private var laidOutSize = Size.zero

  package override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isHidden = true
    tracksHover = true
    accessibilityLabel = tr("Overview map")
    picture.fillsParent = true
    viewport.fillsParent = true
    add(picture)
    add(viewport)
    (picture.alpha, viewport.alpha) = (0, 0)
  }

  package func attached(to browser: Browser) { self.browser = browser }

  /// False: the map appears and disappears by its own rules.
  package var hidesWithControls: Bool { false }

  package func layout(in room: BrowserOverlays.Room) {
    guard !laidOutSize.isEmpty else { return }
    let maxSize = Size(
      width: min(Style.maxMapSize.width * room.scale, room.area.width * Style.maxShareOfPage),
      height: min(Style.maxMapSize.height * room.scale, room.area.height * Style.maxShareOfPage))
    let scale = min(maxSize.width / laidOutSize.width, maxSize.height / laidOutSize.height)
    let minSide = Style.minMapSide * room.scale
    let size = Size(
      width: max(minSide, (laidOutSize.width * scale).rounded()),
      height: max(minSide, (laidOutSize.height * scale).rounded()))
    let margin = (Style.mapMargin * room.scale).rounded()
    let usual = room.frame(of: size, in: .bottomRight, margin: margin)
    // An earlier overlay as high as the window, such as a panel, leaves no room above it in the
    // right corner; the map then lies in the left corner.
    frame =
      usual.minY < room.area.minY ? room.frame(of: size, in: .bottomLeft, margin: margin) : usual
  }

  package var occupiedFrame: Rect? { isHidden ? nil : frame }

  // MARK: Frames

  package override var wantsFrame: Bool { !fade.isSettled }
  package override var nextDeadline: Timestamp? { isHovered || isDragged ? nil : hideTime }

  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    let next = isEnabled ? currentPicture : nil
    if next != shownPicture, next != nil || shownPicture != nil {
      shownPicture = next
      show(next, at: now)
    }
    if let hideTime, now >= hideTime, !isHovered, !isDragged {
      self.hideTime = nil
      startFade(to: 0)
    }
    if fade.update(at: now) { (picture.alpha, viewport.alpha) = (fade.value, fade.value) }
    guard !isHidden, fade.value == 0, fade.isSettled else { return }
    setHidden(true)
    picture.clear()
  }

  /// Whether the map retains a picture.
  var holdsPicture: Bool { picture.content != nil }

  private func startFade(to opacity: Double) {
    if fade.target != opacity {
      fade = Fade(fade.value, duration: reducesMotion ? 0 : Style.fadeDuration)
      fade.go(to: opacity)
    }
    requestFrame()
  }

  private func setHidden(_ isHidden: Bool) {
    guard isHidden != self.isHidden else { return }
    self.isHidden = isHidden
    browser?.layoutOverlays()
  }

  private func show(_ shownPicture: ShownPicture?, at now: Timestamp) {
    guard let shownPicture, let browser, let content = cell?.content.zoomable else {
      hideTime = nil
      return startFade(to: 0)
    }
    let size = content.contentSize
    if size != laidOutSize {
      laidOutSize = size
      browser.layoutOverlays()
    }
    setHidden(false)
    picture.show(content, transparency: browser.options.transparency)
    let visible = browser.bounds.intersection(shownPicture.contentRect) ?? .zero
    let all = shownPicture.contentRect
    let (kx, ky) = (bounds.width / all.width, bounds.height / all.height)
    viewport.shownArea = Rect(
      x: (visible.minX - all.minX) * kx, y: (visible.minY - all.minY) * ky,
      width: visible.width * kx, height: visible.height * ky)
    hideTime = now + Style.visibleDuration
    startFade(to: 1)
  }

  private var cell: PhotoCell? { browser?.visibleCell as? PhotoCell }

  /// The page and rectangle of the current picture; nil while all of it is visible, while the
  /// picture is in flight or pulled down, and during a page turn.
  private var currentPicture: ShownPicture? {
    guard let browser, let cell, !cell.isWaiting,
      let page = browser.shownFrame?.pages.first(where: { $0.index == browser.pageIndex }),
      page.placement == .still || page.placement == .moving, page.frame.origin == .zero,
      !page.content.isEmpty,
      page.content.width > browser.bounds.width + 1
        || page.content.height > browser.bounds.height + 1
    else { return nil }
    return ShownPicture(page: page.index, contentRect: page.content)
  }

  // MARK: Input

  package override func hoverChanged(_ isInside: Bool, at time: Timestamp) {
    isHovered = isInside
    if !isInside { hideTime = time + Style.visibleDuration }
    if isInside, !isHidden { startFade(to: 1) }
    requestFrame()
  }

  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .pointer(let pointer):
      switch pointer.kind {
      case .pressed(.primary):
        isDragged = true
        center(on: pointer.location, animated: true, at: event.time)
      case .moved:
        if isDragged { center(on: pointer.location, animated: false, at: event.time) }
        return isDragged
      case .released(.primary): isDragged = false
      case .pressed, .released: break
      case .entered, .exited: return false
      }
      return true
    case .touch(let touch):
      isDragged = touch.phase == .began || touch.phase == .moved
      if isDragged {
        center(on: touch.location, animated: touch.phase == .began, at: event.time)
      } else {
        hideTime = event.time + Style.visibleDuration
      }
      return true
    case .cancelled:
      isDragged = false
      return false
    default: return false
    }
  }

  /// Moves the view so that the part of the picture at `point`, in the map's coordinates, is in the
  /// middle of the page.
  private func center(on point: Point, animated: Bool, at time: Timestamp) {
    guard let browser, bounds.width > 0, bounds.height > 0 else { return }
    let content = browser.state.zoom(of: browser.pageIndex).targetRect
    let target = Point(
      x: content.minX + point.x / bounds.width * content.width,
      y: content.minY + point.y / bounds.height * content.height)
    browser.perform(.scroll(target - browser.bounds.center, animated: animated), at: time)
  }
}

/// The view of the picture in an ``OverviewMap``.
private final class MapPicture: View {
  private(set) var content: (any ZoomableContent)?
  private var transparency = BrowserOptions.TransparencyStyle.checkerboard
  /// The smallest bitmap of the shown picture, by which pictures are told apart.
  private weak var shownBitmapIdentity: AnyObject?

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isRasterized = true
    isInteractive = false
  }

  func show(_ content: any ZoomableContent, transparency: BrowserOptions.TransparencyStyle) {
    let key = content.picture(at: bounds)?.bitmaps.last
    if let key, key === shownBitmapIdentity, transparency == self.transparency { return }
    (self.content, self.transparency, shownBitmapIdentity) = (content, transparency, key)
    setNeedsDisplay()
  }

  /// Releases the picture and its bitmap.
  func clear() { (content, shownBitmapIdentity) = (nil, nil) }

  override func draw(in canvas: Canvas, damage: Rect) {
    canvas.fill(bounds, Color(white: 0.12))
    guard let content else { return }
    let placement = ContentPlacement(bounds, visible: bounds, isMoving: true)
    PlacedContent(content: content, placement: placement)
      .draw(in: canvas, alpha: 1, on: transparency, scale: uiScale / 2)
  }
}

/// The view of an ``OverviewMap`` that draws a frame around the visible part, and a shade over the
/// rest.
private final class MapViewport: View {
  /// The rectangle of the picture's visible part, in the coordinates of the map.
  var shownArea = Rect.zero {
    didSet { if shownArea != oldValue { setNeedsDisplay() } }
  }

  private static let shadeColor = Color(white: 0, alpha: 0.45)

  override init(frame: Rect = .zero) {
    super.init(frame: frame)
    isInteractive = false
  }

  override var drawingBounds: Rect { bounds.inset(by: .all(-2 * uiScale)) }

  override func draw(in canvas: Canvas, damage: Rect) {
    let line = Chrome.lineWidth(at: uiScale)
    let minSide = OverviewMap.Style.minMapSide * uiScale
    var part = shownArea.snapped
    if part.width < minSide || part.height < minSide {
      let size = Size(width: max(minSide, part.width), height: max(minSide, part.height))
      part = Rect(center: part.center, size: size).snapped
    }
    for rest in bounds.subtracting(part) { canvas.fill(rest, Self.shadeColor) }
    canvas.strokeRounded(part.inset(by: .all(-line)), radius: 0, width: line, .black.opacity(0.5))
    canvas.strokeRounded(part, radius: 0, width: line * 1.5, .white)
    canvas.strokeRounded(
      bounds.inset(by: .all(-line)), radius: 0, width: line, Color(white: 0, alpha: 0.6))
    canvas.strokeRounded(bounds, radius: 0, width: line, Color(white: 1, alpha: 0.35))
  }
}
