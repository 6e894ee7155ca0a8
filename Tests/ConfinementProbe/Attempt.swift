import CLinux

/// One operation that the probe attempts.
struct Attempt {
  let name: String
  /// Whether an unconfined process may run the attempt without harm.
  let isOrdinary: Bool
  /// Runs the attempt. Returns an `errno` value, 0 for success.
  let run: () -> Int32

  init(_ name: String, isOrdinary: Bool = true, _ run: @escaping () -> Int32) {
    self.name = name
    self.isOrdinary = isOrdinary
    self.run = run
  }

  static func all(at target: Target) -> [Attempt] {
    duties + files(target) + descriptors + memory + sockets(target) + processes(target) + kernel
  }
}

/// The files, sockets and process that the attempts aim at.
struct Target {
  /// The folder with the file "secret", the removable "spare-file" and "spare-folder", and the
  /// server sockets "bus", "X0" and "sound".
  let folder: String
  /// The abstract name of a listening socket.
  let server: String
  let viewer: pid_t

  var secret: String { "\(folder)/secret" }
}

/// Makes a system call. Returns an `errno` value, 0 for success.
func call(_ number: Int32, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) -> Int32 {
  helper_syscall(Int(number), a, b, c, d) < 0 ? pbview_errno() : 0
}

/// Makes a system call with `AT_FDCWD` and `path` as first arguments. Returns an `errno` value, 0
/// for success.
func callAt(_ number: Int32, _ path: String, _ c: Int = 0, _ d: Int = 0) -> Int32 {
  path.withCString { call(number, Int(AT_FDCWD), Int(bitPattern: $0), c, d) }
}

/// Opens a file and closes it again. Returns an `errno` value, 0 for success.
func tryOpening(_ path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
  let descriptor = path.withCString {
    helper_syscall(
      Int(SYS_openat), Int(AT_FDCWD), Int(bitPattern: $0), Int(flags | O_CLOEXEC), 0o600)
  }
  guard descriptor >= 0 else { return pbview_errno() }
  close(Int32(descriptor))
  return 0
}
