import BrowserHost
import Geometry
import Motion
import PhotoBrowser
import Windowing

/// The preview of a change while its file is written: a rotated picture, or the frame of a crop.
/// It covers the page until the new file is decoded, for a limited time at most.
final class ChangePreview {
  /// The picture that is shown rotated or flipped on its page before its file is written.
  let orientationAnimation = OrientationAnimation()
  /// The view of a crop over the page; nil while no picture is cropped.
  var cropView: CropView?
  private let log: Log
  private let schedule: (_ seconds: Double, @escaping () -> Void) -> LoopTimer
  /// The timer that ends the preview of a rotated picture whose new file does not arrive; nil
  /// before the first rotation.
  private var orientationTimeoutTimer: LoopTimer?
  /// The timer that removes the view of a crop when the page does not show the cropped picture in
  /// time. It runs from the end of writing, also of a failed one; nil before that.
  private var cropTimeoutTimer: LoopTimer?

  /// The maximum time in seconds for which a rotated picture is shown in place of its new file.
  private static let orientationTimeout = 3.0
  /// The maximum time in seconds for which the view of a crop stays after its file was written.
  private static let cropTimeout = 1.0

  /// Makes the preview, which is empty.
  ///
  /// - Parameter window: the window whose event loop runs the timers.
  init(in window: ViewerWindow) {
    log = window.log
    schedule = { [unowned window] in
      window.loop.schedule(at: window.now + $0, handler: $1)
    }
  }

  /// Shows the picture on the page rotated or flipped, before its file is written.
  func showTurned(by turn: Orientation) {
    orientationAnimation.begin(turn)
    guard orientationAnimation.isRunning else { return }
    log.trace("turning turn=\(turn)")
    orientationTimeoutTimer = schedule(Self.orientationTimeout) { [orientationAnimation] in
      orientationAnimation.allowEnd()
    }
  }

  /// Starts the timer that removes the view of a crop. Called when the cropped file has been
  /// written, or when writing has failed.
  func cropWritingDidEnd() {
    guard let cropView else { return }
    cropTimeoutTimer = schedule(Self.cropTimeout) { [weak self, weak cropView] in
      self?.cropTimeoutTimer = nil
      cropView?.resultDidArrive()
    }
  }

  /// Removes the view of a crop. Called when the visit ends, after which no page shows the result.
  func visitDidEnd() {
    cropView?.cancel()
    cropView?.resultDidArrive()
  }

  /// Removes the preview of a rotation, and that of a crop whose file is written, because the page
  /// shows a newly decoded picture. The view of a crop whose file is not written yet stays.
  func pictureDidChange() {
    fileDidChange()
    if cropTimeoutTimer != nil { cropView?.resultDidArrive() }
  }

  /// Ends the preview of a rotated picture, because the page shows another file.
  func fileDidChange() {
    if orientationAnimation.isRunning { orientationAnimation.allowEnd() }
  }
}
