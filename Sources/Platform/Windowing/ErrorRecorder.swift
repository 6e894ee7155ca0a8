import CLinux

/// One X error as it arrived.
nonisolated struct ErrorRecord: Sendable {
  let code: UInt8
  let request: UInt8
  let minor: UInt8
  /// Xlib's number of the request that caused it.
  let serial: UInt
}

/// X errors by connection, written by the process-wide handler, read by the connection.
///
/// `@unchecked Sendable`: every access to `records` happens between lock and unlock of `mutex`.
nonisolated final class ErrorRecorder: @unchecked Sendable {
  /// Xlib hands its error handler nothing but the display, so the way back is one table.
  static let shared = ErrorRecorder()
  /// A runaway client must not fill memory with errors nobody has read.
  private static let limit = 64

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var records: [UInt: [ErrorRecord]] = [:]

  private init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  /// Starts keeping the errors of a connection; those of strangers are dropped.
  func watch(_ display: UInt) { locked { records[display] = [] } }
  /// Stops keeping them.
  func forget(_ display: UInt) { locked { records[display] = nil } }

  /// Keeps an error of a watched connection.
  func record(_ record: ErrorRecord, of display: UInt) {
    locked {
      guard let count = records[display]?.count, count < Self.limit else { return }
      records[display]?.append(record)
    }
  }

  /// The errors since the last call.
  func take(_ display: UInt) -> [ErrorRecord] {
    locked {
      guard let found = records[display], !found.isEmpty else { return [] }
      records[display] = []
      return found
    }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
