import BrowserHost
import ImageServers
import Localization

/// Lists of pictures on image servers.
extension Viewer {
  /// Shows the grid of a list to which the address of the current page leads: in place of the page, or
  /// over the grid that the page was opened from.
  func open(_ collection: ServedCollection) {
    guard let view, let visit, !visit.isLeaving else { return }
    let title = collection.label.isEmpty ? visit.file?.displayName ?? "" : collection.label
    var request = LibraryRequest(title: title, sources: [.files(web.note(collection))])
    request.isRightToLeft = collection.isRightToLeft
    guard home == nil else {
      nextArrival = Arrival(request)
      return visit.returnToGrid()
    }
    visit.recent?.turned(to: nil)
    self.visit = nil
    folder = nil
    wantsGrid = false
    let home = makeHome([request], start: { _ in nil }, in: view)
    home.onQuit = { [weak self] in self?.finish(ExitCode.done) }
    rootHome = home
    view.begin(
      with: home, reducesMotion: options.motion == .reduced,
      animationSpeed: options.animationSpeed ?? 1)
    if hasSettled { home.allowText() }
    view.updateTitle()
  }
}
