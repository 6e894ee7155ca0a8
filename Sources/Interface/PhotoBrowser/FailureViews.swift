import Geometry
import Views

/// The views with the reason why a page has no picture, or an incomplete one: a card on a page
/// without a picture, a notice over the bottom of an existing picture.
final class FailureViews {
  private var shownMessage: FailureMessage?
  private var isOverPicture = false
  /// The message whose notice the user has dismissed; it is not shown again until
  /// ``forgetDismissal()``.
  private var dismissedMessage: FailureMessage?
  private var card: MessageCard?
  private var notice: NoticeStrip?

  /// The distance between the notice and its surroundings, in points.
  private static let noticeMargin = 14.0

  /// Shows a message in `cell` in place of the current one; nil removes the current one.
  ///
  /// - Parameters:
  ///   - isOverPicture: whether the message is a notice over a picture; otherwise a card.
  ///   - retry: called when the user requests another attempt.
  func show(
    _ message: FailureMessage?, isOverPicture: Bool, in cell: View, retry: @escaping () -> Void
  ) {
    guard message != shownMessage || isOverPicture != self.isOverPicture else { return }
    shownMessage = message
    self.isOverPicture = isOverPicture
    card?.removeFromParent()
    notice?.removeFromParent()
    (card, notice) = (nil, nil)
    guard let message else { return }
    let retry = message.canRetry ? retry : nil
    if !isOverPicture {
      let new = MessageCard(message.sentence, hint: message.hint, onRetry: retry)
      card = new
      cell.add(new)
    } else if message != dismissedMessage {
      let new = NoticeStrip(message.sentence, hint: message.hint, onRetry: retry) { [weak self] in
        self?.dismissNotice()
      }
      notice = new
      cell.add(new)
    }
    cell.setNeedsLayout()
  }

  /// Forgets the dismissed message, because the cell is reused for another page.
  func forgetDismissal() { dismissedMessage = nil }

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
    guard let notice else { return }
    let margin = Self.noticeMargin * scale
    let size = notice.size(fitting: page.width - 2 * margin)
    notice.frame =
      Rect(
        x: page.midX - size.width / 2, y: page.maxY - max(inset, 0) - margin - size.height,
        width: size.width, height: size.height
      ).snapped
    notice.alpha = isMoving ? 0 : opacity
    notice.isInteractive = !isMoving
  }

  private func dismissNotice() {
    dismissedMessage = shownMessage
    notice?.removeFromParent()
    notice = nil
  }
}
