public import Geometry
public import Pixels

/// The initial properties of a window.
public struct WindowConfiguration {
  /// The title of the window.
  public var title: String
  /// The size of the client area in device pixels.
  public var size: PixelSize
  /// The top left corner on the X screen, in device pixels; nil lets the window manager choose.
  public var position: Point?
  /// The minimum size for resizing by the user, in device pixels.
  public var minimumSize: PixelSize
  /// Whether the window starts fullscreen.
  public var isFullscreen: Bool
  /// Whether the window starts maximised.
  public var isMaximized: Bool
  /// The background until the first frame, 0xAARRGGBB premultiplied; nil for none.
  public var background: UInt32?
  /// The resource name, the first half of `WM_CLASS`.
  public var instanceName: String
  /// The application name, the second half of `WM_CLASS`.
  public var className: String
  /// The role among the windows of the program (`WM_WINDOW_ROLE`), by which sessions recognise it.
  package var role = "viewer"

  public init(
    title: String, size: PixelSize = PixelSize(width: 800, height: 600), position: Point? = nil,
    minimumSize: PixelSize = PixelSize(width: 160, height: 120), isFullscreen: Bool = false,
    isMaximized: Bool = false, background: UInt32? = nil, instanceName: String = "pbview",
    className: String = "Pbview"
  ) {
    self.title = title
    self.size = size
    self.position = position
    self.minimumSize = minimumSize
    self.isFullscreen = isFullscreen
    self.isMaximized = isMaximized
    self.background = background
    self.instanceName = instanceName
    self.className = className
  }
}

/// One size of a window's icon.
public struct WindowIcon {
  /// The size of the icon in pixels.
  public var size: PixelSize
  /// The pixels row by row as 0xAARRGGBB, *not* premultiplied.
  public var pixels: [UInt32]

  /// Makes an icon. `pixels` must hold width × height values.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(size.area == pixels.count, "\(pixels.count) pixels for \(size)")
    self.size = size
    self.pixels = pixels
  }
}
