import CCurl

/// A multi handle of libcurl. Its sockets and its timer are in an ``EpollSet``, whose events drive
/// the transfers.
nonisolated final class CurlMulti {
  let library: CurlLibrary
  private let epollSet: EpollSet
  private let multi: UnsafeMutableRawPointer
  private var transfers: [UnsafeMutableRawPointer: HTTPTransfer] = [:]

  init(_ library: CurlLibrary, _ epollSet: EpollSet) throws(NetworkFailure) {
    guard let multi = library.multiInit() else { throw .noLibrary }
    self.library = library
    self.epollSet = epollSet
    self.multi = multi
    let owner = Unmanaged.passUnretained(self).toOpaque()
    let code = pbview_curl_set_watchers(
      library.multiSetopt, multi, Self.onSocket, Self.onTimer, owner)
    guard code == CURLM_OK else { throw .noLibrary }
  }

  deinit {
    for transfer in transfers.values { _ = library.multiRemove(multi, transfer.easyHandle) }
    _ = library.multiCleanup(multi)
  }

  var running: [HTTPTransfer] { Array(transfers.values) }

  /// Starts a transfer; its first result comes from ``process(_:)``.
  func add(_ transfer: HTTPTransfer) {
    transfers[transfer.easyHandle] = transfer
    _ = library.multiAdd(multi, transfer.easyHandle)
  }

  /// Removes a transfer from the handle, and closes its connection if the response is incomplete.
  func remove(_ transfer: HTTPTransfer) {
    guard transfers.removeValue(forKey: transfer.easyHandle) != nil else { return }
    _ = library.multiRemove(multi, transfer.easyHandle)
  }

  /// Passes events to libcurl, without blocking.
  ///
  /// - Returns: the transfers that have ended, with the result codes of libcurl.
  func process(_ events: [EpollSet.Event]) -> [(transfer: HTTPTransfer, code: CURLcode)] {
    var running: CInt = 0
    for event in events {
      switch event {
      case .timer(.libcurl): _ = library.multiSocketAction(multi, -1, 0, &running)
      case .timer(.stallTimeout): break
      case .socket(let number, let canRead, let canWrite, let hasFailed):
        let mask =
          (canRead ? CURL_CSELECT_IN : 0) | (canWrite ? CURL_CSELECT_OUT : 0)
          | (hasFailed ? CURL_CSELECT_ERR : 0)
        _ = library.multiSocketAction(multi, number, mask, &running)
      }
    }
    return takeEnded()
  }

  private func takeEnded() -> [(transfer: HTTPTransfer, code: CURLcode)] {
    var ended: [(HTTPTransfer, CURLcode)] = []
    var left: CInt = 0
    while let message = library.multiInfoRead(multi, &left) {
      guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
        let transfer = transfers[easy]
      else { continue }
      ended.append((transfer, message.pointee.data.result))
    }
    // The transfers are removed after the loop, because the removal of a transfer invalidates the
    // messages about it.
    for (transfer, _) in ended { remove(transfer) }
    return ended
  }

  // MARK: Callbacks of libcurl

  private static let onSocket: curl_socket_callback = { _, socket, what, owner, _ in
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().epollSet.watch(
      socket, forReading: what == CURL_POLL_IN || what == CURL_POLL_INOUT,
      forWriting: what == CURL_POLL_OUT || what == CURL_POLL_INOUT)
    return 0
  }

  private static let onTimer: curl_multi_timer_callback = { _, milliseconds, owner in
    guard let owner else { return 0 }
    Unmanaged<CurlMulti>.fromOpaque(owner).takeUnretainedValue().epollSet.set(
      .libcurl, after: milliseconds < 0 ? nil : Double(milliseconds) / 1000)
    return 0
  }
}
