import CLinux

/// A C library looked up at run time: nothing is linked, and nothing of it is needed to build.
nonisolated struct RuntimeLibrary {
  private let name: String
  private let handle: UnsafeMutableRawPointer

  /// The library of that name, without `.so` and the number of its ABI, 0. It stays loaded.
  init(_ name: String) throws(GLibFailure) {
    guard let found = dlopen("\(name).so.0", RTLD_NOW | RTLD_LOCAL) else {
      throw GLibFailure(reason: "\(name) is not installed")
    }
    self.name = name
    handle = found
  }

  /// The function of that name, of the library or of one it is linked with. `F` must be what its
  /// header says.
  func function<F>(_ symbol: String) throws(GLibFailure) -> F {
    guard let found = dlsym(handle, symbol) else {
      throw GLibFailure(reason: "\(name) has no \(symbol)")
    }
    return unsafeBitCast(found, to: F.self)
  }
}

/// Why GLib or GIO does not do what it is asked: its own words, or that it is not installed.
nonisolated struct GLibFailure: Error {
  let reason: String
}
