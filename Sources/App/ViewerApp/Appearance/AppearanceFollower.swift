import BrowserHost
import Desktop
import Threads
import Views
import Windowing

/// The appearance of the window, kept up to date with the user's choices and with the settings of
/// the desktop while the program runs.
///
/// D-Bus is used only after the first picture is shown. Until then the appearance is that of the
/// last session, so that a user with a light desktop does not see a dark window first.
final class AppearanceFollower {
  /// Called after the user's choices or the desktop's settings have been applied, even if no colour
  /// has changed.
  var onChange: () -> Void = {}

  /// The appearance settings that the desktop's portal has sent last; nil before the first ones and
  /// without a portal.
  private(set) var desktop: DesktopAppearance?
  private var choice = AppearanceChoice.auto
  private var scale = InterfaceScale.auto
  private var textScale = TextScale.auto
  private var isFollowing = false
  private weak var windowBridge: WindowBridge?
  private let log: Log
  private(set) var appearance = Appearance.dark

  private static let stateFileName = "appearance"

  init(log: Log) { self.log = log }

  /// Sets the colours for the first frame: those that the user chose, or, if the choice is
  /// ``AppearanceChoice/auto``, those of the appearance that the last session has saved; dark if
  /// none is saved.
  func applyInitialAppearance(_ options: ViewerOptions) {
    setChoices(options)
    let last = StateFile.read(Self.stateFileName, limit: 64).flatMap { bytes in
      Appearance(rawValue: String(decoding: bytes.prefix { $0 != 10 }, as: UTF8.self))
    }
    appearance =
      choice == .auto ? last ?? .dark : choice.appearance(desktop: nil, theme: nil)
    Chrome.palette = appearance.palette
  }

  /// Sets the scale, and the factor of text and controls, of a window that is not shown yet.
  func connect(to windowBridge: WindowBridge) {
    self.windowBridge = windowBridge
    applyScales()
  }

  /// Takes appearance, scale and text size from changed preferences and applies them.
  func adopt(_ options: ViewerOptions) {
    setChoices(options)
    desktopDidChange()
  }

  private func setChoices(_ options: ViewerOptions) {
    choice = options.appearance ?? .auto
    scale = options.scale ?? .auto
    textScale = options.textScale ?? .auto
  }

  /// Starts to follow the settings of the desktop's portal, over D-Bus on a thread of its own.
  /// Called after the first picture is shown.
  func followPortal() {
    guard !isFollowing else { return }
    isFollowing = true
    desktopDidChange()
    _ = PosixThread.detach { [weak self] in
      DesktopAppearance.follow { settings in
        Task { @MainActor in self?.portalDidChange(settings) }
      }
    }
  }

  /// Applies the desktop's theme and the user's choices without connecting to the desktop's portal.
  func applyWithoutPortal() {
    isFollowing = true
    desktopDidChange()
  }

  private func portalDidChange(_ settings: DesktopAppearance) {
    guard settings != desktop else { return }
    desktop = settings
    desktopDidChange()
  }

  /// Applies the user's choices and the current settings of the desktop to the window.
  func desktopDidChange() {
    guard let windowBridge, isFollowing else { return onChange() }
    applyScales()
    let next = choice.appearance(
      desktop: desktop, theme: windowBridge.window.desktop.widgetThemeName)
    let isNew = next != appearance
    appearance = next
    windowBridge.host.stage.setPalette(next.palette)
    onChange()
    guard isNew else { return }
    log.trace("appearance name=\(next.rawValue)")
    if choice == .auto { StateFile.write(Self.stateFileName, Array((next.rawValue + "\n").utf8)) }
  }

  private func applyScales() {
    guard let windowBridge else { return }
    windowBridge.chosenScale = scale.pixelsPerPoint
    // A scale that the user chose replaces the desktop's DPI, and with it the desktop's factor of
    // text sizes that the DPI may include.
    windowBridge.textScale = textScale.factor(
      desktop: desktop?.textScale,
      isDesktopFactorInUIScale: scale.pixelsPerPoint == nil
        && windowBridge.window.desktop.hasScaledText)
  }
}
