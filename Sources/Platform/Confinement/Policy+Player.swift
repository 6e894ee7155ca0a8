import CLinux

extension Policy {
  /// The player's, wider than the decoder's: sound needs sockets to a server on this machine,
  /// devices that are written, and threads with priorities. No way leads to a network, to another
  /// program or process, or to a file that is written.
  public static var player: Policy {
    Policy(
      // A film of 8K on many threads, two hundred libraries, their stacks; surfaces of frames; the
      // socket, clip, surfaces, and what the sound needs.
      limits: ResourceLimits(addressSpace: 8 << 30, fileSize: 2 << 30, descriptors: 128),
      readable: libraries + [
        "/usr/share/alsa", "/etc/asound.conf", "/etc/alsa", "/etc/pulse", "/usr/share/pipewire",
        "/etc/pipewire", "/proc/cpuinfo", "/sys/devices/system/cpu",
      ] + proofs,
      devices: ["/dev/snd"],
      // Sound cards are written and controlled, but only behind a fence that leaves nothing else.
      calls: CallRule.devices + CallRule.common + CallRule.sounding,
      callsWithoutFence: CallRule.common + CallRule.sounding)
  }

  /// The proof a sound server wants that the person sent us.
  private static var proofs: [String] {
    named("HOME", below: "/.config/pulse") + named("XDG_RUNTIME_DIR", below: "/pulse")
  }
}

extension CallRule {
  /// Devices are opened to write, never made or emptied, and controlled in the words of sound. The
  /// first rule for a call is the one that counts.
  fileprivate static var devices: [CallRule] {
    let making = UInt32(O_CREAT | O_TRUNC)
    return opening(without: making) + [
      CallRule(SYS_ioctl, argument: 1, mask: kindOfControl, values: SoundControl.kinds)
    ]
  }

  /// Servers on this machine, never a network; a loop of its own to wait for them.
  fileprivate static var sounding: [CallRule] {
    var calls: [Int32] = [
      SYS_sendmsg, SYS_sendto, SYS_recvmsg, SYS_recvfrom, SYS_connect, SYS_getsockopt,
      SYS_setsockopt, SYS_getsockname, SYS_getpeername, SYS_shutdown, SYS_dup3, SYS_pipe2,
      SYS_epoll_create1, SYS_epoll_ctl, SYS_epoll_pwait, SYS_timerfd_create, SYS_timerfd_settime,
      SYS_getppid, SYS_getresuid, SYS_getresgid, SYS_getgroups, SYS_sched_getparam,
      SYS_sched_getscheduler, SYS_getpriority,
    ]
    #if arch(x86_64)
      calls += [SYS_pipe, SYS_select, SYS_epoll_wait, SYS_dup2]
    #endif
    return calls.map(any) + [only(SYS_socket, argument: 0, [UInt32(AF_UNIX)])]
  }

  /// Of a control's number (`_IOC` in Linux `asm-generic/ioctl.h`): whether it carries something,
  /// and the letter of its family.
  private static let kindOfControl: UInt32 = 0xC000_FF00
}

/// The controls of a sound card: the letters `A` (streams), `U` (mixers) and `T` (timers) with
/// something to carry, and those of the first two without. `T` without is a terminal's, `TIOCSTI`
/// among them.
///
/// - Source: Linux `include/uapi/sound/asound.h`.
private enum SoundControl {
  static let kinds: [UInt32] = {
    let stream: UInt32 = 0x4100
    let mixer: UInt32 = 0x5500
    let timer: UInt32 = 0x5400
    let carrying: [UInt32] = [1 << 30, 2 << 30, 3 << 30]
    return [stream, mixer] + carrying.flatMap { [stream | $0, mixer | $0, timer | $0] }
  }()
}
