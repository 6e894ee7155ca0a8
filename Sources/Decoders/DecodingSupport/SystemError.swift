import CLinux

/// The message for the current `errno`, which must be read directly after the failed call.
package enum SystemError {
  package static var message: String { strerror(pbview_errno()).map { String(cString: $0) } ?? "" }
}
