import Drawing
import Geometry
package import Input
package import Motion

/// A view that scrolls its ``content`` vertically: by wheel, touchpad, touch, scroll bar, or a
/// call. The content fades out at edges where it is clipped.
package final class ScrollArea: View {
  /// The scrolled view, which is as wide as the area. The owner adds children to it and sets their
  /// frames.
  package let content = View()
  /// The height of the scrolled content in device pixels, which the owner sets. Default: 0.
  package var contentHeight = 0.0 {
    didSet { if contentHeight != oldValue { setNeedsLayout() } }
  }
  /// The height, in points, in which content fades out at a clipped edge. Default: 28.
  package var fadeHeight = 28.0
  /// The distance in points from the sides within which content does not fade out, so that the fade
  /// does not cover the rounded corners of a card at whose edge the area ends. Default: 0.
  package var fadeInset: Double {
    get { indicator.fadeInset }
    set { indicator.fadeInset = newValue }
  }

  private let indicator = ScrollIndicatorView()
  private var animatedOffset = AnimatedValue(0)
  private var offset = 0.0
  private var lastUpdate = Timestamp.zero
  /// The size of the area at the last layout.
  private var laidOutSize = Size.zero
  /// The scroll motion that begins in the next frame; nil for none.
  private var pendingMotion: ScrollMotion?
  private var finger: ScrollFinger?
  private var thumbDrag: (startY: Double, startOffset: Double)?

  private enum ScrollMotion {
    case glide(to: Double)
    case fling(velocity: Double)
  }

  private struct ScrollFinger {
    let id: UInt32
    let start: Point
    let startOffset: Double
    var isScrolling = false
    var tracker = VelocityTracker()
  }

  /// The constants of scrolling: lengths in points, times in seconds.
  private enum ScrollTuning {
    /// The distance that one notch of the wheel scrolls, in points: two rows of a list.
    static let notchDistance = 64.0
    /// The duration of scrolling by one notch, in seconds: short enough for many notches in quick
    /// succession.
    static let wheelDuration = 0.16
    /// The duration of the scrolling after a flick of a finger, in seconds.
    ///
    /// - Source: Android's scroller, for a short fling.
    static let flingDuration = 0.8
    /// The distance that a finger may move before it scrolls, in points.
    ///
    /// - Source: Android's touch slop.
    static let slop = 8.0
    /// The width, in points, of the strip at the right edge in which a press moves the scroll bar's
    /// thumb.
    static let scrollBarHitWidth = 16.0
    static let tolerance = 0.25
  }

  package init() {
    super.init()
    clipsChildren = true
    add(content)
    add(indicator)
  }

  // MARK: Scrolling

  private var maxOffset: Double { max(0, contentHeight - bounds.height) }

  private func clamped(_ offset: Double) -> Double { min(max(0, offset), maxOffset) }

  private func jump(to offset: Double) {
    pendingMotion = nil
    animatedOffset.set(clamped(offset))
    requestFrame()
  }

  private func glide(to offset: Double) {
    pendingMotion = .glide(to: clamped(offset))
    requestFrame()
  }

  /// Scrolls to the top without animation.
  package func scrollToTop() {
    pendingMotion = nil
    animatedOffset.set(0)
    offset = 0
    setNeedsLayout()
  }

  /// Scrolls down by a multiple of the visible height, negative for up, as Page Down and Page Up
  /// do.
  package func scroll(byPages pages: Double) { glide(to: targetOffset + pages * bounds.height) }

  private var targetOffset: Double {
    if case .glide(let goal) = pendingMotion { goal } else { animatedOffset.target }
  }

  /// Scrolls until a view in the content is visible, and not in an area that fades out.
  package func reveal(_ row: View) {
    let margin = (fadeHeight * uiScale).rounded()
    let top = row.frame.minY - margin
    let bottom = row.frame.maxY + margin - bounds.height
    if targetOffset > top { glide(to: top) } else if targetOffset < bottom { glide(to: bottom) }
  }

  package override var wantsFrame: Bool {
    pendingMotion != nil || offset != clamped(animatedOffset.target)
  }

  package override func update(at frame: FrameTime) {
    let now = frame.presentation
    lastUpdate = now
    switch pendingMotion {
    case .glide(let goal):
      animatedOffset.animate(
        to: goal, in: ScrollTuning.wheelDuration, .easeOut, at: now,
        tolerance: ScrollTuning.tolerance)
    case .fling(let velocity):
      let goal = clamped(offset + Decay.normal.distance(velocity: velocity))
      animatedOffset.animate(
        to: goal, with: .settling(in: ScrollTuning.flingDuration, damping: 1), velocity: velocity,
        at: now,
        tolerance: ScrollTuning.tolerance)
    case nil: break
    }
    pendingMotion = nil
    let next = clamped(
      animatedOffset.isSettled(at: now) ? animatedOffset.target : animatedOffset.value(at: now))
    guard next != offset else { return }
    offset = next
    layOutContent()
  }

  private func layOutContent() {
    content.frame = Rect(
      x: 0, y: -offset.rounded(), width: bounds.width, height: max(contentHeight, bounds.height))
    indicator.show(
      offset: offset, maxOffset: maxOffset, visibleHeight: bounds.height,
      maxFadeHeight: (fadeHeight * uiScale).rounded())
  }

  package override func layout() {
    indicator.frame = bounds
    let isResized = bounds.size != laidOutSize
    laidOutSize = bounds.size
    // A motion goes on when only the content has changed, unless its end lies outside the new range
    // of scrolling.
    if isResized || animatedOffset.isSettled(at: lastUpdate)
      || animatedOffset.target != clamped(animatedOffset.target)
    {
      animatedOffset.set(clamped(animatedOffset.target))
      offset = animatedOffset.target
    }
    layOutContent()
  }

  // MARK: Events

  package override func intercept(_ event: InputEvent) -> Bool {
    guard case .touch(let touch) = event else { return false }
    return drag(with: touch)
  }

  package override func receive(_ event: InputEvent) -> Bool {
    switch event {
    case .touch(let touch):
      _ = drag(with: touch)
      return true
    case .scroll(let event):
      let distance = event.delta.dy * ScrollTuning.notchDistance * uiScale
      if event.source == .wheel {
        glide(to: targetOffset + distance)
      } else {
        jump(to: targetOffset + distance)
      }
      return true
    case .pointer(let pointer): return receive(pointer)
    case .cancelled:
      (finger, thumbDrag) = (nil, nil)
      return false
    default: return false
    }
  }

  /// Scrolls the content with a finger.
  ///
  /// - Returns: True when the touch scrolls, so that no other view may use it.
  private func drag(with touch: InputEvent.Touch) -> Bool {
    let position = Vector(dx: 0, dy: touch.location.y)
    switch touch.phase {
    case .began:
      guard finger == nil else { return false }
      jump(to: offset)
      var new = ScrollFinger(id: touch.id, start: touch.location, startOffset: offset)
      new.tracker.add(position, at: touch.time)
      finger = new
    case .moved:
      guard var held = finger, held.id == touch.id else { return false }
      held.tracker.add(position, at: touch.time)
      let distance = touch.location.y - held.start.y
      held.isScrolling =
        held.isScrolling || maxOffset > 0 && abs(distance) > ScrollTuning.slop * uiScale
      finger = held
      if held.isScrolling { jump(to: held.startOffset - distance) }
    case .ended, .cancelled:
      guard let held = finger, held.id == touch.id else { return false }
      finger = nil
      guard held.isScrolling else { return false }
      if touch.phase == .ended {
        pendingMotion = .fling(velocity: -held.tracker.velocity(at: touch.time).dy)
        requestFrame()
      }
      return true
    }
    return finger?.isScrolling ?? false
  }

  private func receive(_ pointer: InputEvent.Pointer) -> Bool {
    switch pointer.kind {
    case .pressed(.primary):
      guard maxOffset > 0,
        pointer.location.x >= bounds.maxX - ScrollTuning.scrollBarHitWidth * uiScale
      else {
        return true
      }
      // A press beside the thumb moves the thumb's middle to the pointer.
      if let frame = indicator.thumb, !(frame.minY...frame.maxY).contains(pointer.location.y) {
        jump(to: indicator.offset(withThumbAt: pointer.location.y))
        thumbDrag = (pointer.location.y, indicator.offset(withThumbAt: pointer.location.y))
      } else {
        thumbDrag = (pointer.location.y, offset)
      }
      return true
    case .moved:
      guard let thumbDrag else { return false }
      jump(
        to: thumbDrag.startOffset + (pointer.location.y - thumbDrag.startY)
          * indicator.offsetPerPixel)
      return true
    case .released:
      thumbDrag = nil
      return true
    default: return false
    }
  }
}

