import BrowserHost
import Geometry
import Motion
import PhotoBrowser
import Windowing

/// The picture of a file that is being written: a turned picture or the frame of a crop stays above
/// the page until the new picture is shown, for a limited time at most.
final class AwaitedPicture {
  /// The picture that is being rotated or flipped on its page.
  let turning = TurningPicture()
  /// The frame of a crop; nil while there is none.
  var cropping: CropView?
  private let log: Log
  private let schedule: (_ seconds: Double, @escaping () -> Void) -> Deadline
  /// The time at which the page stops waiting for the file of a picture rotated by a command; nil
  /// before the first one.
  private var turningDeadline: Deadline?
  /// The time at which the page stops waiting for the result of a crop; nil when it does not wait.
  private var croppingDeadline: Deadline?

  /// The maximum time in seconds for which a turned picture is awaited above its page.
  private static let turningTime = 3.0
  /// The maximum time in seconds for which the result of a crop is awaited on its page.
  private static let croppingTime = 1.0

  /// Makes an object that waits for no picture.
  ///
  /// - Parameter window: the window whose event loop keeps the deadlines.
  init(in window: ViewerWindow) {
    log = window.log
    schedule = { [unowned window] in
      window.loop.schedule(at: window.now + $0, handler: $1)
    }
  }

  /// Rotates or flips the picture on the page at once, before its file is written.
  func begin(_ turn: Orientation) {
    turning.begin(turn)
    guard turning.isActive else { return }
    log.trace("turning turn=\(turn)")
    turningDeadline = schedule(Self.turningTime) { [turning] in turning.pictureDidArrive() }
  }

  /// Starts the wait for the result of a crop. Called when the file of a crop has been written, or
  /// when writing it has failed.
  func cropDidEnd() {
    guard let cropping else { return }
    croppingDeadline = schedule(Self.croppingTime) { [weak self, weak cropping] in
      self?.croppingDeadline = nil
      cropping?.resultDidArrive()
    }
  }

  /// Removes the frame of a crop. Called when the visit ends: no page shows the result any more.
  func visitDidEnd() {
    cropping?.cancel()
    cropping?.resultDidArrive()
  }

  /// Called when the page shows another picture.
  func pictureDidChange() {
    fileDidChange()
    if croppingDeadline != nil { cropping?.resultDidArrive() }
  }

  /// Called when the page shows another file.
  func fileDidChange() {
    if turning.isActive { turning.pictureDidArrive() }
  }
}
