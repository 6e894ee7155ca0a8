/// A running request. The owner cancels it when the picture is no longer needed.
@MainActor
public final class ImageTask {
  /// The request that the task was made with.
  public let request: ImageRequest
  /// The urgency; it may change at any time.
  public var priority: ImagePriority {
    didSet { if priority != oldValue { dispatcher?.dispatch() } }
  }
  /// Whether no further update will come.
  public private(set) var isFinished = false

  /// Whether a helper is working on the request.
  package var isDecoding: Bool { works.contains(where: \.isRunning) }

  private weak var dispatcher: DecodeDispatcher?
  /// The quality of the best preview delivered so far.
  private var bestPreview: DecodedImage.Quality?
  private var update: (@MainActor (ImageUpdate) -> Void)?
  /// The unfinished decodes for the request.
  var works: [DecodeWork] = []
  /// Whether the file has been examined.
  private(set) var hasBegun = false
  /// The timeout of examining the file, for a disk that does not respond.
  var looking: Cancellation?

  init(
    _ request: ImageRequest, dispatcher: DecodeDispatcher?,
    update: @escaping @MainActor (ImageUpdate) -> Void
  ) {
    self.request = request
    self.dispatcher = dispatcher
    self.update = update
    priority = request.priority
  }

  /// Cancels the request: no further update comes, and decodes without other requests are dropped.
  public func cancel() {
    guard !isFinished else { return }
    finish()
    dispatcher?.dispatch()
  }

  func deliver(_ what: ImageUpdate) {
    guard !isFinished, let update else { return }
    if case .preview(let image) = what {
      // An incomplete picture must not replace a thumbnail of the whole.
      if let bestPreview, image.quality < bestPreview { return }
      bestPreview = image.quality
    }
    if case .preview = what, !request.purpose.endsWithPreview {} else { finish() }
    update(what)
  }

  /// Records that the pipeline has examined the file, so that the decode may begin.
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
