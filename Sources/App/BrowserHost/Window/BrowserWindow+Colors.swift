import Imaging

extension BrowserWindow {
  /// Passes the target colours to the loader, after ``colors`` or the monitor's ICC profile has
  /// changed.
  func colorsDidChange() { loader?.setColor(imageColor) }

  /// The target colours for the pipeline, by ``colors`` and the monitor's ICC profile.
  var imageColor: ImageColor { colors.imageColor(profile: systemWindow?.profile) }
}
