import BrowserHost
import Desktop
import Localization
import PhotoGrid
import Windowing

/// The commands that pass photos to other programs of the desktop.
final class PhotoSharing {
  private let shown: ShownScenes
  private let log: Log
  private let operations: FileOperations
  private let printing: PhotoPrinting
  private let startupIDs: StartupIDMaker
  private let programs: DesktopPrograms

  init(
    _ shown: ShownScenes, _ services: ProgramServices, _ operations: FileOperations,
    _ startupIDs: StartupIDMaker
  ) {
    self.shown = shown
    self.operations = operations
    self.startupIDs = startupIDs
    log = services.log
    programs = services.mode.programs
    printing = PhotoPrinting(shown, services, operations)
  }

  private var view: ViewerWindow { shown.view }

  /// Performs a command that passes photos to other programs.
  ///
  /// - Returns: false for any other command.
  func perform(_ command: Command) -> Bool {
    if shown.refuseIfInArchive(command) { return true }
    switch command {
    case .openWith: chooseApplication()
    case .showInFileManager: showInFileManager()
    case .setWallpaper: setWallpaper()
    case .print: printing.showSheet()
    case .send: send()
    default: return false
    }
    return true
  }

  // MARK: Open With

  /// Asks the user for an application, and opens the chosen photos with it.
  private func chooseApplication() {
    guard
      let files = shown.localFilesForCommands(
        orShow: tr("Only files on this computer can be opened with other applications"))
    else { return }
    WorkerThread.run { [programs] in
      programs.applications(files.map(\.bytes))
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .failure(let error):
        view.showToast(tr("No application can be found: {reason}", ["reason": error.reason]))
      case .success(let offer) where offer.recommended.isEmpty && offer.others.isEmpty:
        view.showToast(tr("No other application for such files is installed"))
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
    let id = startupIDs.makeStartupID()
    view.showToast(
      trPhotos(
        files, "Opening “{name}” with {application}", "Opening {count} pictures with {application}",
        ["application": application.name]))
    WorkerThread.run { [programs] in
      programs.passFiles {
        Result { () throws(DesktopError) -> PortalRequest.UserAnswer in
          try DesktopApplication.open(
            files.map(\.bytes), withID: application.id, startupID: id)
          return .done
        }
      }
    } finish: { [weak self] result in
      guard let self else { return }
      if case .failure(let error) = result {
        log.error("\(error)")
        view.showToast(
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
      let files = shown.localFilesForCommands(
        orShow: tr("Only files on this computer can be shown in a file manager"))
    else { return }
    let id = startupIDs.makeStartupID()
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
        view.showToast(tr("No file manager could be opened: {reason}", ["reason": error.reason]))
      }
      log.trace("shown in file manager")
    }
  }

  // MARK: Set as Wallpaper

  private func setWallpaper() {
    guard
      let file = shown.localFilesForCommands(
        orShow: tr("Only files on this computer can be wallpapers"))?.first
    else { return }
    let parent = view.window.portalParent
    operations.setWallpaper(file) { () throws(DesktopError) in
      try WallpaperChange.begin(file.bytes, parentWindow: parent)
    }
  }

  // MARK: Send

  /// The maximum number of photos in one mail message: a message of the bus carries some hundred
  /// descriptors, and mail servers accept some megabytes.
  private static let maxAttachments = 100

  private func send() {
    guard
      let files = shown.localFilesForCommands(
        orShow: tr("Only files on this computer can be sent"))
    else { return }
    guard files.count <= Self.maxAttachments else {
      return view.showToast(
        trPlural(
          "At most {count} photo can be sent at once", "At most {count} photos can be sent at once",
          count: Self.maxAttachments))
    }
    let parent = view.window.portalParent
    let paths = files.map(\.bytes)
    let subject =
      files.count == 1 ? files[0].displayName : NumberText.pictureCount(files.count)
    view.showToast(
      trPhotos(
        files, "Preparing a message with “{name}”", "Preparing a message with {count} pictures"))
    WorkerThread.run {
      Result { () throws(DesktopError) in
        try MailMessage(subject: subject, attachments: paths).compose(parentWindow: parent)
      }
    } finish: { [weak self] result in
      guard let self else { return }
      switch result {
      case .success: log.trace("sent count=\(files.count)")
      case .failure(let error):
        log.error("\(error)")
        view.showToast(tr("No message could be written: {reason}", ["reason": error.reason]))
        log.trace("send failed count=\(files.count)")
      }
    }
  }
}
