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

  /// True when a helper is busy with it.
  package var isUnderWay: Bool { works.contains { $0.state == .running } }

  private weak var pipeline: ImagePipeline?
  /// What the best preview so far was worth.
  private var bestPreview: DecodedImage.Worth?
  private var update: (@MainActor (ImageUpdate) -> Void)?
  var works: [DecodeWork] = []
  /// True when it is known which file it is for.
  private(set) var hasBegun = false
  /// Ends the request when the disk does not answer.
  var looking: Cancellation?

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
    if case .preview(let image) = what {
      // A part of the picture must not take the place of a thumbnail of all of it.
      if let bestPreview, image.worth < bestPreview { return }
      bestPreview = image.worth
    }
    if case .preview = what, request.purpose != .glance {} else { finish() }
    update(what)
  }

  /// The disk has answered.
  func begin() {
    hasBegun = true
    looking?.cancel()
    looking = nil
  }

  private func finish() {
    isFinished = true
    looking?.cancel()
    looking = nil
    update = nil
    for work in works { work.remove(self) }
    works = []
  }
}
