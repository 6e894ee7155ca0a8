import BrowserHost
import PhotoBrowser

/// The badge over the current page, for a photo with several versions or a file with several
/// pictures.
final class PageBadgeController {
  let view = VersionBadge()
  private let versions: PhotoVersions
  private let leaves: FileLeaves
  /// Called when another picture of the file on the page is shown, or when the number of its
  /// pictures has become known.
  var onLeafChange: () -> Void = {}
  /// Called with the position of the shown picture in its file, as a message to the user, while the
  /// badge is faded out.
  var onMessage: (String) -> Void = { _ in }

  init(_ versions: PhotoVersions, _ leaves: FileLeaves) {
    self.versions = versions
    self.leaves = leaves
    view.onStep = { [weak self] in self?.step() }
    versions.onChange = { [weak self] in self?.update() }
    leaves.onChange = { [weak self] in self?.leafDidChange() }
  }

  /// Updates the badge after a change of the page, of the shown version of its photo, or of the
  /// shown picture of its file.
  func update() {
    let keys = ViewerKeys.current.standard
    if let label = leaves.label {
      view.content = VersionBadge.Content(
        names: [label], shownIndex: 0, steppedObject: .leaf, keys: keys.caps(for: .nextLeaf))
    } else {
      view.content = versions.badgeContent
      view.content?.keys = keys.caps(for: .developRaw)
    }
  }

  /// Shows the next picture of a file with several ones, otherwise the next version of the photo.
  /// Called on a click on the badge.
  private func step() {
    if leaves.count > 1 { leaves.go(by: 1, wraps: true) } else { versions.step() }
  }

  private func leafDidChange() {
    update()
    onLeafChange()
    // While the badge is faded out together with the controls, a message shows the position in the
    // file instead of the badge.
    if view.controlsOpacity < 1, let label = leaves.label { onMessage(label) }
  }
}
