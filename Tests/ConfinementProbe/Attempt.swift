import CLinux

/// One thing to try.
struct Attempt {
  let name: String
  /// A process that is not confined may try it without doing harm or ending.
  let isOrdinary: Bool
  /// How it ended: an error's number, 0 when it worked.
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

/// The things outside that are attempted.
struct Target {
  /// A folder with a person's file, "secret", things to remove, "spare-file" and
  /// "spare-folder", and the sockets of servers: "bus", "X0" and "sound".
  let folder: String
  /// The abstract name of a server's socket.
  let server: String
  let viewer: pid_t

  var secret: String { "\(folder)/secret" }
}

/// Makes a system call; the error's number, 0 when it worked.
func call(_ number: Int32, _ a: Int = 0, _ b: Int = 0, _ c: Int = 0, _ d: Int = 0) -> Int32 {
  helper_syscall(Int(number), a, b, c, d) < 0 ? pbview_errno() : 0
}

/// The same, with a path as the argument after a folder's descriptor.
func callAt(_ number: Int32, _ path: String, _ c: Int = 0, _ d: Int = 0) -> Int32 {
  path.withCString { call(number, Int(AT_FDCWD), Int(bitPattern: $0), c, d) }
}

/// Opens, and closes again what did open.
func tryOpening(_ path: String, _ flags: Int32 = O_RDONLY) -> Int32 {
  let descriptor = path.withCString {
    helper_syscall(
      Int(SYS_openat), Int(AT_FDCWD), Int(bitPattern: $0), Int(flags | O_CLOEXEC), 0o600)
  }
  guard descriptor >= 0 else { return pbview_errno() }
  close(Int32(descriptor))
  return 0
}
