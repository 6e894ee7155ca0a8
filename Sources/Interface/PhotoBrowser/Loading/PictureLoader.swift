/// What a loader tells of a request: any number of the first two, then one of the last two.
nonisolated public enum PictureUpdate: Sendable {
  /// More of it is there.
  case progress(LoadProgress)
  /// Something of it can be seen: all of it coarsely, or a part.
  case partial(Picture)
  /// It is there.
  case finished(Picture)
  /// It will not come.
  case failed(FailureMessage)
}

/// Fetches pictures. The host brings its own: from files, the network, or made by code.
public protocol PictureLoader: AnyObject {
  /// Begins to fetch. Updates come on the main actor, the first ones perhaps before this returns;
  /// none comes after the task was cancelled.
  func load(
    _ request: PictureRequest, update: @escaping @MainActor (PictureUpdate) -> Void
  ) -> PictureTask
  /// The picture, if it is at hand at once. Default: nil.
  func cached(_ request: PictureRequest) -> Picture?
  /// True when it would come without a transfer, as from a cache on disk. Default: when it is at
  /// hand.
  func isStored(_ request: PictureRequest) -> Bool
}

extension PictureLoader {
  /// Nothing is at hand.
  public func cached(_ request: PictureRequest) -> Picture? { nil }
  /// Only what is at hand.
  public func isStored(_ request: PictureRequest) -> Bool { cached(request) != nil }
}

/// A request under way. It ends when it is cancelled, and when nobody holds it any more.
@MainActor
public final class PictureTask {
  private var onCancel: (() -> Void)?

  /// Makes a task.
  ///
  /// - Parameter onCancel: called at most once, when the picture is not wanted any more. A loader
  ///   that has given its last update is called as well.
  public init(onCancel: @escaping () -> Void = {}) { self.onCancel = onCancel }

  isolated deinit { cancel() }

  /// Ends it: no further update comes.
  public func cancel() {
    let end = onCancel
    onCancel = nil
    end?()
  }
}
