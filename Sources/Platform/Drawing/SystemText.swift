import CCairo
import Glibc

extension DrawingError {
  /// The system's message for an error number.
  static func systemMessage(_ number: Int32) -> String {
    // Since glibc 2.32 the string belongs to the calling thread.
    guard let text = strerror(number) else { return "error \(number)" }
    return String(cString: text)
  }

  /// The error for a Cairo status; nil for success.
  static func cairo(_ status: cairo_status_t) -> DrawingError? {
    guard status != CAIRO_STATUS_SUCCESS else { return nil }
    guard let name = cairo_status_to_string(status) else { return .cairo("unknown reason") }
    return .cairo(String(cString: name))
  }
}
