import Imaging
import PhotoBrowser
import Windowing

/// Colour management for the monitor of the window.
extension Viewer {
  /// Sets the pipeline's target colours. When they change, visible pictures are loaded again; the
  /// old ones stay until then.
  func adoptColors() {
    guard let window = view?.window else { return }
    let wanted = options.color.imageColor(profile: window.profile)
    guard wanted != pipeline.color else { return }
    pipeline.color = wanted
    log.trace("colors \(wanted.name)")
    visit?.source.colorsDidChange()
    for scene in homes.flatMap(\.scenes) { scene.colorsDidChange() }
  }
}

extension PipelinePhotoSource {
  /// Loads the live pages again after the target colours changed.
  func colorsDidChange() {
    dropAhead()
    glances.cancelAll()
    guard let browser else { return }
    for index in browser.state.pageWindow.live where paths.indices.contains(index) {
      let path = paths[index]
      dropDetail(of: path)
      renew(path)
      load(path)
    }
    prefetch()
  }
}

extension ImageColor {
  /// The name for `--log trace`.
  fileprivate var name: String {
    switch self {
    case .untouched: "untouched"
    case .standard: "standard"
    case .display: "display"
    }
  }
}
