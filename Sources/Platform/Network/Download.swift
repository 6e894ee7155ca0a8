/// The download of one address, shared by all tasks that wait for it.
final class Download {
  let address: WebAddress
  /// The cached copy from an earlier download; nil when there is none.
  let entry: CacheEntry?
  var tasks: [WebTask] = []
  /// The running transfer; nil while the download is queued.
  var transfer: Transfer?
  /// The number of times that the transfer was resumed.
  var resumes = 0
  /// The number of received bytes that the last progress report stated.
  var reported = 0

  init(_ address: WebAddress, entry: CacheEntry?) {
    self.address = address
    self.entry = entry
  }

  var isVisible: Bool { tasks.contains { $0.urgency == .visible } }

  /// The progress of the download; nil before the first byte.
  var progress: WebProgress? {
    guard let transfer, let part = transfer.part else { return nil }
    return WebProgress(
      received: part.count, total: transfer.total,
      part: WebFile(part, contentType: transfer.head.contentType))
  }

  func deliver(_ update: WebUpdate) {
    for task in tasks { task.deliver(update) }
  }
}
