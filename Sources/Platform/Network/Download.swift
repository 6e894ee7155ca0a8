/// The download of one web address, shared by all tasks that wait for its picture.
final class Download {
  let address: WebAddress
  /// The record of the cached picture from an earlier download; nil without one.
  let entry: CacheEntry?
  var tasks: [WebTask] = []
  /// The running transfer; nil while the download is queued.
  var transfer: HTTPTransfer?
  /// The number of times that an interrupted transfer was resumed.
  var resumeCount = 0
  /// The number of received bytes in the progress update delivered last.
  var reportedBytes = 0

  init(_ address: WebAddress, entry: CacheEntry?) {
    self.address = address
    self.entry = entry
  }

  var isVisible: Bool { tasks.contains { $0.urgency == .visible } }

  /// The progress of the download; nil before the first byte.
  var progress: WebProgress? {
    guard let transfer, let part = transfer.part else { return nil }
    return WebProgress(
      received: part.byteCount, total: transfer.total, part: WebFile(part, transfer.head))
  }

  func deliver(_ update: WebUpdate) {
    for task in tasks { task.deliver(update) }
  }
}
