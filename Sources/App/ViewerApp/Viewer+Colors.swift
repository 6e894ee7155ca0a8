import BrowserHost
import Imaging
import PhotoBrowser
import Windowing

/// Colour management for the monitor of the window.
extension Viewer {
  /// Sets the pipeline's target colours. When they change, visible pictures are loaded again; the
  /// old ones stay until then.
  func adoptColors() {
    guard let window = view?.window else { return }
    let wanted = (options.color ?? .usual).imageColor(profile: window.profile)
    guard wanted != pipeline.color else { return }
    pipeline.color = wanted
    log.trace("colors \(wanted.name)")
    visit?.source.colorsDidChange()
    compare?.colorsDidChange()
    (visit?.strip.thumbnails as? PipelineThumbnailSource)?.colorsDidChange()
    for scene in homes.flatMap(\.scenes) { scene.colorsDidChange() }
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
