import Glibc

/// A C library looked up at run time: nothing is linked, and nothing of it is needed to build.
struct RuntimeLibrary {
  /// It is not installed, or lacks what is asked of it.
  struct Missing: Error {}

  private let handle: UnsafeMutableRawPointer

  /// The first of `names` there is; it stays loaded.
  init(_ names: String...) throws(Missing) {
    for name in names {
      if let found = dlopen(name, RTLD_NOW | RTLD_LOCAL) {
        handle = found
        return
      }
    }
    throw Missing()
  }

  /// The function of that name. `F` must be what the library's header says.
  func function<F>(_ symbol: String) throws(Missing) -> F {
    guard let found = dlsym(handle, symbol) else { throw Missing() }
    return unsafeBitCast(found, to: F.self)
  }

  /// Where the function of that name is, for a shim that knows its type.
  func address(_ symbol: String) throws(Missing) -> UnsafeMutableRawPointer {
    guard let found = dlsym(handle, symbol) else { throw Missing() }
    return found
  }
}
