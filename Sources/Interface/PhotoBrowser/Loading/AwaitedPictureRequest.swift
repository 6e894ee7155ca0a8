extension PictureLoader {
  /// Loads a picture and waits for it, for instance in the function of an ``AsyncPictureLoader``.
  /// The request is cancelled together with the task.
  ///
  /// - Parameter update: receives the progress and preliminary pictures. Default: does nothing.
  /// - Throws: the ``FailureMessage`` of the loader, or `CancellationError`.
  public func picture(
    for request: Picture.Request,
    update: @escaping @MainActor (Picture.Update) -> Void = { _ in }
  ) async throws -> Picture {
    try Task.checkCancellation()
    let awaited = AwaitedPictureRequest(update)
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { awaited.begin(request, by: self, $0) }
    } onCancel: {
      Task { @MainActor in awaited.cancel() }
    }
  }
}

/// A request for whose result a task waits.
private final class AwaitedPictureRequest {
  private let update: @MainActor (Picture.Update) -> Void
  private var load: Picture.Load?
  /// The continuation of the waiting task; nil when the request has ended.
  private var continuation: CheckedContinuation<Picture, any Error>?

  init(_ update: @escaping @MainActor (Picture.Update) -> Void) { self.update = update }

  func begin(
    _ request: Picture.Request, by loader: any PictureLoader,
    _ continuation: CheckedContinuation<Picture, any Error>
  ) {
    self.continuation = continuation
    let load = loader.load(request) { [weak self] in self?.receive($0) }
    // The request may have ended during the call of `load`.
    if self.continuation != nil { self.load = load }
  }

  func cancel() {
    load?.cancel()
    end(.failure(CancellationError()))
  }

  private func receive(_ received: Picture.Update) {
    guard continuation != nil else { return }
    switch received {
    case .progress, .partial: update(received)
    case .finished(let picture): end(.success(picture))
    case .failed(let failure): end(.failure(failure))
    }
  }

  private func end(_ result: Result<Picture, any Error>) {
    let waiting = continuation
    (continuation, load) = (nil, nil)
    waiting?.resume(with: result)
  }
}
