/// A source of pictures from web addresses: a session, or a substitute for one.
package protocol WebLoading: AnyObject {
  /// Starts to load a picture; see ``WebSession/load(_:urgency:mustRevalidate:update:)``.
  func load(
    _ address: WebAddress, urgency: WebTask.Urgency, mustRevalidate: Bool,
    update: @escaping (WebUpdate) -> Void
  ) -> WebTask

  /// Removes a picture from the cache, so that it is requested from the server the next time.
  func forget(_ address: WebAddress)

  /// Cancels all downloads, without a last update.
  func stop()
}

/// The owner of requests, which is told when one of them is cancelled or becomes more urgent.
package protocol WebTaskOwner: AnyObject {
  func taskDidCancel(_ task: WebTask)
  func urgencyDidChange()
}

extension WebSession: WebLoading {}

extension WebSession: WebTaskOwner {}
