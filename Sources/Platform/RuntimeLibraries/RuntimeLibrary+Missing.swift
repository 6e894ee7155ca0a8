extension RuntimeLibrary {
  /// What this machine lacks; described in a sentence for the person.
  public enum Missing: Error, Equatable, CustomStringConvertible {
    /// The library, or one it is linked with: why, in the words of the system's loader.
    case library(soname: String, words: String)
    /// A function: the library is older, or was built with less, than what is asked of it.
    case symbol(String, soname: String)

    /// Like “libtiff is not installed”.
    public var description: String {
      switch self {
      case .library(let soname, _): "\(Self.name(of: soname)) is not installed"
      case .symbol(let symbol, let soname): "\(Self.name(of: soname)) has no \(symbol)"
      }
    }

    /// What people and packages call it: without `.so` and what follows.
    private static func name(of soname: String) -> String {
      soname.split(separator: ".").prefix { $0 != "so" }.joined(separator: ".")
    }
  }
}
