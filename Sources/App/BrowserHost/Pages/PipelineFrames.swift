import Imaging
import PhotoBrowser
import Pixels

/// The frames of an animated file for an `AnimationPlayer`, decoded by the pipeline's helper.
final class PipelineFrames: Picture.Frames {
  /// The maximum number of pixels of a picture whose frames are decoded at natural size when it is
  /// zoomed in; 16 million pixels take 64 MB a frame.
  private static let maxPixels = 16_000_000

  /// The factor by which frames must be enlarged on the screen before frames of natural size
  /// replace them.
  private static let naturalSizeEnlargement = 1.02

  /// The box that the picture fills on the screen, in device pixels. A box larger than the frames
  /// makes them be decoded again at natural size.
  var box: PixelSize {
    didSet { if box != oldValue { boxDidChange() } }
  }
  /// The index of the current frame; decoding runs ahead of it.
  var head = 0 {
    didSet { frames?.head = head }
  }
  /// A closure called when more frames are available, or when no further frames will come.
  var onChange: (() -> Void)?

  private let pipeline: ImagePipeline
  private let path: FilePathBytes
  private let naturalSize: PixelSize
  private var frames: AnimationFrames?

  /// Makes the frames of the file at `path`; decoding starts with ``begin()``.
  ///
  /// - Parameter box: the box in device pixels into which the first frames are fitted.
  init(
    _ path: FilePathBytes, naturalSize: PixelSize, box: PixelSize, pipeline: ImagePipeline
  ) {
    self.path = path
    self.naturalSize = naturalSize
    self.box = box
    self.pipeline = pipeline
  }

  /// The number of frames; nil until the decoder knows it.
  var count: Int? { frames?.count }
  /// The number of times the animation plays in total, 0 for endless; nil until the decoder knows
  /// it.
  var iterationCount: Int? { frames?.iterationCount }

  /// The frame at `index`; nil while it is not decoded.
  func frame(_ index: Int) -> Picture.Frame? {
    guard let frames, let frame = frames.frame(index) else { return nil }
    return Picture.Frame(
      Picture(frame.bitmap, naturalSize: frames.naturalSize), milliseconds: frame.milliseconds)
  }

  /// Opens the file and starts to decode ahead of ``head``.
  func begin() {
    guard frames == nil else { return }
    let frames = pipeline.frames(of: path, naturalSize: naturalSize, target: box)
    frames.onChange = { [weak self] in self?.onChange?() }
    frames.head = head
    self.frames = frames
  }

  /// Closes the file and frees the memory of all frames.
  func end() {
    frames?.cancel()
    frames = nil
  }

  /// Decodes the frames again at natural size if ``box`` shows them enlarged and the picture has
  /// more detail.
  private func boxDidChange() {
    guard let frames, let area = naturalSize.area, area <= Self.maxPixels else { return }
    let across = Double(frames.target.width) / Double(max(1, naturalSize.width))
    let down = Double(frames.target.height) / Double(max(1, naturalSize.height))
    let scale = min(across, down)
    guard scale < 1,
      Double(box.width) > Double(naturalSize.width) * scale * Self.naturalSizeEnlargement
    else {
      return
    }
    frames.target = naturalSize
  }
}
