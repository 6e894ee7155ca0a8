package import PhotoBrowser

/// The application's object for one visit of a browser, which names the pages and follows the
/// window.
///
/// The visit retains its owner, which is the browser's delegate as well.
@MainActor
package protocol VisitOwner: BrowserDelegate {
  /// The name of the current page.
  var title: String { get }
  /// The position of the current page, such as "3 / 20"; empty for a single page.
  var position: String { get }
  /// Called after the title in the window's bar was updated.
  func updateTitle()
  /// Called when the size of the window has been constant for a moment after a change.
  func windowDidSettle()
  /// Called when nothing of the browser is visible any more.
  func visitDidEnd()
  /// Called with the opacity of the window's controls while they fade, 0…1. Default: does nothing.
  func controlsDidFade(to opacity: Double)
}

extension VisitOwner {
  package func controlsDidFade(to opacity: Double) {}
}
