/// One address on its way, for everybody who waits for it.
final class Download {
  let address: WebAddress
  /// What was kept from another time.
  let entry: CacheEntry?
  var tasks: [WebTask] = []
  /// nil while it waits for its turn.
  var transfer: Transfer?
  /// How often it was taken up again.
  var resumes = 0
  /// How far it had come when that was last worth a word.
  var reported = 0

  init(_ address: WebAddress, entry: CacheEntry?) {
    self.address = address
    self.entry = entry
  }

  var isVisible: Bool { tasks.contains { $0.urgency == .visible } }

  /// How far it is; nil before the first byte.
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
