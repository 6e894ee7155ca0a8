import CLinux

/// What the last failed system call says, in words. Ask at once.
enum SystemError {
  static var message: String { strerror(pbview_errno()).map { String(cString: $0) } ?? "" }
}
