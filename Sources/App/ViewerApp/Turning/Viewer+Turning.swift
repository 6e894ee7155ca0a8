import BrowserHost
import DecoderWire
import Desktop
import Geometry
import Imaging
import Localization
import PhotoBrowser
import PhotoGrid

/// Rotating and flipping photos in the grid and in the browser.
extension Viewer {
  /// Turns the photo on the page, or the selected photos of a grid. Of a photo with several files,
  /// the shown one is turned.
  func turn(_ turn: Orientation) {
    let photos = chosenPhotos
    if let visit, view?.scene === visit, visit.leaves.shown > 0 {
      visit.window.say(tr("Only the first picture of a file can be rotated"))
      return
    }
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

  /// Rotates the pixels of the chosen photos as their orientation says, without loss. The photos are
  /// replaced, and go to the trash.
  func turnPixels() {
    let photos = chosenPhotos.filter { $0.webAddress == nil }
    let known = photos.filter { EncodeRequest.Format(fileExtension: $0.fileExtension) != nil }
    guard !known.isEmpty else {
      if !photos.isEmpty {
        view?.say(tr("Only the pixels of JPEG, PNG and WebP photos can be rotated without loss"))
      }
      return
    }
    let jobs = known.compactMap { photo in
      EncodeRequest.Format(fileExtension: photo.fileExtension).map { format in
        var encoding = EncodeRequest(format)
        encoding.isLossless = true
        return PhotoExporter.Job(source: photo, encoding: encoding, placement: .replacing)
      }
    }
    perform(jobs, .turnPixels)
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
