import CLinux

/// One X error.
nonisolated struct ErrorRecord: Sendable {
  let code: UInt8
  let request: UInt8
  let minor: UInt8
  /// Xlib's serial number of the request that caused the error.
  let serial: UInt
}

/// The X errors of each connection, written by the process-wide error handler and read by the
/// connection.
///
/// `@unchecked Sendable`: `records` is only accessed while `mutex` is locked.
nonisolated final class ErrorRecorder: @unchecked Sendable {
  /// The instance for the process: Xlib's error handler has no context argument but the display.
  static let shared = ErrorRecorder()
  /// The maximum number of unread errors kept per connection.
  private static let limit = 64

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var records: [UInt: [ErrorRecord]] = [:]

  private init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  /// Starts recording the errors of a connection. Errors of other connections are dropped.
  func watch(_ display: UInt) { locked { records[display] = [] } }
  /// Stops recording the errors of a connection.
  func forget(_ display: UInt) { locked { records[display] = nil } }

  /// Records an error of a watched connection.
  func record(_ record: ErrorRecord, of display: UInt) {
    locked {
      guard let count = records[display]?.count, count < Self.limit else { return }
      records[display]?.append(record)
    }
  }

  /// Returns and removes the errors recorded since the last call.
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