/// The layer over a scrolled list that draws the fades at its edges and the thumb of its scroll
/// bar.
private final class ScrollIndicatorView: View {
  private var offset = 0.0
  private var maxOffset = 0.0
  private var visibleHeight = 0.0
  private var maxFadeHeight = 0.0
  /// The distance of the fades from the sides of the list, in points.
  var fadeInset = 0.0

  /// The measures and colour of the scroll bar. Lengths are in points.
  private enum ScrollIndicatorViewStyle {
    static let width = 4.0
    static let inset = 5.0
    static let minThumbLength = 32.0
    static var color: Color { Chrome.fill(0.34) }
  }

  init() {
    super.init(frame: .zero)
    isInteractive = false
  }

  /// Shows another scroll position.
  ///
  /// - Parameters:
  ///   - offset: The scroll offset, from 0 to `maxOffset`, in device pixels.
  ///   - visibleHeight: The visible height of the list, in device pixels.
  ///   - maxFadeHeight: The maximum height of a fade, in device pixels.
  func show(offset: Double, maxOffset: Double, visibleHeight: Double, maxFadeHeight: Double) {
    (self.offset, self.maxOffset, self.visibleHeight, self.maxFadeHeight) = (
      offset, maxOffset, visibleHeight, maxFadeHeight
    )
    setNeedsDisplay()
  }

