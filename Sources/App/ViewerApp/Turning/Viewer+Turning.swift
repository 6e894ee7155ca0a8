import BrowserHost
import Desktop
import Geometry
import Imaging
import PhotoBrowser
import PhotoGrid

/// Rotating and flipping photos in the grid and in the browser.
extension Viewer {
  /// Turns the photo on the page, or the selected photos of a grid. Of a photo with several files,
  /// the shown one is turned.
  func turn(_ turn: Orientation) {
    let photos = chosenPhotos
    guard let operations, operations.turn(photos, by: turn) else { return }
    if let visit, view?.scene === visit { visit.begin(turn) }
  }

  /// The shown files of the photo on the page; in a grid those of the selected photos, or of the
  /// photo with the focus.
  var chosenPhotos: [FilePath] {
    if let frontCompare { return [frontCompare.photo?.shown].compactMap(\.self) }
    if let visit, view?.scene === visit, !visit.isLeaving { return [visit.file].compactMap(\.self) }
    return home?.current.chosenPhotos ?? []
  }

  /// Shows the new contents of files everywhere.
  ///
  /// - Parameter shows: whether the first of the photos is shown, because the user cannot see it.
  func follow(rewritten files: [FilePath], shows: Bool, then done: @escaping () -> Void) {
    // A watched folder reports the same change again, which then has no effect.
    let changes = files.map { FolderChange.rewritten($0.bytes) }
    let finish: () -> Void = { [weak self] in
      if shows { self?.show(files) }
      done()
    }
    if let home { return home.take(changes, each: { _ in }, then: finish) }
    if let folder, !folder.isLoading { return folder.take(changes, then: finish) }
    for file in files {
      pipeline.invalidate(file.key)
      compare?.reload([file])
      if let page = visit?.source.files.firstIndex(of: file) { visit?.source.reload(page) }
    }
    finish()
  }
}
