import BaseDirectories
import CLinux
import Localization

/// The functions that set the wallpaper of the running desktop, in the way of that desktop.
nonisolated package enum Wallpaper {
  /// The stored wallpaper setting of a desktop, by which an earlier wallpaper is restored.
  package enum WallpaperSetting: Hashable, Sendable {
    /// Settings of GNOME, Cinnamon or MATE: values by key of a `gsettings` schema, as `gsettings`
    /// prints them.
    case gsettings(schema: String, values: [String: String])
    /// Settings of Xfce: paths of pictures by property of the channel `xfce4-desktop`.
    case xfconf(values: [String: String])
    /// The contents of `~/.fehbg`, a shell script of the program feh that sets the wallpaper.
    case feh(script: [UInt8])
  }
  /// The result of setting the wallpaper.
  package struct WallpaperOutcome: Hashable, Sendable {
    /// Whether the user has cancelled the change in a dialog of the desktop.
    package var isCancelled = false
    /// The setting before the change; nil when it could not be read.
    package var formerSetting: WallpaperSetting?

    /// Makes a result, by default that of a change after which the former setting is not known.
    package init(isCancelled: Bool = false, formerSetting: WallpaperSetting? = nil) {
      self.isCancelled = isCancelled
      self.formerSetting = formerSetting
    }
  }
  /// A way to set the wallpaper: an interface of a desktop, or a program.
  enum WallpaperMethod: Hashable, Sendable {
    case portal
    case gsettings(schema: String)
    case xfconf
    /// The program `plasma-apply-wallpaperimage` of KDE Plasma.
    case plasma
    case feh
  }

  private static let gnomeSchema = "org.gnome.desktop.background"

  /// The ways to set the wallpaper of a desktop, the preferred one first.
  ///
  /// - Parameter desktop: the value of the environment variable `XDG_CURRENT_DESKTOP`: names
  ///   separated by colons.
  static func methods(of desktop: String) -> [WallpaperMethod] {
    let names = Set(desktop.lowercased().split(separator: ":").map(String.init))
    func has(_ others: String...) -> Bool { !names.isDisjoint(with: others) }
    if has("xfce") { return [.xfconf, .portal, .feh] }
    if has("kde") { return [.plasma, .portal] }
    if has("mate") { return [.gsettings(schema: "org.mate.background"), .portal] }
    if has("x-cinnamon", "cinnamon") {
      return [.gsettings(schema: "org.cinnamon.desktop.background"), .portal]
    }
    if has("gnome", "unity", "budgie", "pop") { return [.portal, .gsettings(schema: gnomeSchema)] }
    return [.portal, .feh, .gsettings(schema: gnomeSchema)]
  }

  /// The values, by key of a `gsettings` schema, that show a picture as the wallpaper, in the
  /// format of `gsettings`.
  static func values(
    for file: [UInt8], schema: String
  ) throws(DesktopError) -> [String: String] {
    func quoted(_ text: String) -> String {
      "'" + text.map { $0 == "'" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "'"
    }
    if schema == "org.mate.background" {
      return ["picture-filename": quoted(String(decoding: file, as: UTF8.self))]
    }
    let uri = quoted(try FileManagers.uri(of: file))
    return schema == gnomeSchema
      ? ["picture-uri": uri, "picture-uri-dark": uri] : ["picture-uri": uri]
  }

  /// The present wallpaper setting that one of the ways to set the wallpaper would change; nil when
  /// that way stores no setting.
  static func presentSetting(_ method: WallpaperMethod) -> WallpaperSetting? {
    switch method {
    case .portal, .plasma: return nil
    case .gsettings(let schema):
      let keys =
        schema == gnomeSchema
        ? ["picture-uri", "picture-uri-dark"]
        : schema == "org.mate.background" ? ["picture-filename"] : ["picture-uri"]
      var values: [String: String] = [:]
      for key in keys {
        // Old versions of the schema have no key for the wallpaper of the dark style.
        guard let value = outputOfRunning(ProgramRun("gsettings", "get", schema, key)) else {
          continue
        }
        values[key] = value
      }
      return values.isEmpty ? nil : .gsettings(schema: schema, values: values)
    case .xfconf:
      guard let list = outputOfRunning(ProgramRun("xfconf-query", "-c", "xfce4-desktop", "-l"))
      else {
        return nil
      }
      var values: [String: String] = [:]
      for property in list.split(separator: "\n") where property.hasSuffix("/last-image") {
        let name = String(property)
        values[name] = outputOfRunning(
          ProgramRun("xfconf-query", "-c", "xfce4-desktop", "-p", name))
      }
      return values.isEmpty ? nil : .xfconf(values: values)
    case .feh:
      guard let file = fehFile, let bytes = try? RegularFile.read(file, max: maxFehBytes) else {
        return nil
      }
      return .feh(script: bytes)
    }
  }

  /// The maximum size of `~/.fehbg` that is read, in bytes.
  private static let maxFehBytes = 64 << 10

  private static var fehFile: [UInt8]? {
    getenv("HOME").map { Array(String(cString: $0).utf8).appending(name: Array(".fehbg".utf8)) }
  }

  /// Sets the wallpaper to a setting that was stored before. Blocks until programs have ended.
  ///
  /// - Returns: the setting before this change; nil when it could not be read.
  /// - Throws: `.system` or `.unwritable` with the reason why the wallpaper was not changed.
  @discardableResult package static func restore(
    _ setting: WallpaperSetting
  ) throws(DesktopError) -> WallpaperSetting? {
    let previous: WallpaperSetting?
    switch setting {
    case .gsettings(let schema, let values):
      previous = self.presentSetting(.gsettings(schema: schema))
      for (key, value) in values.sorted(by: { $0.key < $1.key }) {
        if case .gsettings(_, let known) = previous, known[key] == nil { continue }
        try run(ProgramRun("gsettings", "set", schema, key, value))
      }
    case .xfconf(let values):
      previous = self.presentSetting(.xfconf)
      for (name, path) in values.sorted(by: { $0.key < $1.key }) {
        try run(ProgramRun("xfconf-query", "-c", "xfce4-desktop", "-p", name, "-s", path))
      }
    case .feh(let script):
      previous = self.presentSetting(.feh)
      guard let file = fehFile else {
        throw .system(call: "feh", reason: tr("there is no home folder"))
      }
      do throws(FileReplacementError) {
        try FileReplacement.replace(file, from: FileReplacement.content(of: file), to: script)
      } catch {
        throw .unwritable(
          file: String(decoding: file, as: UTF8.self), reason: error.description)
      }
      try run(ProgramRun([Array("/bin/sh".utf8), file]))
    }
    return previous
  }

  /// The timeouts in seconds for a program that reads a setting, and for one that sets the
  /// wallpaper. Some programs decode the picture, and a call on the session bus waits up to 25
  /// seconds for its reply.
  private static let (queryLimit, changeLimit) = (30.0, 120.0)

  /// Runs a program that sets the wallpaper, and waits for its end.
  static func run(_ program: ProgramRun) throws(DesktopError) {
    let outcome = try program.run(within: changeLimit)
    guard outcome.isSuccess else {
      let name = program.commandLine.first.map { String(decoding: $0, as: UTF8.self) } ?? ""
      throw .system(call: name, reason: outcome.reason)
    }
  }

  /// The standard output of a program; nil when it fails.
  private static func outputOfRunning(_ program: ProgramRun) -> String? {
    guard let outcome = try? program.run(within: queryLimit), outcome.isSuccess else { return nil }
    return outcome.text
  }
}
