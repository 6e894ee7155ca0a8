/// A running request. Its owner cancels it when nobody needs the picture any more.
@MainActor
public final class ImageTask {
  /// What was asked.
  public let request: ImageRequest
  /// How soon it is needed; may be changed at any time.
  public var priority: ImagePriority {
    didSet { if priority != oldValue { pipeline?.priorityChanged() } }
  }
  /// True when there will be no further update.
  public private(set) var isFinished = false

  private weak var pipeline: ImagePipeline?
  private var update: (@MainActor (ImageUpdate) -> Void)?
  var works: [DecodeWork] = []

  init(
    _ request: ImageRequest, pipeline: ImagePipeline,
    update: @escaping @MainActor (ImageUpdate) -> Void
  ) {
    self.request = request
    self.pipeline = pipeline
    self.update = update
    priority = request.priority
  }

  /// Ends the request: no further update comes, and work nobody else wants is dropped.
  public func cancel() {
    guard !isFinished else { return }
    finish()
    pipeline?.priorityChanged()
  }

  func deliver(_ what: ImageUpdate) {
    guard !isFinished, let update else { return }
    if case .preview = what, request.purpose != .glance {} else { finish() }
    update(what)
  }

  private func finish() {
    isFinished = true
    update = nil
    for work in works { work.remove(self) }
    works = []
  }
}
