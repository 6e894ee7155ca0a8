public import Imaging
public import PhotoBrowser
public import Pixels

/// The frames of an animation, from the pipeline's helper: for an ``AnimationPlayer``.
public final class PipelineFrames: PictureFrames {
  /// Pixels of a picture up to which it is worth having every frame at its natural size when it is
  /// zoomed in: 16 million, 64 MB a frame.
  private static let mostPixels = 16_000_000

  /// Enlarged by more than this, frames are worth replacing by ones with more detail.
  private static let slack = 1.02

  /// The box the picture is seen in, in device pixels.
  public var box: PixelSize {
    didSet { if box != oldValue { boxDidChange() } }
  }
  /// The frame that is seen.
  public var head = 0 {
    didSet { frames?.head = head }
  }
  /// Called when there are more frames, or will be none any more.
  public var onChange: (() -> Void)?

  private let pipeline: ImagePipeline
  private let path: FilePathBytes
  private let naturalSize: PixelSize
  private var frames: AnimationFrames?

  /// Makes the frames of the picture at `path`; none is decoded yet.
  ///
  /// - Parameter box: the page, in device pixels.
  public init(
    _ path: FilePathBytes, naturalSize: PixelSize, box: PixelSize, pipeline: ImagePipeline
  ) {
    self.path = path
    self.naturalSize = naturalSize
    self.box = box
    self.pipeline = pipeline
  }

  /// How many there are; nil while that is not known.
  public var count: Int? { frames?.count }
  /// How often they play in all, 0 for ever; nil while that is not known.
  public var plays: Int? { frames?.plays }

  /// Frame `index`; nil when it is not there.
  public func frame(_ index: Int) -> PictureFrame? {
    guard let frames, let frame = frames.frame(index) else { return nil }
    return PictureFrame(
      Picture(frame.bitmap, naturalSize: frames.naturalSize), milliseconds: frame.milliseconds)
  }

  /// Opens the file and decodes ahead.
  public func begin() {
    guard frames == nil else { return }
    let frames = pipeline.frames(of: path, naturalSize: naturalSize, target: box)
    frames.onChange = { [weak self] in self?.onChange?() }
    frames.head = head
    self.frames = frames
  }

  /// Closes the file and gives all memory back.
  public func end() {
    frames?.cancel()
    frames = nil
  }

  /// Frames are fetched anew only where the picture has more pixels to give.
  private func boxDidChange() {
    guard let frames, let area = naturalSize.area, area <= Self.mostPixels else { return }
    let across = Double(frames.target.width) / Double(max(1, naturalSize.width))
    let down = Double(frames.target.height) / Double(max(1, naturalSize.height))
    let scale = min(across, down)
    guard scale < 1, Double(box.width) > Double(naturalSize.width) * scale * Self.slack else {
      return
    }
    frames.target = naturalSize
  }
}
