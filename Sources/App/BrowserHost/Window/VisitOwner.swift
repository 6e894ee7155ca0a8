package import PhotoBrowser

/// The part of an application that gives the pages of a visit their meaning.
///
/// The visit retains its owner, which is the browser's delegate as well.
@MainActor
package protocol VisitOwner: BrowserDelegate {
  /// The name of the current page.
  var title: String { get }
  /// The position of the current page; empty for a single one.
  var position: String { get }
  /// Called after the title in the window's bar was updated.
  func updateTitle()
  /// Called when the size of the window has been constant for a moment after a change.
  func windowDidSettle()
  /// Called when nothing of the browser is visible any more.
  func visitDidEnd()
  /// Called with the opacity of the window's controls while they fade. Default: does nothing.
  func controlsDidFade(to opacity: Double)
}

extension VisitOwner {
  package func controlsDidFade(to opacity: Double) {}
}
