import CLinux
import HelperProcesses
import Localization

/// A change of the wallpaper of the running desktop: the ways to set it that were not tried yet,
/// the preferred one first.
nonisolated package struct WallpaperChange: Sendable {
  /// The result of one part of the change, which may hold the next part.
  package enum ChangeStep: Sendable {
    /// The wallpaper is set, or the user has cancelled the change.
    case ended(Wallpaper.WallpaperOutcome)
    /// The desktop sets the wallpaper when the closure is called, and may ask the user. The closure
    /// blocks until the user has answered. The picture file was opened before, so that an
    /// unreadable one is reported without a dialog.
    case needsDialog(@Sendable () -> ChangeStep)
    /// The desktop has refused after the dialog. The closure tries the other ways, and blocks until
    /// programs have ended.
    case dialogFailed(@Sendable () throws(DesktopError) -> ChangeStep)
  }

  private let file: [UInt8]
  private let parentWindow: String
  private let busAddress: String?
  /// The setting before the change; nil when it could not be read.
  private let formerSetting: Wallpaper.WallpaperSetting?
  private var untriedMethods: ArraySlice<Wallpaper.WallpaperMethod>
  /// The error of the first way that has failed; nil when none has.
  private var failure: DesktopError?

  /// Makes a change of the wallpaper to the picture `file` by the ways `methods`.
  ///
  /// - Parameter address: the D-Bus address of the bus; nil for the session bus.
  init(
    to file: [UInt8], by methods: [Wallpaper.WallpaperMethod],
    formerSetting: Wallpaper.WallpaperSetting? = nil,
    parentWindow: String, address: String? = nil
  ) {
    self.file = file
    untriedMethods = methods[...]
    self.formerSetting = formerSetting
    self.parentWindow = parentWindow
    busAddress = address
  }

  /// Begins to set the wallpaper, in the way of the running desktop. Blocks until programs have
  /// ended, but does not wait for the user.
  ///
  /// - Parameters:
  ///   - file: the absolute path of a picture.
  ///   - parentWindow: the identifier of the window for dialogs in the portal's format, such as
  ///     `x11:1a2b`.
  /// - Throws: the error of the first way that has failed when none works.
  package static func begin(_ file: [UInt8], parentWindow: String) throws(DesktopError)
    -> ChangeStep
  {
    let desktop = getenv("XDG_CURRENT_DESKTOP").map { String(cString: $0) } ?? ""
    let methods = Wallpaper.methods(of: desktop)
    let stores = methods.contains(.feh) && !methods.contains(.xfconf) ? [.feh] + methods : methods
    let formerSetting = stores.lazy.compactMap(Wallpaper.presentSetting).first
    return try Self(to: file, by: methods, formerSetting: formerSetting, parentWindow: parentWindow)
      .proceed()
  }

  /// Tries the remaining ways in their order, until one has set the wallpaper or needs a dialog.
  func proceed() throws(DesktopError) -> ChangeStep {
    var rest = self
    while let method = rest.untriedMethods.popFirst() {
      guard isAvailable(method) else { continue }
      do throws(DesktopError) {
        return try set(by: method, orElse: rest)
      } catch { rest.failure = rest.failure ?? error }
    }
    throw rest.failure
      ?? .system(
        call: "wallpaper",
        reason: tr("no desktop portal, gsettings, xfconf-query or feh was found to set it"))
  }

  private func isAvailable(_ method: Wallpaper.WallpaperMethod) -> Bool {
    switch method {
    case .portal: PortalRequest.isAvailable("Wallpaper", address: busAddress)
    case .gsettings: ProgramRun.find("gsettings") != nil
    case .xfconf: ProgramRun.find("xfconf-query") != nil
    case .plasma: ProgramRun.find("plasma-apply-wallpaperimage") != nil
    case .feh: ProgramRun.find("feh") != nil
    }
  }

  /// Sets the wallpaper in one of the ways, or prepares the dialog for it.
  ///
  /// - Parameter rest: the change by the other ways.
  private func set(
    by method: Wallpaper.WallpaperMethod, orElse rest: WallpaperChange
  ) throws(DesktopError) -> ChangeStep {
    switch method {
    case .portal: return try makeDialog(orElse: rest)
    case .gsettings(let schema):
      let values = try Wallpaper.values(for: file, schema: schema)
      guard Wallpaper.presentSetting(.gsettings(schema: schema)) != nil else {
        throw .system(call: "gsettings", reason: tr("the desktop has no setting for it"))
      }
      try Wallpaper.restore(.gsettings(schema: schema, values: values))
    case .xfconf:
      guard case .xfconf(let properties) = Wallpaper.presentSetting(.xfconf), !properties.isEmpty
      else {
        throw .system(call: "xfconf-query", reason: tr("Xfce has no desktop with a picture"))
      }
      let path = String(decoding: file, as: UTF8.self)
      try Wallpaper.restore(.xfconf(values: properties.mapValues { _ in path }))
    case .plasma:
      try Wallpaper.run(ProgramRun([Array("plasma-apply-wallpaperimage".utf8), file]))
    case .feh: try Wallpaper.run(ProgramRun([Array("feh".utf8), Array("--bg-fill".utf8), file]))
    }
    return .ended(Wallpaper.WallpaperOutcome(formerSetting: formerSetting))
  }

  /// Opens the picture for the dialog of the portal.
  private func makeDialog(orElse rest: WallpaperChange) throws(DesktopError) -> ChangeStep {
    let picture = OwnedDescriptor(file.withCString { linux_open_for_reading($0) })
    guard picture.number >= 0 else {
      throw .unreadable(file: String(decoding: file, as: UTF8.self), reason: systemReason)
    }
    return .needsDialog { [parentWindow, busAddress, formerSetting] in
      let request = PortalRequest(
        "Wallpaper", "SetWallpaperFile", [.text(parentWindow), .file(picture.number)],
        options: [("show-preview", .flag(false)), ("set-on", .text("background"))])
      do throws(DesktopError) {
        let answer = try request.ask(address: busAddress)
        return .ended(
          Wallpaper.WallpaperOutcome(
            isCancelled: answer == .cancelled, formerSetting: formerSetting))
      } catch {
        var others = rest
        others.failure = rest.failure ?? error
        return .dialogFailed { [others] () throws(DesktopError) in try others.proceed() }
      }
    }
  }
}
