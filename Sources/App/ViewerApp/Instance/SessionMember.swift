import BrowserHost
import Desktop
import Windowing

/// The program in a session that is restored at the next login.
final class SessionMember {
  private let shown: ShownPhotos
  private let settings: ProgramSettings
  private let log: Log
  /// The program as a client of the session manager; nil without one.
  private var client: SessionClient?
  private var watch: Watch?
  /// Called when the desktop session ends.
  var onEnd: () -> Void = {}

  init(_ shown: ShownPhotos, _ settings: ProgramSettings, log: Log) {
    self.shown = shown
    self.settings = settings
    self.log = log
  }

  /// Connects to the session manager, if there is one. Called after the first picture.
  func begin() {
    shown.view.window.restoreCommand = { [weak self] in self?.restoreCommand ?? [] }
    guard client == nil, !settings.options.private else { return }
    let previous = settings.options.sessionID
    WorkerThread.run {
      SessionClient.connect(previousID: previous)
    } finish: { [weak self] connection in
      if let connection { self?.join(connection) }
    }
  }

  private func join(_ connection: SessionClient.Connection) {
    let client = SessionClient(connection)
    client.restoreCommand = { [weak self] in self?.restoreCommand ?? [] }
    client.onEnd = { [weak self] in self?.onEnd() }
    self.client = client
    let view = shown.view
    watch = view.loop.watch(descriptor: connection.descriptor) { [weak self] in
      guard let self, let client = self.client else { return }
      if !client.process() { watch = nil }
    }
    view.window.setSessionID(connection.id)
    log.trace("session joined")
  }

  /// The words of the command line that show the current photo or folder again.
  private var restoreCommand: [[UInt8]] {
    guard !settings.options.private, let program = ProgramRun.ownProgram else { return [] }
    let current = CurrentFolder.path
    let folder = shown.home?.current.live.library.request.absoluteFolders(in: current).first
    let path = (shown.visit?.file ?? folder).map {
      $0.webAddress == nil ? $0.absolute(in: current) : $0
    }
    let words = [Array("--no-reuse".utf8), Array("--".utf8)]
    return [program] + words + (path.map { [$0.bytes] } ?? [])
  }
}
