import Geometry
import Pixels
import Resampling

/// An animation as it is played: complete pictures, one after the other.
protocol FrameStream: AnyObject {
  /// Stored pixels of every picture.
  var size: PixelSize { get }
  /// How they are turned to be upright.
  var orientation: Orientation { get }
  /// The colours of the pictures; nil where the head of the file tells them.
  var colors: PictureColors? { get }
  /// Pictures there are. May shrink when the file turns out to end before.
  var count: Int { get }
  /// How often the animation plays in all, 0 for ever.
  var plays: Int { get }
  /// True when the file ends before the animation does.
  var isTruncated: Bool { get }
  /// The picture ``advance()`` makes.
  var next: Int { get }
  /// The picture made last, premultiplied; good until the next one is made.
  var picture: PixelView { get }
  /// Goes to `target`, or before it: as near as it can be reached without making pictures.
  func seek(to target: Int)
  /// Makes the next picture.
  ///
  /// - Returns: how long it is to be seen, in milliseconds as the file says; nil when there is none.
  func advance() -> Int?
}

extension FrameStream {
  var colors: PictureColors? { nil }
}

/// The pictures of an animation as they are stored: rectangles to be put over each other.
protocol FrameSource: AnyObject {
  /// Pixels of the canvas.
  var size: PixelSize { get }
  /// How the canvas is turned to be upright.
  var orientation: Orientation { get }
  /// What is known of each rectangle.
  var frames: [StoredFrame] { get }
  /// How often the animation plays in all, 0 for ever.
  var plays: Int { get }
  /// True when the file ends before the animation does.
  var isTruncated: Bool { get }
  /// Puts frame `index` on the canvas, as much of it as there is and as lies on the canvas.
  func paint(_ index: Int, on canvas: PixelBuffer)
}

/// One rectangle of an animation.
struct StoredFrame {
  /// What becomes of it before the next one is painted.
  enum Disposal {
    /// It stays.
    case keep
    /// Its rectangle becomes transparent.
    case clear
    /// Its rectangle becomes what it was before.
    case restore
  }
  /// Where it is on the canvas, in pixels; may reach beyond.
  var x: Int
  var y: Int
  var size: PixelSize
  /// How long it is seen, in milliseconds.
  var milliseconds: Int
  var disposal: Disposal
  /// True when every pixel of the rectangle is replaced, whatever was there.
  var replacesAll: Bool

  /// The part of it that lies on a canvas of `size`.
  func columns(on canvas: PixelSize) -> Range<Int> {
    (min(x, canvas.width)..<min(x + size.width, canvas.width))
  }
  func rows(on canvas: PixelSize) -> Range<Int> {
    (min(y, canvas.height)..<min(y + size.height, canvas.height))
  }
  /// True when nothing of the canvas lies outside.
  func covers(_ canvas: PixelSize) -> Bool {
    columns(on: canvas) == 0..<canvas.width && rows(on: canvas) == 0..<canvas.height
  }
}
