import Imaging

extension BrowserWindow {
  /// Applies the monitor's profile and ``colors``, after either has changed.
  func colorsDidChange() { loader?.setColor(imageColor) }

  /// The target colours for the pipeline.
  var imageColor: ImageColor { colors.imageColor(profile: shell?.profile) }
}
