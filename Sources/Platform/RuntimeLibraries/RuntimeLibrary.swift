import Glibc

/// A C library that is opened at run time with `dlopen`: neither the library nor its headers are
/// needed to build the program.
///
/// It stays open for the rest of the process. Its functions are usually kept in a `static let`,
/// which opens the library on first use.
public struct RuntimeLibrary {
  private let soname: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the first available one of several versions of a library, each given by its soname with
  /// the ABI version, such as `libtiff.so.6`.
  ///
  /// - Throws: `.library` with the last soname when no version can be opened.
  public init(_ soname: String, or others: String...) throws(Missing) {
    for name in [soname] + others {
      if let found = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.soname = name
        handle = found
        return
      }
    }
    let message = dlerror().map { String(cString: $0) }
    throw .library(soname: others.last ?? soname, message: message ?? "")
  }

  /// The function named `symbol` in the library or in one that it is linked with. `F` must be a C
  /// function type that matches the function's declaration in the header.
  ///
  /// - Throws: `.symbol` when there is no such function.
  public func function<F>(_ symbol: String) throws(Missing) -> F {
    unsafeBitCast(try address(symbol), to: F.self)
  }

  /// The address of the function named `symbol`, for a function in C that calls it with its true
  /// type: Swift cannot call variadic functions.
  ///
  /// - Throws: `.symbol` when there is no such function.
  public func address(_ symbol: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let found = dlsym(handle, symbol) else { throw .symbol(symbol, soname: soname) }
    return found
  }
}
