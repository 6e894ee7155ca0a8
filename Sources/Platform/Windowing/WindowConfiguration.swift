public import Geometry
public import Pixels

/// What a window is made with.
public struct WindowConfiguration {
  /// The title, shown by the window manager.
  public var title: String
  /// The size inside the decoration, device pixels.
  public var size: PixelSize
  /// The top left corner on the screen, device pixels; nil lets the window manager choose.
  public var position: Point?
  /// The smallest size a person can give it, device pixels.
  public var minimumSize: PixelSize
  /// True to begin covering the screen.
  public var isFullscreen: Bool
  /// True to begin as large as panels allow.
  public var isMaximized: Bool
  /// What the server paints it with until the first frame, 0xAARRGGBB premultiplied; nil: nothing.
  public var background: UInt32?
  /// The resource name, first half of `WM_CLASS`.
  public var instanceName: String
  /// The application's name, second half of `WM_CLASS`.
  public var className: String

  /// Makes a configuration; 800 × 600 wherever the window manager likes unless given.
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
  /// Width and height in pixels.
  public var size: PixelSize
  /// The pixels row by row as 0xAARRGGBB, *not* premultiplied.
  public var pixels: [UInt32]

  /// Makes an icon; `pixels` holds width × height values.
  public init(size: PixelSize, pixels: [UInt32]) {
    precondition(size.area == pixels.count, "\(pixels.count) pixels for \(size)")
    self.size = size
    self.pixels = pixels
  }
}