  /// The rectangle of the scroll bar's thumb in this view's coordinates; nil when the whole list is
  /// visible.
  var thumb: Rect? {
    guard maxOffset > 0, visibleHeight > 0 else { return nil }
    let inset = ScrollIndicatorViewStyle.inset * uiScale
    let width = (ScrollIndicatorViewStyle.width * uiScale).rounded()
    return Rect(
      x: bounds.maxX - inset - width, y: trackStart + thumbTravel * offset / maxOffset,
      width: width,
      height: thumbLength
    ).snapped
  }

  private var trackStart: Double { (ScrollIndicatorViewStyle.inset * uiScale).rounded() }

  private var thumbLength: Double {
    let track = max(1, visibleHeight - 2 * trackStart)
    return min(
      track,
      max(
        ScrollIndicatorViewStyle.minThumbLength * uiScale,
        track * visibleHeight / (visibleHeight + maxOffset)))
  }

  private var thumbTravel: Double { max(0, visibleHeight - 2 * trackStart - thumbLength) }

  /// The distance in pixels that the list scrolls when the thumb moves by one pixel.
  var offsetPerPixel: Double { thumbTravel > 0 ? maxOffset / thumbTravel : 0 }

  /// The scroll offset in pixels at which the middle of the thumb is at `y`, in this view's
  /// coordinates; may exceed the possible range.
  func offset(withThumbAt y: Double) -> Double {
    (y - trackStart - thumbLength / 2) * offsetPerPixel
  }

  override func draw(in canvas: Canvas, damage: Rect) {
    guard maxOffset > 0 else { return }
    // The height of a fade is limited by the clipped length, so the ends of the content have no
    // fade.
    for edge in ScrollEdge.allCases {
      let height = min(maxFadeHeight, edge == .top ? offset : maxOffset - offset).rounded()
      guard height > 0 else { continue }
      let inset = (fadeInset * uiScale).rounded()
      let area = Rect(
        x: inset, y: edge == .top ? 0 : bounds.height - height,
        width: max(0, bounds.width - 2 * inset), height: height)
      canvas.drawScrollFade(at: edge, in: area, Chrome.opaquePanel)
    }
    if let thumb {
      canvas.fillRounded(thumb, radius: thumb.width / 2, ScrollIndicatorViewStyle.color)
    }
  }
}
