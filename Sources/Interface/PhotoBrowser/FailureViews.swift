import Geometry
import Views

/// The views that say why a page has no picture, or no better one: a card where there is none, a
/// strip over the bottom of the picture there is.
final class FailureViews {
  private var shown: FailureMessage?
  private var isOverPicture = false
  /// The message whose strip was dismissed: it does not come back on this page.
  private var dismissed: FailureMessage?
  private var card: MessageCard?
  private var strip: NoticeStrip?

  /// Gap between the strip and what lies below it, and at its sides, in points.
  private static let margin = 14.0

  /// Shows a message in `cell`, or takes the one that is there away.
  ///
  /// - Parameter retry: called when the person asks for another try.
  func show(
    _ message: FailureMessage?, isOverPicture: Bool, in cell: View, retry: @escaping () -> Void
  ) {
    guard message != shown || isOverPicture != self.isOverPicture else { return }
    shown = message
    self.isOverPicture = isOverPicture
    card?.removeFromParent()
    strip?.removeFromParent()
    (card, strip) = (nil, nil)
    guard let message else { return }
    let retry = message.canRetry ? retry : nil
    if !isOverPicture {
      let new = MessageCard(message.sentence, hint: message.hint, onRetry: retry)
      card = new
      cell.add(new)
    } else if message != dismissed {
      let new = NoticeStrip(message.sentence, hint: message.hint, onRetry: retry) { [weak self] in
        self?.dismissStrip()
      }
      strip = new
      cell.add(new)
    }
    cell.setNeedsLayout()
  }

  /// Forgets which message was dismissed: the cell is for another page.
  func reset() { dismissed = nil }

  /// Puts the card around `middle` and the strip over the bottom of the page.
  ///
  /// - Parameters:
  ///   - inset: height that other things take at the bottom of the page, in pixels.
  ///   - isMoving: true while the picture is pulled or flies: the strip stays behind.
  func place(
    middle: Point, page: Rect, inset: Double, scale: Double, opacity: Double, isMoving: Bool
  ) {
    card?.frame = Rect(center: middle, size: page.size).snapped
    card?.alpha = opacity
    guard let strip else { return }
    let margin = Self.margin * scale
    let size = strip.size(fitting: page.width - 2 * margin)
    strip.frame =
      Rect(
        x: page.midX - size.width / 2, y: page.maxY - max(inset, 0) - margin - size.height,
        width: size.width, height: size.height
      ).snapped
    strip.alpha = isMoving ? 0 : opacity
    strip.isInteractive = !isMoving
  }

  private func dismissStrip() {
    dismissed = shown
    strip?.removeFromParent()
    strip = nil
  }
}
