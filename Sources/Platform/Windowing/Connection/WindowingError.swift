import Localization

/// The reason why windows cannot be shown: the connection to the X server failed, or a system call.
public nonisolated enum WindowingError: Error, Hashable, Sendable {
  /// No server answered at this display name ("" when no name was given and `DISPLAY` is unset).
  case noDisplay(String)
  /// The server has no visual (pixel format) with 24-bit colour.
  case noUsableVisual
  /// A system call failed; the payload is its name and error number.
  case system(call: String, errno: Int32)
}

extension WindowingError: CustomStringConvertible {
  /// The error as one sentence for the user.
  public nonisolated var description: String {
    switch self {
    case .noDisplay(""):
      tr("no X server to show windows on: the variable DISPLAY is not set")
    case .noDisplay(let name):
      tr("cannot reach the X server {display}", ["display": name])
    case .noUsableVisual:
      tr("the X server cannot show 24-bit colour")
    case .system(let call, let errno):
      tr("{call} failed with error {number}", ["call": call, "number": errno])
    }
  }
}
