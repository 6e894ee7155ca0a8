import CLinux
import Confinement

/// What the player gives up before it looks at the first byte of a clip.
enum Sandbox {
  /// A film of 8K on many threads, two hundred libraries, their stacks; surfaces of frames; the
  /// socket, clip, surfaces, and what the sound needs.
  private static let limits = ResourceLimits(
    addressSpace: 8 << 30, fileSize: 2 << 30, descriptors: 128)

  /// Its libraries, and how the machine's sound is set up.
  private static let readable = [
    "/usr/lib", "/usr/lib64", "/usr/local/lib", "/lib", "/lib64", "/etc/ld.so.cache",
    "/usr/share/alsa", "/etc/asound.conf", "/etc/alsa", "/etc/pulse", "/usr/share/pipewire",
    "/etc/pipewire", "/proc/cpuinfo", "/sys/devices/system/cpu",
  ]
  /// Frames are drawn while the viewer draws, and the viewer goes first.
  private static let politeness: Int32 = 5

  /// Locks the process down, for good.
  ///
  /// - Returns: false when a lock that every supported kernel has did not close.
  static func enter() -> Bool {
    _ = nice(politeness)
    limits.apply()
    let isFenced = FileRules.apply(readable: readable + soundFiles(), devices: ["/dev/snd"])
    return SystemCallFilter.install(isFenced: isFenced)
  }

  /// The proof a sound server wants that the person sent us.
  private static func soundFiles() -> [String] {
    var files: [String] = []
    if let home = getenv("HOME").map({ String(cString: $0) }) {
      files.append(home + "/.config/pulse")
    }
    if let runtime = getenv("XDG_RUNTIME_DIR").map({ String(cString: $0) }) {
      files.append(runtime + "/pulse")
    }
    return files
  }
}
