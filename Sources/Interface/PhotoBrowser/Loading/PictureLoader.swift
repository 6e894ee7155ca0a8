extension Picture {
  /// An update of a request. A request gets any number of `progress` and `partial` updates, then
  /// one `finished` or `failed`.
  nonisolated public enum Update: Sendable {
    /// Loading has progressed.
    case progress(Picture.Progress)
    /// A preliminary picture: the whole at low resolution, or a part of the final one.
    case partial(Picture)
    /// The picture is complete.
    case finished(Picture)
    /// Loading has failed.
    case failed(FailureMessage)
  }
}

/// A loader of pictures, for instance from files, from the network, or drawn by code. The host
/// implements it; ``AsyncPictureLoader`` does so with an asynchronous function.
public protocol PictureLoader: AnyObject {
  /// Begins to load. Updates come on the main actor, the first ones possibly before this method
  /// returns; no update comes after the load was cancelled.
  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load
  /// The picture if it is available immediately; nil otherwise. Default: nil.
  func cached(_ request: Picture.Request) -> Picture?
  /// True when the picture can be loaded without a transfer, as from a cache on disk. Default: true
  /// if ``cached(_:)`` returns it.
  func isStored(_ request: Picture.Request) -> Bool
}

extension PictureLoader {
  public func cached(_ request: Picture.Request) -> Picture? { nil }
  /// Returns true when ``cached(_:)`` returns a picture.
  public func isStored(_ request: Picture.Request) -> Bool { cached(request) != nil }
}

extension Picture {
  /// A request in progress. It is cancelled by ``cancel()`` and when its last reference is
  /// released.
  @MainActor
  public final class Load {
    private var onCancel: (() -> Void)?

    /// Makes a load.
    ///
    /// - Parameter onCancel: called at most once, when the load is cancelled or released; also
    ///   after the last update.
    public init(onCancel: @escaping () -> Void = {}) { self.onCancel = onCancel }

    isolated deinit { cancel() }

    /// Cancels the request: no further update comes.
    public func cancel() {
      let end = onCancel
      onCancel = nil
      end?()
    }
  }
}
