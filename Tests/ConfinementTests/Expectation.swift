import CLinux
import Testing

/// The expected `errno` values of one attempt, 0 for success.
struct Expectation: CustomTestStringConvertible {
  let attempt: String
  let decoder: Int32
  let player: Int32
  /// The Landlock ABI version that the expectation needs, 0 for none.
  let requiredLandlock: Int
  /// The expected result for both helpers on a kernel without Landlock.
  let withoutLandlock: Int32?
  /// The expected result for both helpers on a kernel with user namespaces but without Landlock.
  let namespaced: Int32?
  /// Whether an unconfined process succeeds. This proves that the confinement causes the refusal.
  let worksOutside: Bool

  var testDescription: String { attempt }

  private init(
    _ attempt: String, _ decoder: Int32, _ player: Int32? = nil, landlock: Int = 0,
    withoutLandlock: Int32? = nil, namespaced: Int32? = nil, outside: Bool = false
  ) {
    self.attempt = attempt
    self.decoder = decoder
    self.player = player ?? decoder
    requiredLandlock = landlock
    self.withoutLandlock = withoutLandlock
    self.namespaced = Probe.hasUserNamespaces ? namespaced : nil
    worksOutside = outside
  }

  static let all: [Expectation] =
    duties + files + descriptors + memory + sockets + processes + limits

  private static let duties =
    ["read where libraries are", "start a thread"].map { Expectation($0, 0, outside: true) } + [
      // The player draws into memory that the viewer allocates.
      Expectation("make a gigabyte of memory to hand out", 0, EFBIG, outside: true),
      Expectation("load a library", ENOENT, outside: true),
    ]

  private static let files =
    [
      "read a person's file", "read the table of users", "read its own memory map",
      "list the folder for temporary files", "list the root",
    ].map { Expectation($0, EACCES, landlock: 1, withoutLandlock: 0, outside: true) }
    + [
      Expectation(
        "read the viewer's environment", EACCES, landlock: 1, withoutLandlock: 0,
        namespaced: EACCES,
        outside: true),
      // The player's seccomp filter allows opening sound cards for writing; Landlock refuses all
      // other files.
      Expectation(
        "write a file", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM, outside: true),
      Expectation(
        "read and write a file", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM, outside: true),
      Expectation(
        "write its own memory", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM, outside: true),
      Expectation("write a library", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM),
      Expectation(
        "make a file without a name", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM,
        outside: true),
      Expectation(
        "write a file with the older call", EPERM, EACCES, landlock: 1, withoutLandlock: EPERM,
        outside: true),
      Expectation("read where a link leads", EINVAL, outside: true),
      Expectation("make a character device", EPERM),
      Expectation("make a block device", EPERM),
      Expectation("open with the second call for it", EPERM),
      Expectation("change a file's times", EPERM),
    ]
    + [
      "make a file", "make a file without opening it", "make a socket with a name",
      "remove a file", "remove a folder", "empty a file", "empty a file by name", "make a folder",
      "make a link to a name", "make a pipe with a name", "rename a file",
      "rename a file into another folder",
      "give a file a second name", "change who may read a file", "give a file away",
      "go to another folder",
    ].map { Expectation($0, EPERM, outside: true) }

  private static let descriptors =
    [
      Expectation("read a descriptor of the viewer", EBADF, outside: true),
      // Landlock allows reopening memory whose descriptor is already open.
      Expectation("open its memory anew", 0, outside: true),
      Expectation("open its memory anew to write", EPERM, 0, withoutLandlock: EPERM, outside: true),
      Expectation("send on another descriptor", EPERM, ENOTSOCK),
      Expectation("send a message on another descriptor", EPERM, ENOTSOCK),
      Expectation("receive on another descriptor", EPERM, ENOTSOCK),
      Expectation("control a device", EACCES, landlock: 1, withoutLandlock: EPERM, outside: true),
      Expectation("have signals sent to the viewer", EPERM, outside: true),
      Expectation("choose which signals", EPERM, outside: true),
    ]
    + [
      "fetch a descriptor of the viewer", "lease a file", "type on the terminal",
      "have the terminal's signals",
    ].map { Expectation($0, EPERM) } + [Expectation("hold on to a process", EPERM, outside: true)]

