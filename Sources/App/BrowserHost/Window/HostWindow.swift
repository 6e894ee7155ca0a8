package import Geometry
package import Pixels
package import Windowing

/// The window of the system under a ``WindowBridge``, or ``MemoryWindow`` in its place.
package protocol HostWindow: AnyObject {
  var delegate: (any WindowDelegate)? { get set }
  /// The desktop that the window is on.
  var desktop: any HostDesktop { get }
  /// The input of composed text; nil where there is none.
  var composedText: TextInput? { get }
  /// The size of the content in device pixels.
  var size: PixelSize { get }
  var isFullscreen: Bool { get }
  var isMaximized: Bool { get }
  var isFocused: Bool { get }
  /// Whether the pixels have an alpha channel.
  var isTranslucent: Bool { get }
  /// The ICC profile of the window's monitor; nil when it has none.
  var profile: [UInt8]? { get }
  /// The frame of the content on the screen, in device pixels.
  var frameOnScreen: Rect { get }
  /// Whether requested frames are held back. Default: false.
  var holdsFrames: Bool { get set }
  /// The words of the command line that shows the current content again. Default: none.
  var restoreCommand: () -> [[UInt8]] { get set }
  /// The window as the parent of dialogs of the desktop portal.
  var portalParent: String { get }
  /// The server time of the user's last action, in milliseconds; 0 before the first.
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

/// The desktop that a window is on, or recorded settings in its place.
package protocol HostDesktop {
  /// The device pixels per point on the monitor of the window.
  var uiScale: Double { get }
  /// The size of the monitor with the largest part of a frame on the screen, both in device pixels.
  func monitorSize(under frame: Rect) -> Size
  /// Whether a compositor is running.
  var isCompositing: Bool { get }
  /// Whether the desktop wants animations.
  var areAnimationsEnabled: Bool { get }
  /// Whether ``uiScale`` holds the desktop's factor of text sizes.
  var hasScaledText: Bool { get }
  /// The longest time between the two clicks of a double click, in seconds; nil when the desktop
  /// sets none.
  var doubleClickTime: Double? { get }
  /// The distance after which a drag begins, in device pixels; nil when the desktop sets none.
  var dragThreshold: Double? { get }
  /// The name of the desktop's theme of controls; nil when the desktop names none.
  var themeName: String? { get }
  /// Sends the buffered requests.
  func flush()
  /// Performs the setup that the first frame does not need.
  func finishSetup()
}

/// The desktop around a window: the settings of the display, at the scale of the window's monitor.
struct WindowDesktop: HostDesktop {
  let window: Window

  private var display: DisplayConnection { window.display }

  var uiScale: Double { window.uiScale }
  var hasScaledText: Bool { window.hasScaledText }
  var dragThreshold: Double? { window.dragThreshold }
  var isCompositing: Bool { display.isCompositing }
  var areAnimationsEnabled: Bool { display.areAnimationsEnabled }
  var doubleClickTime: Double? { display.doubleClickTime }
  var themeName: String? { display.themeName }

  func monitorSize(under frame: Rect) -> Size {
    let monitors = display.monitors
    return monitors.indexOfMonitor(under: frame).map { monitors[$0].frame.size }
      ?? display.screenSize
  }

  func flush() { display.flush() }
  func finishSetup() { display.finishSetup() }
}
