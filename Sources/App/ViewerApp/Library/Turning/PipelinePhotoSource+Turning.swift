import BrowserCore
import DecoderWire
import Imaging
import Motion
import PhotoBrowser
import Pixels
import Windowing

/// Pages that are turned faster than their pictures can be decoded.
///
/// Something recognisable of each is fetched meanwhile, and nothing more; where the person arrives,
/// the exact picture, and before anything else.
extension PipelinePhotoSource {
  /// The person has turned to page `index`.
  func turned(to index: Int, at t: Timestamp) {
    guard let browser else { return }
    let layout = browser.state.layout
    let step = layout.way(from: lastPage ?? index, to: index)
    lastPage = index
    guard step != 0 else { return }
    pace.turn(by: step, at: t)
    calm?.cancel()
    calm = nil
    // At the end of the album there is nowhere else to go.
    guard let arrival = pace.calm, layout.holds(slot: index + step) else { return slowDown() }
    calm = bridge.schedule(after: arrival - t) { [weak self] in self?.arrive() }
    hurry()
  }

  /// The key that turned the pages was let go, or nothing has been turned for a while.
  func arrive() {
    calm?.cancel()
    calm = nil
    pace.end()
    slowDown()
  }

  /// Nobody turns these pages any more.
  func forgetTurns() {
    calm?.cancel()
    (calm, pace, lastPage, isHurried) = (nil, TurnPace(), nil, false)
    glances.cancelAll()
  }

  private func hurry() {
    guard !isHurried else { return }
    isHurried = true
    // What is being decoded is of use when it is there in time, what waits never is.
    for (path, task) in tasks where !task.isUnderWay {
      task.cancel()
      tasks[path] = nil
    }
    dropAhead()
  }

  private func slowDown() {
    guard isHurried else { return }
    isHurried = false
    glances.rest()
    guard let browser else { return }
    let live = browser.state.pageWindow.live.filter(paths.indices.contains)
    for index in live where !showsExact(index) { load(paths[index]) }
    prefetch()
  }

  /// Memory may have the exact picture of a page that was only glanced at: it was on its way before.
  private func showsExact(_ index: Int) -> Bool {
    let cached = pipeline.cached(key(of: paths[index]), target: pageBox)
    guard let cached, cached.isExact, let cell = browser?.cell(at: index) as? PhotoCell else {
      return false
    }
    return cell.still?.bitmaps.contains { $0 === cached.bitmap } ?? false
  }

  /// Sees to it that glances are taken where the person is going.
  func glanceAhead() {
    guard let browser else { return }
    let state = browser.state
    if (browser.visibleCell as? PhotoCell)?.content.zoomable != nil { glances.show(state.index) }
    guard isHurried else { return }
    glances.fill(from: state.index, at: pace, in: state.layout, paths) { path in
      isPicture(path) && !isFar(path)
        && pipeline.cached(key(of: path), target: pageBox) == nil
    }
  }

  /// A glance has led to something: it is shown on its page, or on the one that waits farther on.
  func receive(glance update: ImageUpdate, of path: FilePath, _ page: Int) {
    if liveCell(of: path) != nil { receive(update, for: path) }
    if paths.indices.contains(page), paths[page] == path { passOn(update, page) }
    glanceAhead()
  }

  private func passOn(_ update: ImageUpdate, _ page: Int) {
    guard let browser else { return }
    let state = browser.state
    guard glances.flow.leads(page, to: state.index, by: pace.step, in: state.layout) else { return }
    switch update {
    case .preview(let image), .exact(let image):
      let picture = Picture(image.bitmap, naturalSize: image.info.naturalSize)
      if browser.standIn(with: picture) { glances.show(page) }
    case .failed: break
    }
  }

  /// Begins a glance.
  func glance(
    at path: FilePath, _ update: @escaping @MainActor (ImageUpdate) -> Void
  ) -> ImageTask {
    pipeline.request(request(path, .glance, pageBox), update: update)
  }
}
