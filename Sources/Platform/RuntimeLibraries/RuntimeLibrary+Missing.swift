import Localization

extension RuntimeLibrary {
  /// The error for a library or function that this machine lacks; its description is a sentence for
  /// the user.
  public enum Missing: Error, Equatable, CustomStringConvertible {
    /// The library, or one it is linked with, could not be opened. `message` is the message of
    /// `dlerror`.
    case library(soname: String, message: String)
    /// The library has no function of this name: it is older than required, or built without the
    /// function.
    case symbol(String, soname: String)

    /// A sentence for the user, such as “libtiff is not installed”.
    public var description: String {
      switch self {
      case .library(let soname, _):
        tr("{library} is not installed", ["library": Self.name(of: soname)])
      case .symbol(let symbol, let soname):
        tr("{library} has no {symbol}", ["library": Self.name(of: soname), "symbol": symbol])
      }
    }

    /// The name of a library for users, such as `libtiff`: the soname before `.so`.
    private static func name(of soname: String) -> String {
      soname.split(separator: ".").prefix { $0 != "so" }.joined(separator: ".")
    }
  }
}
