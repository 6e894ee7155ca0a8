public import Geometry
public import Pixels

/// The initial properties of a window.
public struct WindowConfiguration {
  /// The title of the window.
  public var title: String
  /// The size of the client area in device pixels.
  public var size: PixelSize
  /// The position of the top left corner on the X screen, in device pixels; nil lets the window
  /// manager choose.
  public var position: Point?
  /// The minimum size of the client area when the user resizes the window, in device pixels.
  public var minimumSize: PixelSize
  /// Whether the window starts fullscreen.
  public var isFullscreen: Bool
  /// Whether the window starts maximised.
  public var isMaximized: Bool
  /// The background colour until the first frame, premultiplied 0xAARRGGBB; nil for none.
  public var background: UInt32?
  /// The instance name, the first part of `WM_CLASS`.
  public var instanceName: String
  /// The class name of the application, the second part of `WM_CLASS`.
  public var className: String
  /// The role of the window in the program (`WM_WINDOW_ROLE`), by which session managers recognise
  /// it.
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

/// A window's icon in one size.
public struct WindowIcon {
  /// The width and height of the icon in pixels.
  public var size: PixelSize
  /// The pixels row by row as 0xAARRGGBB, *not* premultiplied.
  public var pixels: [UInt32]

  /// Makes an icon of width × height `pixels`, which are given row by row as 0xAARRGGBB, not
  /// premultiplied.
  ///
  /// - Precondition: The number of `pixels` is that of `size`.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(size.area == pixels.count, "\(pixels.count) pixels for \(size)")
    self.size = size
    self.pixels = pixels
  }
}
