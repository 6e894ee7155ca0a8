/// A picture loader whose function is asynchronous.
///
///     let loader = AsyncPictureLoader { request, update in
///       let bytes = try await download(request.name) { share in
///         update(.progress(Picture.Progress(share: share)))
///       }
///       return try await decode(bytes)
///     }
///
/// The function runs in a task of the main actor for each request. The task is cancelled together
/// with the request; updates and results that come later are dropped. An error that the function
/// throws becomes the message of the page: a ``FailureMessage`` as it is, any other error by its
/// description.
public final class AsyncPictureLoader: PictureLoader {
  /// An asynchronous function that returns the requested picture.
  ///
  /// - Parameter update: receives the progress and preliminary pictures; optional to call.
  public typealias Load =
    @MainActor (
      _ request: Picture.Request, _ update: @escaping @MainActor (Picture.Update) -> Void
    ) async throws -> Picture

  private let loadPicture: Load

  /// The receiver of the updates of a request; it drops updates after the end of the request.
  private final class Receiver {
    private var update: (@MainActor (Picture.Update) -> Void)?

    init(_ update: @escaping @MainActor (Picture.Update) -> Void) { self.update = update }

    func receive(_ received: Picture.Update) {
      let update = update
      switch received {
      case .progress, .partial: break
      case .finished, .failed: end()
      }
      update?(received)
    }

    func end() { update = nil }
  }

  /// Makes a loader that calls `load` for every request.
  public init(_ load: @escaping Load) { loadPicture = load }

  public func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load {
    let receiver = Receiver(update)
    let task = Task { [loadPicture] in
      do {
        receiver.receive(.finished(try await loadPicture(request) { receiver.receive($0) }))
      } catch let failure as FailureMessage {
        receiver.receive(.failed(failure))
      } catch {
        receiver.receive(.failed(FailureMessage(sentence: "\(error)")))
      }
    }
    return Picture.Load {
      receiver.end()
      task.cancel()
    }
  }
}
