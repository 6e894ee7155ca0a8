import Glibc

/// A C library looked up at run time: nothing is linked, and nothing of it is needed to build.
///
/// It is opened when the first of these is made, and stays open: whoever owns its functions keeps them
/// in a `static let`, which Swift makes when it is asked for.
public struct RuntimeLibrary {
  private let soname: String
  private let handle: UnsafeMutableRawPointer

  /// Opens the first there is of several versions, each called as its file is, with the number of its
  /// interface: `libtiff.so.6`.
  ///
  /// - Throws: `.library` with the last of them when there is none.
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

  /// The function of that name, of the library or of one it is linked with. `F` must be what its
  /// header says.
  ///
  /// - Throws: `.symbol`.
  public func function<F>(_ symbol: String) throws(Missing) -> F {
    unsafeBitCast(try address(symbol), to: F.self)
  }

  /// Where the function of that name is, for a shim that knows its type: Swift cannot call those that
  /// take variable arguments.
  ///
  /// - Throws: `.symbol`.
  public func address(_ symbol: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let found = dlsym(handle, symbol) else { throw .symbol(symbol, soname: soname) }
    return found
  }
}
