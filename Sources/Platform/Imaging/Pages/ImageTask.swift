/// A running picture request. The owner cancels it when the picture is no longer needed.
@MainActor
public final class ImageTask {
  /// The request as it was made; its priority does not follow ``priority``.
  public let request: ImageRequest
  /// The present urgency, which the owner may change at any time. Default: that of ``request``.
  public var priority: ImagePriority {
    didSet { if priority != oldValue { dispatcher?.dispatch() } }
  }
  /// Whether the last update was delivered, or the request was cancelled.
  public private(set) var isFinished = false

  /// Whether a helper is decoding the picture or a preview for the request.
  package var isDecoding: Bool { works.contains(where: \.isRunning) }

  private weak var dispatcher: DecodeDispatcher?
  /// The quality of the best preview delivered so far; nil before the first.
  private var bestPreview: DecodedImage.Quality?
  private var update: (@MainActor (ImageUpdate) -> Void)?
  /// The unfinished decodes whose results the request receives.
  var works: [DecodeWork] = []
  /// Whether the file was examined, so that its decodes are known.
  private(set) var isFileExamined = false
  /// The timer that fails the request when the disk does not respond to the examination of the
  /// file; nil without one.
  var examinationTimeout: Cancellation?

  init(
    _ request: ImageRequest, dispatcher: DecodeDispatcher?,
    update: @escaping @MainActor (ImageUpdate) -> Void
  ) {
    self.request = request
    self.dispatcher = dispatcher
    self.update = update
    priority = request.priority
  }

  /// Ends the request: no further update is delivered, and queued decodes that no other request
  /// needs are dropped.
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

  /// Records that the file was examined, and stops the timer of the examination.
  func recordExamination() {
    isFileExamined = true
    examinationTimeout?.cancel()
    examinationTimeout = nil
  }

  private func finish() {
    isFinished = true
    examinationTimeout?.cancel()
    examinationTimeout = nil
    update = nil
    for work in works { work.remove(self) }
    works = []
  }
}
