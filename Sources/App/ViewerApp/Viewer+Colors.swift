import Imaging
import PhotoBrowser
import Windowing

/// The colours of the monitor the window is on.
extension Viewer {
  /// Has the pictures in the colours that are wanted. Where these have changed, what is seen is
  /// fetched anew; the old pictures stay until then.
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
  /// The pictures are in other colours.
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
  /// For `--log trace`.
  fileprivate var name: String {
    switch self {
    case .untouched: "untouched"
    case .standard: "standard"
    case .display: "display"
    }
  }
}
