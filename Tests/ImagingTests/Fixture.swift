import DecoderWire
import Imaging
import Pixels

/// An image pipeline with fake helpers, a fake clock and a temporary folder.
@MainActor
final class Fixture {
  let loop = FakeLoop()
  let launcher = FakeLauncher()
  let folder = TestFolder()
  let pipeline: ImagePipeline
  let box = PixelSize(width: 100, height: 100)
  /// All updates in order, as "name kind".
  private(set) var log: [String] = []

  init(
    files: any FileQuerying = SynchronousFileQueries(),
    _ change: (inout ImagingConfiguration) -> Void = { _ in }
  ) {
    var configuration = ImagingConfiguration()
    configuration.fixedCacheBytes = 64 << 20
    change(&configuration)
    pipeline = ImagePipeline(
      configuration: configuration, loop: loop, launcher: launcher, files: files)
    pipeline.start()
  }

  /// The requests to all helpers, as "name kind", in order of their ids.
  var asked: [String] {
    launcher.helpers.flatMap(\.requests).sorted { $0.id < $1.id }
      .map { "\($0.nameHint) \($0.kind)" }
  }

  /// Decodes a first picture and lets the remaining helpers start.
  func warm() {
    ask(folder.file("first.png"))
    launcher.helpers[0].succeed()
    loop.advance(by: 0.1)
  }

  /// The running helper with an unanswered request for the file `name`; nil for none.
  func helper(holding name: String) -> FakeHelper? {
    launcher.helpers.last { !$0.isEnded && $0.isBusy && $0.last?.nameHint == name }
  }

  @discardableResult
  func askSmall(_ path: FilePathBytes, side: Int = 128, distance: Int = 0) -> ThumbnailTask {
    let request = ThumbnailRequest(path: path, side: side, distance: distance)
    return pipeline.thumbnail(request) { [weak self] in
      switch $0 {
      case .success(let thumbnail): self?.log.append("\(path.name) \(thumbnail.source)")
      case .failure(let failure): self?.log.append("\(path.name) \(failure.kind)")
      }
    }
  }

  @discardableResult
  func ask(
    _ path: FilePathBytes, _ purpose: ImageRequest.Purpose = .page,
    _ priority: ImagePriority = .visible, box: PixelSize? = nil
  ) -> ImageTask {
    let request = ImageRequest(
      path: path, target: box ?? self.box, purpose: purpose, priority: priority)
    return pipeline.request(request) { [weak self] update in
      switch update {
      case .preview: self?.log.append("\(path.name) preview")
      case .exact: self?.log.append("\(path.name) exact")
      case .failed(let failure): self?.log.append("\(path.name) \(failure.kind)")
      }
    }
  }
}
