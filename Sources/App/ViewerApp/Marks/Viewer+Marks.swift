import BrowserHost
import Desktop
import Glibc
import PhotoGrid

/// Marking photos in the grid and in the browser.
extension Viewer {
  /// Connects the culling mode of a visit to the marks.
  func connectMarks(of visit: PhotoVisit) {
    visit.culling.photos.marks = { [weak self] in self?.marks.marks(of: $0) }
    visit.strip.thumbnails = PipelineThumbnailSource(
      pipeline: pipeline, posters: ClipPosters { [clips] in clips.makePlayer() }, marks: marks)
    visit.culling.photos.set = { [weak self] in self?.set($0) }
    visit.info.marks = { [weak self] in self?.marks.marks(of: $0) }
    visit.info.onMark = { [weak view] in view?.perform($0) }
    visit.browser.onSwipeUp = { [weak self, weak visit] in
      guard let self, let visit, options.swipePick == true else { return }
      visit.flash.reducesMotion = options.motion == .reduced
      visit.flash.show()
      set(.flag(.pick))
    }
    marks.observe(for: visit) { [weak visit] in
      visit?.culling.refresh()
      visit?.info.marksDidChange()
    }
    connectFilter(of: visit)
  }

  /// Sets a mark of the chosen photos. A label that all of them have is removed.
  func set(_ mark: Mark) {
    let files = chosenFiles
    var mark = mark
    if case .label(let label) = mark, files.allSatisfy({ marks.marks(of: $0)?.label == label }) {
      mark = .label(.none)
    }
    keepPhotoOnPage()
    operations?.set(mark, of: files)
    guard let visit, view?.scene === visit, visit.culling.isOn, visit.culling.advances else {
      return
    }
    var step = visit.culling.direction
    guard visit.browser.pageCount > 1 || visit.listNote.isEmpty else { return }
    // The last photo of the direction is about to leave the filtered list: the one before follows.
    let next = visit.browser.pageIndex + step
    if !visit.source.files.indices.contains(next), !visit.browser.options.tuning.isLooping,
      let file = visit.file, filterDrops(file, with: mark)
    {
      step = -step
      guard visit.source.files.indices.contains(visit.browser.pageIndex + step) else { return }
    }
    visit.act(.turn(step, animated: visit.browser.animatesTurns))
  }

  /// Shows the new marks of photos everywhere.
  ///
  /// - Parameter shows: whether the first of the photos is shown, because the user cannot see it.
  func follow(_ changes: [MarkChange], shows: Bool) {
    for change in changes { marks.set(change.after, of: change.photo) }
    let after = Dictionary(changes.map { ($0.photo, $0.after) }) { $1 }
    for live in homes.flatMap(\.scenes).map(\.live) + [folder].compactMap(\.self) {
      live.take(after)
    }
    let sidecars = changes.flatMap { Sidecar.candidates(of: $0.photo) }
    metadata.invalidate(sidecars: Set(sidecars))
    if shows { show(changes.map(\.photo)) }
  }

  /// Shows the first of some photos: on its page, or by the grid's focus.
  func show(_ photos: [FilePath]) {
    if let frontCompare { return frontCompare.show(photos) }
    if let visit, !visit.isLeaving, view?.scene === visit {
      guard let page = photos.lazy.compactMap(visit.source.files.firstIndex).first else { return }
      return visit.goBack(to: page)
    }
    guard let scene = home?.current,
      let page = photos.lazy.compactMap(scene.live.paths.firstIndex).first
    else { return }
    scene.gallery.moveFocus(toPage: page)
  }

  /// Prints the paths of the photos that were picked, as `--print-list` prints them.
  func printMarked() {
    let current = CurrentFolder.path
    let paths = marks.picked.map { $0.absolute(in: current) }
    let bytes = ViewerProgram.list(paths, options, isTerminal: isatty(STDOUT_FILENO) != 0)
    writeAll(bytes, to: STDOUT_FILENO)
  }
}
