import Glibc

/// The base directories of a user: the folders for settings, data, state and caches.
///
/// An environment variable that is unset, empty or relative is ignored, as the specification
/// requires.
/// - Source: XDG Base Directory Specification 0.8.
package struct BaseDirectories: Hashable, Sendable {
  /// The user's home folder, `$HOME`; nil when the variable is no absolute path.
  package let home: String?
  /// The folder for settings: `$XDG_CONFIG_HOME`, or else `~/.config`; nil when neither is known.
  package let config: String?
  /// The folder for data: `$XDG_DATA_HOME`, or else `~/.local/share`; nil when neither is known.
  package let data: String?
  /// The folder for state that outlives a start, such as recent files: `$XDG_STATE_HOME`, or else
  /// `~/.local/state`; nil when neither is known.
  package let state: String?
  /// The folder for caches: `$XDG_CACHE_HOME`, or else `~/.cache`; nil when neither is known.
  package let cache: String?
  /// The folder for sockets and other files of this login session: `$XDG_RUNTIME_DIR`; nil when the
  /// variable is no absolute path.
  package let runtime: String?

  /// Reads the base directories from environment variables.
  ///
  /// - Parameter variable: the value of an environment variable; nil when it is unset.
  package init(_ variable: (_ name: String) -> String?) {
    func absolute(_ name: String) -> String? {
      variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil }
    }
    let home = absolute("HOME")
    func folder(_ name: String, inHome usual: String) -> String? {
      absolute(name) ?? home.map { "\($0)/\(usual)" }
    }
    self.home = home
    config = folder("XDG_CONFIG_HOME", inHome: ".config")
    data = folder("XDG_DATA_HOME", inHome: ".local/share")
    state = folder("XDG_STATE_HOME", inHome: ".local/state")
    cache = folder("XDG_CACHE_HOME", inHome: ".cache")
    runtime = absolute("XDG_RUNTIME_DIR")
  }

  /// The directories that are used in a test instead of those of the user; nil outside tests.
  @TaskLocal package static var ofTest: BaseDirectories?

  /// The directories of the user who runs this process.
  package static var ofUser: BaseDirectories {
    ofTest ?? BaseDirectories { getenv($0).map { String(cString: $0) } }
  }

  private static let variables = [
    "HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME",
    "XDG_RUNTIME_DIR",
  ]

  /// Removes base directory variables that are no absolute paths, `HOME` among them, from the
  /// environment, so that libraries and helper processes ignore them as well: GLib takes a relative
  /// `HOME` for a folder of the working directory.
  ///
  /// The environment is global: call this function before the first thread starts.
  package static func removeInvalidVariables() {
    for name in variables {
      guard let value = getenv(name), value.pointee != CChar(bitPattern: UInt8(ascii: "/")) else {
        continue
      }
      unsetenv(name)
    }
  }
}