  private static let sockets = [
    Expectation("make a socket of IPv4", EPERM, outside: true),
    Expectation("make a socket of IPv6", EPERM),
    Expectation("make a socket of Unix", EPERM, 0, outside: true),
    Expectation("make a socket of Netlink", EPERM, outside: true),
    Expectation("make a socket of Unix for datagrams", EPERM, outside: true),
    Expectation("make a socket of Unix for packets", EPERM, outside: true),
    Expectation("make a pair of sockets", EPERM, outside: true),
    Expectation("wait for callers", EPERM),
    Expectation("take a caller", EPERM),
    Expectation("take a name", EPERM),
    Expectation("send to an address", EPERM),
    Expectation("send to an address whose lower half is zero", EPERM),
    Expectation("call a server that has no file", EPERM, EACCES, outside: true),
    Expectation("call the session bus", EPERM, EACCES, outside: true),
    Expectation("call an X server", EPERM, EACCES, outside: true),
    Expectation("call the sound server", EPERM, 0, outside: true),
    Expectation("call on the viewer's socket", EPERM, EACCES),
    Expectation("change an address while it is checked", EPERM, EACCES),
  ]

  private static let processes: [Expectation] = {
    var all = [
      Expectation("make a process with the latest call", ENOSYS),
      Expectation("make a process", EPERM, outside: true),
      Expectation("signal the viewer", EPERM, outside: true),
      Expectation("signal a thread of the viewer", EPERM, outside: true),
      Expectation("signal any thread", EPERM, outside: true),
      Expectation("set the viewer's limits", EPERM, outside: true),
      Expectation("begin a session", EPERM, outside: true),
      Expectation("be somebody else", EPERM, outside: true),
      Expectation("outlive the viewer", EPERM, outside: true),
      Expectation("set the viewer's place in the queue", EPERM, outside: true),
      Expectation("run a program that lies beside its libraries", EPERM, outside: true),
      Expectation("enter the strict mode of seccomp", EPERM),
      Expectation("make a filter with a listener", EPERM),
    ]
    var more = [
      "run a program", "run an open program", "send the viewer a message with a signal",
      "signal a process it holds", "trace a process", "read another's memory",
      "write another's memory", "choose the viewer's processors",
    ]
    #if arch(x86_64)
      all.append(Expectation("make a process in the old way", EPERM, outside: true))
      more += [
        "make a process that borrows its memory", "open by a number of another kind",
      ]
    #endif
    more += [
      "io_uring_setup", "bpf", "userfaultfd", "perf_event_open", "mount", "umount2", "pivot_root",
      "chroot", "unshare", "setns", "keyctl", "add_key", "request_key", "init_module",
      "finit_module", "kexec_load", "seccomp", "personality", "shmget", "msgget", "semget",
      "mq_open", "inotify_init1", "fanotify_init", "open_by_handle_at", "syslog", "clock_settime",
      "setxattr", "sendfile", "splice", "vmsplice", "copy_file_range", "memfd_secret", "landlock",
      "process_madvise", "kcmp", "timer_create",
    ].map { "the kernel's \($0)" }
    all += more.map { Expectation($0, EPERM) }
    return all
  }()

  private static let memory = [
    "map memory writable and executable", "make written memory executable",
    "execute a file it wrote", "execute a file while it is written",
  ].map { Expectation($0, EPERM, outside: true) }

  private static let limits = [
    Expectation("take nine gigabytes of addresses", ENOMEM, outside: true),
    Expectation("make a file of five gigabytes in memory", EFBIG, outside: true),
    // The kernel does not apply `RLIMIT_NPROC` to root; for root the tests run this attempt as
    // another user.
    Expectation(
      "start five hundred threads with small stacks", Probe.limitsThreads ? EAGAIN : 0,
      outside: true),
    // The first request limits the processor time of the decoder.
    Expectation("run without a limit of processor time", 0, ETIME, outside: true),
    Expectation("start two thousand threads", EAGAIN),
    Expectation("make forty gigabytes of memory files", EMFILE, outside: true),
    Expectation("write a memory file of five gigabytes", EFBIG, outside: true),
    Expectation("open two hundred descriptors", EMFILE, outside: true),
  ]
}
