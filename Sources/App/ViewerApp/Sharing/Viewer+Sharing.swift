import BrowserHost
import Desktop
import Glibc
import Localization
import PhotoGrid
import Windowing

/// Handing photos to other programs of the desktop.
extension Viewer {
  /// Performs a command that hands photos to other programs.
  ///
  /// - Returns: false for any other command.
  func performSharing(_ command: Command) -> Bool {
    if refuseInArchive(command) { return true }
    switch command {
    case .openWith: chooseApplication()
    case .showInFileManager: showInFileManager()
    case .setWallpaper: setWallpaper()
    case .print: showPrintSheet()
    case .send: send()
    default: return false
    }
    return true
  }

  /// The absolute paths of the chosen photos that are files on this computer.
  var localFiles: [FilePath] {
    let current = CurrentFolder.path
    return chosenPhotos.filter { $0.webAddress == nil }.map { $0.absolute(in: current) }
  }

  /// The chosen files; nil, with a message to the user, when there are none.
  ///
  /// - Parameter refusal: the message.
  func localFiles(orSay refusal: @autoclosure () -> String) -> [FilePath]? {
    let files = localFiles
    if files.isEmpty { view?.say(refusal()) }
    return files.isEmpty ? nil : files
  }

  /// A startup notification ID for a started program, with the time of the user's last action.
  ///
  /// - Source: Startup Notification Protocol 0.1.
  var startupID: String {
    launches += 1
    let time = view?.window.lastUserActionTime ?? 0
    // A time of 0 would mean that the window of the program wants no focus.
    return "pbview-\(getpid())-\(launches)" + (time == 0 ? "" : "_TIME\(time)")
  }

  // MARK: Open With

  /// The desktop file of the viewer, which is not offered.
  private nonisolated static let ownID = "pbview.desktop"

  /// Asks for the application that opens the chosen photos.
  private func chooseApplication() {
    guard
      let files = localFiles(
        orSay: tr("Only files on this computer can be opened with other applications"))
    else { return }
    WorkerThread.run {
      Result { () throws(DesktopError) in
        try DesktopApplication.offer(
          for: files.map(\.bytes), fallback: { MediaType.picture(FilePath($0)) },
          excluding: Self.ownID)
      }
    } finish: { [weak self] result in
      guard let self, let view else { return }
      switch result {
      case .failure(let error):
        view.say(tr("No application can be found: {reason}", ["reason": error.reason]))
      case .success(let offer) where offer.recommended.isEmpty && offer.others.isEmpty:
        view.say(tr("No other application for such files is installed"))
      case .success(let offer):
        let sheet = OpenWithSheet(
          trPhotos(files, "Open “{name}” With", "Open {count} Pictures With"), offer)
        sheet.onOpen = { [weak self] in self?.open(files, with: $0) }
        view.present(sheet)
        log.trace(
          "applications recommended=\(offer.recommended.count) others=\(offer.others.count)")
      }
    }
  }

  private func open(_ files: [FilePath], with application: DesktopApplication) {
    let id = startupID
    view?.say(
      trPhotos(
        files, "Opening “{name}” with {application}", "Opening {count} pictures with {application}",
        ["application": application.name]))
    WorkerThread.run {
      Result { () throws(DesktopError) in
        try DesktopApplication.open(
          files.map(\.bytes), withID: application.id, startupID: id)
      }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        log.error("\(error)")
        view?.say(
          tr(
            "{application} could not be started: {reason}",
            ["application": application.name, "reason": error.reason]))
      }
      log.trace("opened with=\(application.id)")
    }
  }

  // MARK: Show in File Manager

  private func showInFileManager() {
    guard
      let files = localFiles(
        orSay: tr("Only files on this computer can be shown in a file manager"))
    else { return }
    let id = startupID
    WorkerThread.run {
      Result { () throws(DesktopError) in
        // A file manager shows an archive instead of the files in it.
        let shown = files.map { $0.containingArchive ?? $0 }
        try FileManagers.show(shown.map(\.bytes), startupID: id)
      }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        log.error("\(error)")
        view?.say(tr("No file manager could be opened: {reason}", ["reason": error.reason]))
      }
      log.trace("shown in file manager")
    }
  }

  // MARK: Set as Wallpaper

  private func setWallpaper() {
    guard let file = localFiles(orSay: tr("Only files on this computer can be wallpapers"))?.first,
      let view
    else { return }
    let parent = view.window.portalParent
    WorkerThread.run {
      Result { () throws(DesktopError) in try Wallpaper.set(file.bytes, parent: parent) }
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error):
        log.error("\(error)")
        self.view?.say(tr("The wallpaper could not be set: {reason}", ["reason": error.reason]))
      case .success(let outcome) where outcome.isCancelled: break
      case .success(let outcome):
        let text = tr("“{name}” is the wallpaper now", ["name": file.displayName])
        guard let former = outcome.former else {
          self.view?.say(text)
          break
        }
        operations?.record(
          .wallpaper(file, former: former), as: Command.setWallpaper.title, saying: text)
      }
      log.trace("wallpaper set")
    }
  }

  // MARK: Send

  /// The maximum number of photos in one message: a message of the bus carries some hundred
  /// descriptors, and mail servers accept some megabytes.
  private static let maxAttachments = 100

  private func send() {
    guard
      let files = localFiles(
        orSay: tr("Only files on this computer can be sent")), let view
    else { return }
    guard files.count <= Self.maxAttachments else {
      return view.say(
        trn(
          "At most {count} photo can be sent at once", "At most {count} photos can be sent at once",
          count: Self.maxAttachments))
    }
    let parent = view.window.portalParent
    let paths = files.map(\.bytes)
    let subject = files.count == 1 ? files[0].displayName : GalleryText.pictures(files.count)
    view.say(
      trPhotos(
        files, "Preparing a message with “{name}”", "Preparing a message with {count} pictures"))
    WorkerThread.run {
      Result { () throws(DesktopError) in
        try MailMessage(subject: subject, attachments: paths).compose(parent: parent)
      }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        log.error("\(error)")
        self.view?.say(tr("No message could be written: {reason}", ["reason": error.reason]))
      }
      log.trace("sent count=\(files.count)")
    }
  }
}
