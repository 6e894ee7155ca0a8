extension Picture {
  /// An update of a request for a picture. A request gets any number of `progress` and `partial`
  /// updates, then one `finished` or `failed`.
  nonisolated public enum Update: Sendable {
    /// The loading of the picture has progressed.
    case progress(Picture.Progress)
    /// A preliminary picture: the whole picture at low resolution, or a part of the final one.
    case partial(Picture)
    /// The picture is complete.
    case finished(Picture)
    /// The loading of the picture has failed.
    case failed(FailureMessage)
  }
}

/// A loader of pictures, for instance from files, from the network, or drawn by code. The host
/// implements the protocol; ``AsyncPictureLoader`` does so with an asynchronous function.
public protocol PictureLoader: AnyObject {
  /// Begins to load the requested picture. Updates come on the main actor, the first ones possibly
  /// before this method returns; no update comes after the load was cancelled.
  func load(
    _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
  ) -> Picture.Load
  /// The requested picture if it is available without delay; nil otherwise. Default: nil.
  func cached(_ request: Picture.Request) -> Picture?
  /// Whether the requested picture can be loaded without a transfer, as from a cache on disk.
  /// Default: whether ``cached(_:)`` returns it.
  func isStored(_ request: Picture.Request) -> Bool
}

extension PictureLoader {
  public func cached(_ request: Picture.Request) -> Picture? { nil }
  /// Returns true when ``cached(_:)`` returns a picture.
  public func isStored(_ request: Picture.Request) -> Bool { cached(request) != nil }
}

extension Picture {
  /// A running request for a picture. It is cancelled by ``cancel()``, and when its last reference
  /// is released.
  @MainActor
  public final class Load {
    private var onCancel: (() -> Void)?

    /// Makes the handle of a request.
    ///
    /// - Parameter onCancel: called at most once, when the request is cancelled or the handle is
    ///   released; also after the last update.
    public init(onCancel: @escaping () -> Void = {}) { self.onCancel = onCancel }

    isolated deinit { cancel() }

    /// Cancels the request; no further update comes.
    public func cancel() {
      let end = onCancel
      onCancel = nil
      end?()
    }
  }
}
