import BrowserCore
import Geometry
import Input
import Motion
import RealModule

/// The constants of wheel input.
private enum WheelTuning {
  /// The factor by which one notch of the wheel enlarges or reduces the picture.
  static let zoomPerNotch = 1.25
  /// The distance that one notch of the wheel moves a picture, as a share of the viewport's height;
  /// of its width for a panorama that is scrolled sideways.
  static let panSharePerNotch = 0.12
  /// The time in seconds without a wheel event after which the next one begins a new motion: the
  /// accumulated fraction of a notch is dropped, and a wheel that scrolled a long picture to its
  /// end may turn the page.
  static let motionTimeout = 0.3
  /// The sum of fractions of a notch from which a whole notch counts; below 1 because of rounding.
  static let wholeNotch = 1 - 1e-6
}

/// The interpreter of wheel events: as zoom, as scrolling of the picture, or as page turns.
struct WheelInterpreter {
  /// The sum of the fractions of a notch since the last page turn.
  private var accumulatedNotches = 0.0
  /// The time of the last wheel event.
  private var lastEventTime: Timestamp?
  /// Whether the current wheel motion has scrolled a picture.
  private var hasScrolledPicture = false

  /// Interprets a wheel event.
  ///
  /// - Returns: the action to perform; nil for none, as after a fraction of a notch.
  mutating func action(
    for event: InputEvent.Scroll, in state: BrowserState, profile: BrowserOptions.WheelProfile
  ) -> BrowserAction? {
    if lastEventTime.map({ event.time - $0 > WheelTuning.motionTimeout }) ?? true {
      accumulatedNotches = 0
      hasScrolledPicture = false
    }
    lastEventTime = event.time
    // Scrolling to the right means forward, except where pages follow each other from right to
    // left.
    let sideways = event.delta.dx * state.layout.axisSign
    let notches = event.delta.dy != 0 ? event.delta.dy : sideways
    if event.modifiers.contains(.control) || profile == .zoom {
      return zoom(by: -notches, at: event.location)
    }
    var delta =
      event.modifiers.contains(.shift)
      ? Vector(dx: event.delta.dy, dy: event.delta.dx) : event.delta
    let isZoomed = state.zoom(of: state.index).isZoomed
    // A wheel without a horizontal part scrolls a panorama at fit sideways.
    if !isZoomed, state.readingAxis == .horizontal, delta.dx == 0 {
      delta = Vector(dx: delta.dy, dy: 0)
    }
    if isZoomed || profile == .pan || canScroll(delta, in: state) {
      hasScrolledPicture = true
      let axis = delta.dx == 0 ? Axis.vertical : .horizontal
      let length = state.readingAxis == axis ? state.layout.viewport[axis] : nil
      let step = (length ?? state.layout.viewport.height) * WheelTuning.panSharePerNotch
      return .scroll(delta * step, animated: true)
    }
    // A wheel motion that scrolled a long picture stops at its end, and does not turn the page.
    return hasScrolledPicture ? nil : pageTurn(by: notches)
  }

  /// Whether the picture at fit is longer than its page and can be scrolled further in the
  /// direction of `delta`.
  private func canScroll(_ delta: Vector, in state: BrowserState) -> Bool {
    guard let axis = state.readingAxis, delta[axis] != 0 else { return false }
    return state.readingScroll(delta[axis] > 0 ? 1 : -1) != nil
  }

  private func zoom(by notches: Double, at point: Point) -> BrowserAction {
    let factor = Double.pow(WheelTuning.zoomPerNotch, notches)
    return .wheelZoom(factor: factor, at: point, isFine: abs(notches) < 1)
  }

  private mutating func pageTurn(by notches: Double) -> BrowserAction? {
    if notches * accumulatedNotches < 0 { accumulatedNotches = 0 }
    accumulatedNotches += notches
    guard abs(accumulatedNotches) >= WheelTuning.wholeNotch else { return nil }
    let step = accumulatedNotches < 0 ? -1 : 1
    accumulatedNotches = (accumulatedNotches - Double(step)).truncatingRemainder(dividingBy: 1)
    return .turn(step, animated: true)
  }
}
