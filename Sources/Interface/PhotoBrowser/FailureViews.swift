import Geometry
import Views

/// The views with the reason why a page has no picture, or an incomplete one: a card on a page
/// without a picture, a notice over the bottom of an existing picture.
final class FailureViews {
  private var shown: FailureMessage?
  private var isOverPicture = false
  /// The message whose notice the user has dismissed; it is not shown again until ``reset()``.
  private var dismissed: FailureMessage?
  private var card: MessageCard?
  private var strip: NoticeStrip?

  /// The distance between the notice and its surroundings, in points.
  private static let margin = 14.0

  /// Shows a message in `cell` in place of the current one; nil removes the current one.
  ///
  /// - Parameters:
  ///   - isOverPicture: whether the message is a notice over a picture; otherwise a card.
  ///   - retry: called when the user requests another attempt.
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

  /// Forgets the dismissed message, because the cell is reused for another page.
  func reset() { dismissed = nil }

  /// Lays out the card around `middle`, and the notice over the bottom of the rectangle `page`.
  ///
  /// - Parameters:
  ///   - inset: the height that other views take at the bottom of the page, in device pixels.
  ///   - isMoving: whether the picture is pulled down or in flight; the notice is hidden meanwhile.
  func layout(
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
