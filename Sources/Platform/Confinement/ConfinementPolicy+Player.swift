import CLinux

extension ConfinementPolicy {
  /// The policy of the player, wider than that of the decoder: sound needs a connection to the
  /// sound server, or writable devices, and threads with priorities. The viewer decides on every
  /// `connect` of the player, and permits only the sound server.
  public static var player: ConfinementPolicy {
    ConfinementPolicy(
      // The address space holds 8K video on many threads, two hundred libraries and the frame
      // surfaces. The file size limits the memfds of the sound library, of 64 MiB each, which are
      // the only ones. The descriptors are the socket, the clip, the surfaces and those for sound.
      // The threads are those of demuxer, output and sound, and of the decoders on a hundred
      // processors. The processor time, of eight hours, is for one clip.
      limits: ResourceLimits(
        addressSpace: 8 << 30, fileSize: 256 << 20, descriptors: 128, threads: 256,
        processorTime: 8 * 3600),
      readablePaths: libraryPaths + [
        "/usr/share/alsa", "/etc/asound.conf", "/etc/alsa", "/etc/pulse", "/proc/cpuinfo",
        "/sys/devices/system/cpu",
      ] + pathInVariable("HOME", appending: "/.config/pulse"),
      devicePaths: soundDevices,
      // Sound devices are writable and controllable only where Landlock denies all other files.
      callRules: SystemCallRule.soundDeviceAccess + commonCallRules,
      callRulesWithoutLandlock: commonCallRules)
  }

  private static var commonCallRules: [SystemCallRule] {
    SystemCallRule.common + SystemCallRule.soundPlayback
  }

  /// The sound devices for playing: streams whose names end in `p`, mixers and the timer. Capture
  /// streams, whose names end in `c`, are left out.
  private static var soundDevices: [String] {
    let folder = "/dev/snd"
    guard let handle = opendir(folder) else { return [] }
    defer { closedir(handle) }
    var devices: [String] = []
    while let entry = readdir(handle) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      let isStream = name.hasPrefix("pcm") && name.hasSuffix("p")
      if isStream || name.hasPrefix("control") || name == "timer" {
        devices.append("\(folder)/\(name)")
      }
    }
    return devices
  }
}

extension SystemCallRule {
  /// The rules that allow files to be opened for writing, but not created or truncated, and the
  /// ioctls of sound cards. They precede the common rules, because the first rule for a system call
  /// takes effect.
  fileprivate static var soundDeviceAccess: [SystemCallRule] {
    let making = UInt32(O_CREAT | O_TRUNC)
    return opening(without: making) + [
      SystemCallRule(SYS_ioctl, argument: 1, mask: ioctlKindMask, values: SoundIoctl.kinds)
    ]
  }

  /// The rules that allow local stream sockets, which the viewer connects, and the main loop of the
  /// sound library.
  ///
  /// The destination address of `sendmsg` is in memory, which a filter cannot read. That is safe:
  /// on a Unix stream socket the kernel rejects a destination (EISCONN, EOPNOTSUPP), on the packet
  /// socket to the viewer, which is connected, it ignores one, and datagram sockets cannot be
  /// created.
  fileprivate static var soundPlayback: [SystemCallRule] {
    var calls: [Int32] = [
      SYS_sendmsg, SYS_recvmsg, SYS_recvfrom, SYS_getsockopt, SYS_setsockopt, SYS_getsockname,
      SYS_getpeername, SYS_shutdown, SYS_dup3, SYS_pipe2, SYS_epoll_create1, SYS_epoll_ctl,
      SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime, SYS_getppid, SYS_getresuid,
      SYS_getresgid, SYS_getgroups, SYS_sched_getparam, SYS_sched_getscheduler, SYS_getpriority,
    ]
    #if arch(x86_64)
      calls += [SYS_pipe, SYS_select, SYS_epoll_wait, SYS_dup2]
    #endif
    let options = UInt32(SOCK_NONBLOCK.rawValue) | UInt32(SOCK_CLOEXEC.rawValue)
    return calls.map(allow) + [
      SystemCallRule(
        SYS_socket,
        [
          ArgumentCondition(argument: 0, mask: .max, values: [UInt32(AF_UNIX)]),
          ArgumentCondition(argument: 1, mask: ~options, values: [UInt32(SOCK_STREAM.rawValue)]),
        ]),
      null(SYS_sendto, argument: 4),
      notify(SYS_connect),
    ]
  }

  /// The mask of the direction and the type letter in an ioctl number (`_IOC` in Linux
  /// `asm-generic/ioctl.h`).
  private static let ioctlKindMask: UInt32 = 0xC000_FF00
}

/// The ioctls of sound cards: those of the types `A` (PCM), `U` (control) and `T` (timer) with
/// data, and those of the first two types without. Type `T` without data is that of terminals and
/// includes `TIOCSTI`.
///
/// - Source: Linux `include/uapi/sound/asound.h`.
private enum SoundIoctl {
  static let kinds: [UInt32] = {
    let stream: UInt32 = 0x4100
    let mixer: UInt32 = 0x5500
    let timer: UInt32 = 0x5400
    let carrying: [UInt32] = [1 << 30, 2 << 30, 3 << 30]
    return [stream, mixer] + carrying.flatMap { [stream | $0, mixer | $0, timer | $0] }
  }()
}
