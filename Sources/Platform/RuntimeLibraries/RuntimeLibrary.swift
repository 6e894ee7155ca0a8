import Glibc

/// A C library that is opened at run time with `dlopen`: nothing is linked, and neither the library
/// nor its headers are needed to build.
///
/// It stays open for the rest of the process. Its functions are usually kept in a `static let`,
/// which opens it on first use.
public struct RuntimeLibrary {
  private let soname: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the first available library of several versions, each given by its soname with the ABI
  /// version: `libtiff.so.6`.
  ///
  /// - Throws: `.library` with the last soname when there is none.
  public init(_ soname: String, or others: String...) throws(Missing) {
    for name in [soname] + others {
      if let found = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        self.soname = name
        handle = found
        return
      }
    }
    let words = dlerror().map { String(cString: $0) }
    throw .library(soname: others.last ?? soname, words: words ?? "")
  }

  /// The function named `symbol`, of the library or one that it is linked with. `F` must match the
  /// declaration in its header.
  ///
  /// - Throws: `.symbol` when there is no such function.
  public func function<F>(_ symbol: String) throws(Missing) -> F {
    unsafeBitCast(try address(symbol), to: F.self)
  }

  /// The address of the function named `symbol`, for a C shim that knows its type: Swift cannot
  /// call variadic functions.
  ///
  /// - Throws: `.symbol` when there is no such function.
  public func address(_ symbol: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let found = dlsym(handle, symbol) else { throw .symbol(symbol, soname: soname) }
    return found
  }
}
