package import ColorManagement
package import Geometry
package import Pixels
package import Resampling

/// An animation as a sequence of complete pictures, which are decoded one after the other.
package protocol FrameStream: AnyObject {
  /// The size of every picture in pixels, in stored orientation.
  var size: PixelSize { get }
  /// The orientation of the file, which turns the pictures upright.
  var orientation: Orientation { get }
  /// The colour space of the pictures; nil when the caller must read it from the header of the
  /// file.
  var colors: PictureColorSpace? { get }
  /// Number of pictures. It may decrease when the file turns out to be shorter.
  var count: Int { get }
  /// Number of times the whole animation is played, 0 for endless.
  var iterationCount: Int { get }
  /// Whether the file ends before the last frame of the animation does.
  var isTruncated: Bool { get }
  /// Index of the picture that ``advanceReturningDuration()`` makes next.
  var nextIndex: Int { get }
  /// The last picture that was made, premultiplied; valid until the next one is made.
  var picture: PixelView { get }
  /// Moves the stream to the picture at index `target`, or to one before it, as near as possible
  /// without making pictures.
  func seek(toOrBefore target: Int)
  /// Makes the next picture.
  ///
  /// - Returns: its duration in milliseconds as stated in the file; nil at the end.
  func advanceReturningDuration() -> Int?
  /// Whether the pictures have samples of more than eight bits, all of which the colour conversion
  /// needs: ``picture`` must then be made by ``render(by:)``.
  var exceedsEightBits: Bool { get }
  /// Makes ``picture`` from the samples of the last frame, when ``exceedsEightBits``.
  ///
  /// - Parameter conversion: the conversion of samples of 16 bits to the target colours; nil when
  ///   the pixels stay in the colours of the file.
  func render(by conversion: ColorConversion?)
}

extension FrameStream {
  package var colors: PictureColorSpace? { nil }
  package var exceedsEightBits: Bool { false }
  package func render(by conversion: ColorConversion?) {}
}

/// The stored frames of an animation: rectangles to be composed on a canvas.
package protocol FrameSource: AnyObject {
  /// The size of the canvas in pixels.
  var size: PixelSize { get }
  /// The orientation of the file, which turns the canvas upright.
  var orientation: Orientation { get }
  /// The parameters of each stored frame, in the order of the file.
  var frames: [StoredFrame] { get }
  /// Number of times the whole animation is played, 0 for endless.
  var iterationCount: Int { get }
  /// Whether the file ends before the last frame of the animation does.
  var isTruncated: Bool { get }
  /// Paints the stored frame `index` on the canvas: the part of it that the file contains and that
  /// lies inside the canvas.
  func paint(_ index: Int, on canvas: PixelBuffer)
}

/// The position, duration and treatment of one stored frame of an animation.
package struct StoredFrame {
  /// The treatment of a frame's area before the next frame is painted.
  package enum Disposal {
    /// The frame stays on the canvas.
    case keep
    /// The area of the frame becomes transparent.
    case clear
    /// The area of the frame gets the pixels that it had before the frame.
    case restorePrevious
  }
  /// The x coordinate of the frame's top left corner on the canvas, in pixels. The frame may extend
  /// beyond the canvas.
  package var x: Int
  /// The y coordinate of the frame's top left corner on the canvas, in pixels.
  package var y: Int
  package var size: PixelSize
  package var durationInMilliseconds: Int
  package var disposal: Disposal
  /// Whether every pixel in the frame's rectangle replaces that of the canvas, without blending.
  package var replacesAllPixels: Bool

  package init(
    x: Int, y: Int, size: PixelSize, durationInMilliseconds: Int, disposal: Disposal,
    replacesAllPixels: Bool
  ) {
    self.x = x
    self.y = y
    self.size = size
    self.durationInMilliseconds = durationInMilliseconds
    self.disposal = disposal
    self.replacesAllPixels = replacesAllPixels
  }

  /// The columns of a canvas of the given size that the frame covers, in pixels.
  package func columns(on canvas: PixelSize) -> Range<Int> {
    (min(x, canvas.width)..<min(x + size.width, canvas.width))
  }
  package func rows(on canvas: PixelSize) -> Range<Int> {
    (min(y, canvas.height)..<min(y + size.height, canvas.height))
  }
  /// Whether the frame covers a whole canvas of the given size.
  func covers(_ canvas: PixelSize) -> Bool {
    columns(on: canvas) == 0..<canvas.width && rows(on: canvas) == 0..<canvas.height
  }
}
