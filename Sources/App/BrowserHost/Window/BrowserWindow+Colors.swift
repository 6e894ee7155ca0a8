import Imaging

extension BrowserWindow {
  /// The window is on a monitor of other colours, or other ones are wanted.
  func colorsDidChange() { loader?.setColor(imageColor) }

  /// What the pipeline is told.
  var imageColor: ImageColor { colors.imageColor(profile: shell?.profile) }
}
