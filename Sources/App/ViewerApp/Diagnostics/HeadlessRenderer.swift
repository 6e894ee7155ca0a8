import BrowserCore
import BrowserHost
import DecoderWire
import Drawing
import Glibc
import Imaging
import Localization
import Motion
import PhotoBrowser
import Pixels
import Views

/// The option `--render`: draws a picture into a PNG file as its page shows the picture, without a
/// display.
final class HeadlessRenderer {
  private static let defaultSize = PixelSize(width: 1920, height: 1080)

  private let path: FilePath
  private let output: FilePath
  private let options: ViewerOptions
  private let pipeline: ImagePipeline
  private let bridge: LoopBridge
  private let log: Log

  /// The maximum enlargement of a picture's pixels at which the picture counts as sharp.
  private static let maxSharpEnlargement = 1.02
  /// The maximum time to wait for the sharp pixels of a strip, a panorama or a served picture, in
  /// seconds; after this time the picture is drawn with the pixels that have been decoded.
  private static let detailTimeout = 30.0
  /// The time of the frame that requests the sharp pixels, in seconds after the first frame. All
  /// motion of the page has ended by this time.
  private static let sharpRequestTime = 0.5

  init(
    path: FilePath, output: FilePath, options: ViewerOptions, pipeline: ImagePipeline,
    bridge: LoopBridge, log: Log
  ) {
    self.path = path
    self.output = output
    self.options = options
    self.pipeline = pipeline
    self.bridge = bridge
    self.log = log
  }

  /// Renders the picture and writes the PNG file.
  ///
  /// - Returns: the exit code of the program, an ``ExitCode``.
  func run() -> Int32 {
    let asked = options.size
    var size =
      asked.map { PixelSize(width: $0.width ?? 0, height: $0.height ?? 0) } ?? Self.defaultSize
    if let side = options.thumbnail {
      switch thumbnailSize(within: side) {
      case .success(let found): size = found
      case .failure(let failure):
        log.error("\(path.display): \(failure.sentence)")
        pipeline.stop()
        return ExitCode.nothingShown
      }
    }
    let source = FilePages(
      [path], pipeline: pipeline, loop: bridge, pageBox: PageBox.box(for: size, axis: options.axis))
    source.waitsForCompleteFiles = false
    let web = WebPictures(pipeline: pipeline, loop: bridge, configuration: options.web)
    source.enableDownloads(by: web) { [log] in log.info($0) }
    let browser = Browser(options: options.browserOptions)
    let stage = Stage(size: size.size)
    stage.root.add(browser)
    browser.frame = stage.bounds
    var isDone = false
    var isList = false
    source.observe { event in
      switch event {
      case .pictureStateChanged(.exact, _), .pictureStateChanged(.failed, _): isDone = true
      case .pictureStateChanged(.preview, _):
        isDone = isDone || Self.servedContent(of: browser) != nil
      case .collection: (isDone, isList) = (true, true)
      default: break
      }
    }
    browser.dataSource = source
    stage.update(at: FrameTime(presentation: .zero))
    if (browser.cell(at: 0) as? PhotoCell)?.content.zoomable != nil { isDone = true }
    bridge.run { isDone }
    defer {
      web.stop()
      pipeline.stop()
    }
    if case .failed(let message) = (browser.cell(at: 0) as? PhotoCell)?.content {
      log.error("\(path.display): \(message.sentence)")
      return ExitCode.nothingShown
    }
    guard isDone, !isList else {
      log.error(tr("{file}: no picture was received", ["file": path.display]))
      return ExitCode.nothingShown
    }
    waitForDetail(of: browser, on: stage, from: source)
    return write(stage, size: size)
  }

  /// The size of the picture in pixels, reduced to fit into a square with this side in pixels; the
  /// reason when the picture cannot be decoded.
  private func thumbnailSize(within side: Int) -> Result<PixelSize, DecodeFailure> {
    var natural: PixelSize?
    var failure = DecodeFailure(.damaged)
    var isDone = false
    let request = ImageRequest(
      path: path.key, target: PixelSize(width: side, height: side), purpose: .page)
    let task = pipeline.request(request) { update in
      switch update {
      case .preview(let image), .exact(let image): natural = image.info.naturalSize
      case .failed(let reason): failure = reason
      }
      isDone = true
    }
    bridge.run { isDone }
    task.cancel()
    guard let natural, natural.width >= 1, natural.height >= 1 else { return .failure(failure) }
    let scale = min(1, Double(side) / Double(max(natural.width, natural.height)))
    return .success(
      PixelSize(
        width: max(1, Int((Double(natural.width) * scale).rounded())),
        height: max(1, Int((Double(natural.height) * scale).rounded()))))
  }

  /// Waits for the sharp pixels of the visible part of a strip, a panorama or a served picture,
  /// which the page shows larger than the picture that is decoded first.
  private func waitForDetail(of browser: Browser, on stage: Stage, from source: FilePages) {
    let zoom = browser.state.zoom(of: 0)
    let served = Self.servedContent(of: browser)?.wholePicture
    guard zoom.levels.readingAxis != nil || served != nil,
      let cell = browser.cell(at: 0) as? PhotoCell, cell.animation == nil,
      (served ?? cell.stillPicture)?.isSharp(at: zoom.targetScale / Self.maxSharpEnlargement)
        != true
    else { return }
    var isDone = false
    source.observe { event in
      guard case .pictureStateChanged(let state, _) = event else { return }
      isDone = isDone || state == .exact || state == .sharp || state == .failed
    }
    let timeout = bridge.schedule(after: Self.detailTimeout) { isDone = true }
    defer { timeout.cancel() }
    stage.update(at: FrameTime(presentation: Timestamp(seconds: Self.sharpRequestTime)))
    bridge.run { isDone }
  }

  /// The content of the page when an image server gives its picture in tiles; nil for other
  /// pictures.
  private static func servedContent(of browser: Browser) -> TiledContent? {
    guard let cell = browser.cell(at: 0) as? PhotoCell, case .zoomable(let content) = cell.content
    else { return nil }
    return content as? TiledContent
  }

  private func write(_ stage: Stage, size: PixelSize) -> Int32 {
    guard let (stride, total) = CheckedSize.byteCount(size) else {
      log.error(tr("{width}x{height} is too large", ["width": size.width, "height": size.height]))
      return ExitCode.wrongUsage
    }
    stage.update(at: FrameTime(presentation: Timestamp(seconds: 1)))
    let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: total, alignment: 64)
    defer { memory.deallocate() }
    guard let base = memory.baseAddress else { return ExitCode.nothingShown }
    memory.initializeMemory(as: UInt8.self, repeating: 0)
    let buffer = PixelBuffer(size: size, stride: stride, bytes: base)
    stage.draw(into: buffer, repaint: [stage.bounds])
    let descriptor = output.withCString {
      open($0, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    }
    guard descriptor >= 0 else {
      log.error("\(output.display): \(String(cString: strerror(errno)))")
      return ExitCode.nothingShown
    }
    defer { close(descriptor) }
    do {
      try PNGWriter.write(buffer, toDescriptor: descriptor)
      return ExitCode.done
    } catch {
      log.error("\(output.display): \(error)")
      return ExitCode.nothingShown
    }
  }
}
