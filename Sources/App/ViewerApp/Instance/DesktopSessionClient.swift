import BrowserHost
import Desktop
import Windowing

/// The connection to the session manager of the desktop, which starts pbview again at the next
/// login. In private mode (`--private`), pbview is not started again, and the connection only
/// reports the end of the session.
final class DesktopSessionClient {
  private let shown: ShownScenes
  private let pages: PageLibrary
  /// The files and folders that the program was opened with as a list of pictures; empty when it
  /// was opened with one file or folder, or with a grid.
  private let openedList: [FilePath]
  private let settings: ProgramSettings
  private let log: Log
  /// The client of the session manager; nil while pbview is not connected.
  private var client: SessionManagerClient?
  private var watch: DescriptorWatch?
  /// Called when the session manager ends the desktop session.
  var onSessionEnd: () -> Void = {}

  /// The maximum number of paths that are restored; a command line may not have room for more.
  private nonisolated static let maxListLength = 1000

  /// Makes a member of the session that is not connected to the session manager before
  /// ``connect()``.
  ///
  /// - Parameter list: the files and folders that the program was opened with as a list of
  ///   pictures; empty when it was opened with one file or folder, or with a grid.
  init(
    _ shown: ShownScenes, _ pages: PageLibrary, list: [FilePath], _ settings: ProgramSettings,
    log: Log
  ) {
    self.shown = shown
    self.pages = pages
    self.openedList = list
    self.settings = settings
    self.log = log
  }

  /// Connects to the session manager, if there is one. Called after the first picture is shown.
  func connect() {
    shown.view.window.restoreCommand = { [weak self] in self?.restoreCommand ?? [] }
    guard client == nil else { return }
    let previous = settings.options.sessionID
    WorkerThread.run {
      SessionManagerClient.connect(previousID: previous)
    } finish: { [weak self] connection in
      if let connection { self?.join(connection) }
    }
  }

  private func join(_ connection: SessionManagerClient.ManagerConnection) {
    let client = SessionManagerClient(connection)
    let isPrivate = settings.options.private
    client.isRestartedAtLogin = !isPrivate
    client.restoreCommand = { [weak self] in
      isPrivate ? Self.privateCommand : self?.restoreCommand ?? []
    }
    client.onEnd = { [weak self] in self?.onSessionEnd() }
    self.client = client
    let view = shown.view
    watch = view.loop.watch(descriptor: connection.descriptor) { [weak self] in
      guard let self, let client = self.client else { return }
      if !client.handleMessages() { watch = nil }
    }
    // The ID is a property of the window, by which a window manager restores the window's position
    // after the next login.
    if !isPrivate { view.window.setSessionID(connection.id) }
    log.trace("session joined")
  }

  /// The program and its arguments that show the current photo or folder again; empty for no
  /// restart. A comparison over a grid becomes the page of its first photo.
  private var restoreCommand: [[UInt8]] {
    guard !settings.options.private, let program = ProgramRun.ownProgram else { return [] }
    let current = CurrentFolder.path
    let grid = shown.home?.current.live
    let folder = grid?.library.request.absoluteFolders(in: current).first
    let live = shown.visit == nil ? grid : pages.current
    let preferences = settings.options.config == nil ? nil : settings.store.pathOfReadFile
    return [program]
      + Self.restoreArguments(
        showing: shown.visit?.file ?? shown.compare?.firstFile ?? folder, of: openedList,
        filter: Self.filter(of: live, given: settings.options.filter)?.text,
        preferences: preferences, in: current)
  }

  /// The filter of the pages or the grid, also if it has not been applied yet.
  ///
  /// - Parameters:
  ///   - live: the library of the pages or the grid; nil for a list that has none, because it was
  ///     never filtered.
  ///   - given: the filter of the command line, which pages get when their list has been read.
  static func filter(of live: LiveLibrary?, given: PhotoFilter?) -> PhotoFilter? {
    guard let live else { return given }
    return live.arrangement.filter ?? (live.isLoading ? given : nil)
  }

  /// The program and its arguments without the names of files, for a session manager, which
  /// requires them also of a program that it does not start again.
  private static var privateCommand: [[UInt8]] {
    ProgramRun.ownProgram.map { [$0, Array("--private".utf8)] } ?? []
  }

  /// The arguments that show a photo or a folder again at the next login.
  ///
  /// - Parameters:
  ///   - path: the photo or folder; nil for neither.
  ///   - list: the paths that the program was opened with as a list. All of them are shown again if
  ///     `path` is one of them.
  ///   - filter: the text of the filter of the grid or the pages; nil without a filter.
  ///   - preferences: the file of `--config`; nil for the user's own preferences.
  ///   - current: the folder for relative paths.
  nonisolated static func restoreArguments(
    showing path: FilePath?, of list: [FilePath], filter: String?, preferences: FilePath?,
    in current: FilePath
  ) -> [[UInt8]] {
    func absolute(_ path: FilePath) -> [UInt8] {
      path.webAddress == nil ? path.absolute(in: current).bytes : path.bytes
    }
    var words = [Array("--no-reuse".utf8)]
    if let preferences { words += [Array("--config".utf8), absolute(preferences)] }
    // The option and its value are one word, because a value such as “-flag:reject” begins with a
    // hyphen.
    if let filter { words.append(Array("--filter=\(filter)".utf8)) }
    guard let path else { return words + [Array("--".utf8)] }
    let isListed = (2...maxListLength).contains(list.count) && list.contains(path)
    if isListed { words += [Array("--start".utf8), absolute(path)] }
    return words + [Array("--".utf8)] + (isListed ? list : [path]).map(absolute)
  }
}
