import BrowserHost
import Geometry
import Recordings

/// A desktop of a replay, whose settings are those of the recording.
final class RecordedDesktop: HostDesktop {
  var settings = RecordedLine.Desktop()

  /// Called when the window requests the part of the setup that was not needed for the first frame.
  /// Default: does nothing.
  var onFinishSetup: () -> Void = {}

  var uiScale: Double { settings.scale }
  var isCompositing: Bool { settings.isCompositing }
  var areAnimationsEnabled: Bool { settings.hasAnimations }
  var hasScaledText: Bool { settings.hasScaledText }
  var doubleClickTime: Double? { settings.doubleClickTime }
  var dragThreshold: Double? { settings.dragThreshold }
  var widgetThemeName: String? { settings.theme }
  func monitorSize(under frame: Rect) -> Size { settings.screen }
  func flush() {}
  func finishSetup() { onFinishSetup() }
}
