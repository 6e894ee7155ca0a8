package import Geometry
package import Pixels
package import Windowing

/// The system window of a ``WindowBridge``; ``MemoryWindow`` replaces it where nothing is on a
/// screen.
package protocol HostWindow: AnyObject {
  var delegate: (any WindowDelegate)? { get set }
  /// The desktop that the window is on.
  var desktop: any HostDesktop { get }
  /// The connection with the input method; nil when the window takes no composed text.
  var composedText: TextInput? { get }
  /// The size of the content in device pixels.
  var size: PixelSize { get }
  var isFullscreen: Bool { get }
  var isMaximized: Bool { get }
  var isFocused: Bool { get }
  /// Whether the pixels of the window have an alpha channel.
  var isTranslucent: Bool { get }
  /// The ICC profile of the window's monitor; nil when it has none.
  var profile: [UInt8]? { get }
  /// The frame of the content on the screen, in device pixels.
  var frameOnScreen: Rect { get }
  /// The device pixels per point that the user has chosen in place of ``HostDesktop/uiScale``; they
  /// determine the size of the mouse cursor. Default: nil, for those of the desktop.
  var chosenScale: Double? { get set }
  /// Whether requested frames are delayed until the property becomes false. Default: false.
  var holdsFrames: Bool { get set }
  /// A function that returns the command line which shows the current content again, as byte
  /// strings. Default: returns none.
  var restoreCommand: () -> [[UInt8]] { get set }
  /// The identifier of the window as the parent of the desktop portal's dialogs.
  var portalParent: String { get }
  /// The X server time of the user's last action, in milliseconds; 0 before the first action.
  var lastUserActionTime: UInt32 { get }

  func show()
  func close()
  func activate(startupID: String?)
  func setFullscreen(_ isOn: Bool)
  func setTitle(_ title: String)
  func setIcon(_ icons: [WindowIcon])
  func setCursor(_ cursor: Cursor)
  func setOpaque(_ isOpaque: Bool)
  func setSessionID(_ id: String)

  func requestFrame()
  func present(damage: [Rect], draw: (PixelBuffer, _ repaint: [Rect]) -> Void)
  func prepareForMotion()
  func prepareEarlyPresent() -> Bool
  func presentEarly(_ pixels: SharedPixels, at corner: Point) -> Bool

  @discardableResult func copy(_ forms: [ClipboardFormat]) -> Bool
  func clearClipboard()
  func readClipboard(then deliver: @escaping (OfferedData?) -> Void)
  func saveClipboard(then done: @escaping () -> Void)
  func acceptDrops(by handler: any DropHandler)
  func begin(_ drag: OutgoingDrag, pointer: Point) -> Bool
}

extension Window: HostWindow {
  package var desktop: any HostDesktop { WindowDesktop(window: self) }
  package var composedText: TextInput? { textInput }
}

/// The settings of the desktop that a window is on, or recorded settings in their place.
package protocol HostDesktop {
  /// The device pixels per point on the monitor of the window.
  var uiScale: Double { get }
  /// The size of the monitor that shows the largest part of `frame`, a rectangle on the screen;
  /// both in device pixels.
  func monitorSize(under frame: Rect) -> Size
  /// Whether a compositor is running.
  var isCompositing: Bool { get }
  /// Whether the desktop's settings allow animations.
  var areAnimationsEnabled: Bool { get }
  /// Whether ``uiScale`` already contains the desktop's factor of text sizes.
  var hasScaledText: Bool { get }
  /// The maximum time between the two presses of a double click, in seconds; nil when the desktop
  /// sets none.
  var doubleClickTime: Double? { get }
  /// The distance beyond which a press becomes a drag, in device pixels; nil when the desktop sets
  /// none.
  var dragThreshold: Double? { get }
  /// The name of the desktop's theme for widgets; nil when the desktop names none.
  var widgetThemeName: String? { get }
  /// Sends the buffered requests to the display server.
  func flush()
  /// Performs the setup of the display connection that the first frame does not need.
  func finishSetup()
}

/// The desktop of a system window: the settings of the display, in pixels of the window's monitor.
struct WindowDesktop: HostDesktop {
  let window: Window

  private var display: DisplayConnection { window.display }

  var uiScale: Double { window.uiScale }
  var hasScaledText: Bool { window.uiScaleIncludesTextScale }
  var dragThreshold: Double? { window.dragThreshold }
  var isCompositing: Bool { display.isCompositing }
  var areAnimationsEnabled: Bool { display.areAnimationsEnabled }
  var doubleClickTime: Double? { display.doubleClickTime }
  var widgetThemeName: String? { display.widgetThemeName }

  func monitorSize(under frame: Rect) -> Size {
    let monitors = display.monitors
    return monitors.indexOfMonitor(under: frame).map { monitors[$0].frame.size }
      ?? display.screenSize
  }

  func flush() { display.flush() }
  func finishSetup() { display.finishSetup() }
}
