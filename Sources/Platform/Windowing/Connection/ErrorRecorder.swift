import CLinux

/// An X error that the server has reported.
nonisolated struct ErrorRecord: Sendable {
  let code: UInt8
  let majorOpcode: UInt8
  let minorOpcode: UInt8
  /// Xlib's serial number of the request that caused the error.
  let serial: UInt
}

/// The recorder of X errors, for each connection: the process-wide error handler writes them, and
/// the connection reads them.
///
/// `@unchecked Sendable`: `records` is only accessed while `mutex` is locked.
nonisolated final class ErrorRecorder: @unchecked Sendable {
  /// The recorder of the process, because the error handler of Xlib gets no argument but the
  /// display.
  static let shared = ErrorRecorder()
  /// The maximum number of errors that are kept for one connection until it reads them; more are
  /// dropped.
  private static let maxErrorsPerConnection = 64

  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var records: [UInt: [ErrorRecord]] = [:]

  private init() {
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  /// Starts recording the errors of a connection, given as the address of its Xlib display. Errors
  /// of connections that are not watched are dropped.
  func watch(_ display: UInt) { locked { records[display] = [] } }
  /// Stops recording the errors of a connection, given as the address of its Xlib display.
  func forget(_ display: UInt) { locked { records[display] = nil } }

  /// Records an X error of a connection, given as the address of its Xlib display; drops it when
  /// the connection is not watched or has too many unread errors.
  func record(_ record: ErrorRecord, of display: UInt) {
    locked {
      guard let count = records[display]?.count, count < Self.maxErrorsPerConnection else { return }
      records[display]?.append(record)
    }
  }

  /// Returns and removes the recorded errors of a connection, given as the address of its Xlib
  /// display.
  func removeErrors(of display: UInt) -> [ErrorRecord] {
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
