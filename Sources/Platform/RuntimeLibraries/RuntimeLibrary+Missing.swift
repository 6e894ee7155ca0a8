import Localization

extension RuntimeLibrary {
  /// A library or function that this machine lacks; its description is a sentence for the user.
  public enum Missing: Error, Equatable, CustomStringConvertible {
    /// The library, or one it is linked with, could not be opened; `words` is the message of
    /// `dlerror`.
    case library(soname: String, words: String)
    /// A function is missing: the library is older than required, or built without it.
    case symbol(String, soname: String)

    /// A sentence such as “libtiff is not installed”.
    public var description: String {
      switch self {
      case .library(let soname, _):
        tr("{library} is not installed", ["library": Self.name(of: soname)])
      case .symbol(let symbol, let soname):
        tr("{library} has no {symbol}", ["library": Self.name(of: soname), "symbol": symbol])
      }
    }

    /// The usual name of the library: the soname without `.so` and the version.
    private static func name(of soname: String) -> String {
      soname.split(separator: ".").prefix { $0 != "so" }.joined(separator: ".")
    }
  }
}
