import CLinux

extension Attempt {
  /// Access to files of the user and the system.
  static func files(_ target: Target) -> [Attempt] {
    let secret = target.secret
    let made = secret + "-made"
    return [
      Attempt("read a person's file") { tryOpening(secret) },
      Attempt("read the table of users") { tryOpening("/etc/passwd") },
      Attempt("read its own memory map") { tryOpening("/proc/self/maps") },
      Attempt("write its own memory") { tryOpening("/proc/self/mem", O_RDWR) },
      Attempt("read the viewer's environment") { tryOpening("/proc/\(target.viewer)/environ") },
      Attempt("list the folder for temporary files") { tryOpening("/tmp", O_DIRECTORY) },
      Attempt("list the root") { tryOpening("/", O_DIRECTORY) },
      Attempt("write a file") { tryOpening(secret, O_WRONLY) },
      Attempt("read and write a file") { tryOpening(secret, O_RDWR) },
      Attempt("write a file with the older call") { openingInTheOldWay(secret) },
      Attempt("write a library", isOrdinary: false) { tryOpening("/usr/lib/os-release", O_RDWR) },
      Attempt("make a file") {
        let error = tryOpening(made, O_RDONLY | O_CREAT)
        unlink(made)
        return error
      },
      Attempt("make a file without a name") { tryOpening("/tmp", O_RDWR | 0o20_200_000) },
      Attempt("empty a file") { tryOpening(secret, O_RDONLY | O_TRUNC) },
      Attempt("open with the second call for it") { callAt(437, secret) },
      Attempt("empty a file by name") {
        secret.withCString { call(SYS_truncate, Int(bitPattern: $0), 0) }
      },
      Attempt("make a folder") {
        defer { rmdir(made) }
        return callAt(SYS_mkdirat, made, 0o700)
      },
      Attempt("make a link to a name") {
        defer { unlink(made) }
        return secret.withCString { from in
          made.withCString {
            call(SYS_symlinkat, Int(bitPattern: from), Int(AT_FDCWD), Int(bitPattern: $0))
          }
        }
      },
      Attempt("make a pipe with a name") { making(0o010_600, made) },
      Attempt("rename a file") { moving(SYS_renameat2, secret) },
      Attempt("rename a file into another folder") {
        let folder = "\(target.folder)/other-folder"
        mkdir(folder, 0o700)
        return moving(SYS_renameat2, secret, to: "\(folder)/moved")
      },
      Attempt("give a file a second name") { moving(SYS_linkat, secret) },
      Attempt("remove a file") { callAt(SYS_unlinkat, "\(target.folder)/spare-file") },
      Attempt("remove a folder") {
        callAt(SYS_unlinkat, "\(target.folder)/spare-folder", removeFolder)
      },
      Attempt("make a file without opening it") { making(0o100_600, made) },
      Attempt("make a socket with a name") { making(0o140_600, made) },
      Attempt("make a character device", isOrdinary: geteuid() == 0) { making(0o020_600, made) },
      Attempt("make a block device", isOrdinary: geteuid() == 0) { making(0o060_600, made) },
      Attempt("change who may read a file") { callAt(SYS_fchmodat, secret, 0o600) },
      Attempt("give a file away") { callAt(SYS_fchownat, secret, -1, -1) },
      Attempt("change a file's times") { callAt(SYS_utimensat, secret) },
      Attempt("read where a link leads") {
        var room = [UInt8](repeating: 0, count: 64)
        return room.withUnsafeMutableBytes {
          callAt(SYS_readlinkat, "/proc/self/exe", Int(bitPattern: $0.baseAddress), $0.count)
        }
      },
      Attempt("go to another folder") { "/".withCString { call(SYS_chdir, Int(bitPattern: $0)) } },
    ]
  }

  /// The flag `AT_REMOVEDIR`.
  private static let removeFolder = 0x200

  private static func openingInTheOldWay(_ path: String) -> Int32 {
    #if arch(x86_64)
      let descriptor = path.withCString {
        helper_syscall(Int(SYS_open), Int(bitPattern: $0), Int(O_WRONLY | O_CLOEXEC), 0, 0)
      }
      guard descriptor >= 0 else { return pbview_errno() }
      close(Int32(descriptor))
      return 0
    #else
      return tryOpening(path, O_WRONLY)
    #endif
  }

  /// Creates a file of the type in `mode` with `mknodat`, then removes the file.
  private static func making(_ mode: Int, _ path: String) -> Int32 {
    defer { unlink(path) }
    return callAt(SYS_mknodat, path, mode, 0x103)
  }

  /// Renames or links `path` to another name, and back after success.
  private static func moving(_ number: Int32, _ path: String, to target: String? = nil) -> Int32 {
    let other = target ?? path + "-moved"
    let error = path.withCString { from in
      other.withCString {
        call(number, Int(AT_FDCWD), Int(bitPattern: from), Int(AT_FDCWD), Int(bitPattern: $0))
      }
    }
    if error == 0 { _ = linux_rename(other, path) }
    return error
  }

  /// Access to descriptors that the helper does not own, and further operations on its own
  /// descriptors.
  static var descriptors: [Attempt] {
    let socket = 3
    let setOwner = 8
    let setSignal = 10
    let setLease = 1024
    let getTerminal = 0x5401
    let simulateTyping = 0x5412
    let setGroup = 0x8902
    return [
      Attempt("read a descriptor of the viewer") {
        var byte: UInt8 = 0
        return read(9, &byte, 1) < 0 ? pbview_errno() : 0
      },
      Attempt("open its memory anew") { reopening(O_RDONLY) },
      Attempt("open its memory anew to write") { reopening(O_RDWR) },
      Attempt("fetch a descriptor of the viewer") { call(438, -1, 1) },
      Attempt("hold on to a process") { call(434, Int(getpid())) },
      Attempt("have signals sent to the viewer") {
        call(SYS_fcntl, socket, setOwner, Int(getppid()))
      },
      Attempt("choose which signals") { call(SYS_fcntl, socket, setSignal, Int(SIGTERM)) },
      Attempt("lease a file") { call(SYS_fcntl, socket, setLease, Int(F_UNLCK)) },
      Attempt("control a device") {
        let device = helper_open("/dev/null", O_RDONLY)
        guard device >= 0 else { return pbview_errno() }
        defer { close(device) }
        let error = call(SYS_ioctl, Int(device), getTerminal)
        return error == ENOTTY ? 0 : error
      },
      Attempt("type on the terminal") {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) {
          call(SYS_ioctl, 0, simulateTyping, Int(bitPattern: $0.baseAddress))
        }
      },
      Attempt("have the terminal's signals") { call(SYS_ioctl, socket, setGroup, 0) },
      Attempt("send on another descriptor") { linux_send_to(0, 0) < 0 ? pbview_errno() : 0 },
      Attempt("send a message on another descriptor") { call(SYS_sendmsg, 0) },
      Attempt("receive on another descriptor") { call(SYS_recvmsg, 0) },
    ]
  }

  private static func reopening(_ flags: Int32) -> Int32 {
    let memory = memfd_create("probe", UInt32(MFD_CLOEXEC))
    defer { close(memory) }
    return memory < 0 ? pbview_errno() : tryOpening("/proc/self/fd/\(memory)", flags)
  }
}
