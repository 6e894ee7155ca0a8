import BrowserHost
import Desktop
import HelperProcesses
import Localization
import PhotoBrowser
import PhotoGrid
import Scenes
import Windowing

/// The D-Bus service of pbview, by which other programs open files, perform commands and ask
/// questions.
final class RemoteControl {
  private let shown: ShownScenes
  private let navigator: Navigator
  private let settings: ProgramSettings
  private let services: ProgramServices
  /// The queue of the calls of other programs.
  private let calls: CallQueue
  /// The registration under the program's bus name; nil without a session bus, and while another
  /// process has the name.
  private var service: ApplicationService?
  /// The commands and questions that came while files were being opened, in their order. They are
  /// handled after the opening, so that they apply to the newly opened photo.
  private var waitingCalls: [() -> Void] = []
  /// The scheduled call that handles ``waitingCalls`` or, while files are being opened, ends the
  /// wait for them after ``maxOpeningWait``; nil if none is scheduled.
  private var scheduledHandling: Cancellation?
  /// The maximum time in seconds for which commands wait for files to be opened and shown.
  private static let maxOpeningWait = 5.0

  /// Makes a service that handles no call before ``startHandlingCalls()``.
  ///
  /// - Parameter service: the registration under the bus name when the session bus started this
  ///   process; nil after any other start.
  init(
    _ shown: ShownScenes, _ navigator: Navigator, _ settings: ProgramSettings,
    _ services: ProgramServices, calls: CallQueue, service: ApplicationService?
  ) {
    self.shown = shown
    self.navigator = navigator
    self.settings = settings
    self.services = services
    self.calls = calls
    self.service = service
  }

  private var view: ViewerWindow { shown.view }
  private var log: Log { services.log }

  /// Begins to handle calls, and takes the program's bus name. Called after the first picture is
  /// shown; without a session bus, or while another process has the name, no call arrives.
  func startHandlingCalls() {
    navigator.onOpeningEnd = { [weak self] in self?.schedulePerformingWaitingCalls() }
    calls.deliver { [weak self] in self?.receive($0) }
    guard service == nil else { return }
    WorkerThread.run { [calls] in
      try? ApplicationService.make { calls.enqueue($0, done: $1) }
    } finish: { [weak self] (service: ApplicationService?) in
      self?.service = service
      self?.log.trace("service \(service == nil ? "none" : "running")")
    }
  }

  private func receive(_ call: ApplicationCall) {
    switch call {
    case .activate(let platform): raiseWindow(platform)
    case .open(let uris, let platform):
      if settings.options.reuse ?? false {
        open(uris, platform)
      } else {
        openWindow(uris, platform)
      }
    case .action(name: "new-window", let platform): openWindow([], platform)
    case .action(name: "recent", let platform): showRecentTab(platform)
    case .action: break
    case .command(let name, let words, let platform, let reply):
      perform(name, words, platform, reply)
    }
  }

  private func perform(
    _ name: String, _ words: [String], _ platform: ApplicationCall.PlatformData,
    _ reply: ApplicationReply
  ) {
    guard waitingCalls.isEmpty, !navigator.isOpening else {
      return waitingCalls.append { [weak self] in self?.performAtOnce(name, words, platform, reply)
      }
    }
    performAtOnce(name, words, platform, reply)
  }

  /// Schedules the handling of ``waitingCalls`` after the present change of scenes. It stops at a
  /// command that opens files.
  private func schedulePerformingWaitingCalls() {
    scheduledHandling?.cancel()
    scheduledHandling = services.bridge.schedule(after: 0) { [weak self] in
      guard let self else { return }
      while !waitingCalls.isEmpty, !navigator.isOpening { waitingCalls.removeFirst()() }
    }
  }

  private func performAtOnce(
    _ name: String, _ words: [String], _ platform: ApplicationCall.PlatformData,
    _ reply: ApplicationReply
  ) {
    log.trace("remote command=\(name)")
    if let question = RemoteQuestion(rawValue: name) {
      return answer(question, reply)
    }
    switch name {
    case RemoteQuestion.openCommandName:
      guard words.contains(where: { FilePath(argument: Array($0.utf8)) != nil }) else {
        return reply.fail(tr("Only files and addresses of http and https can be shown"))
      }
      reply.answer()
      open(words, platform)
    case RemoteQuestion.activateCommandName:
      reply.answer()
      raiseWindow(platform)
    default:
      guard let command = Command(name: name) else {
        return reply.fail(
          tr(
            "“{name}” is not a command; pbview --list-commands lists them",
            ["name": name.prefix(40)]))
      }
      reply.answer()
      view.perform(command)
    }
  }

  // MARK: Questions

  private func answer(_ question: RemoteQuestion, _ reply: ApplicationReply) {
    switch question {
    case .current: reply.answer(Self.uris(shown.currentPhoto.map { [$0] } ?? []))
    case .selection: reply.answer(Self.uris(shown.photosForCommands))
    case .picked: answerMarked(reply)
    case .index: reply.answer("\(currentIndex)")
    case .count:
      let grid = shown.home?.current.live.library.count
      reply.answer("\(shown.visit?.browser.pageCount ?? grid ?? 0)")
    case .title: reply.answer(view.host.scene?.title ?? "")
    }
  }

  /// Replies with the picked photos that exist. A worker thread examines their files, because a
  /// disk may have to spin up.
  private func answerMarked(_ reply: ApplicationReply) {
    let picked = services.marks.pickedInThisRun
    WorkerThread.run {
      picked.filter { $0.exists }
    } finish: {
      reply.answer(Self.uris($0))
    }
  }

  private static func uris(_ files: [FilePath]) -> String {
    files.map(RemoteClient.uri).joined(separator: "\n")
  }

  /// The number of the current photo in its list, from 1; 0 without a current photo.
  private var currentIndex: Int {
    if let visit = shown.visit { return visit.browser.pageIndex + 1 }
    guard let home = shown.home, let photo = home.current.focusedPhoto,
      let index = home.current.live.library.index(of: photo)
    else { return 0 }
    return index + 1
  }

  // MARK: Opening

  /// The maximum number of files that are passed to a new process; a command line may not have room
  /// for more.
  private static let maxFilesForNewWindow = 1000

  private func open(_ uris: [String], _ platform: ApplicationCall.PlatformData) {
    let files = uris.compactMap { FilePath(argument: Array($0.utf8)) }
    if files.isEmpty {
      view.showToast(tr("Only files and addresses of http and https can be shown"))
    } else {
      navigator.open(files)
      scheduledHandling?.cancel()
      scheduledHandling = services.bridge.schedule(after: Self.maxOpeningWait) { [weak self] in
        self?.navigator.endOpening()
      }
    }
    raiseWindow(platform)
  }

  private func raiseWindow(_ platform: ApplicationCall.PlatformData) {
    view.window.activate(startupID: platform.startupID)
    log.trace("raised")
  }

  private func showRecentTab(_ platform: ApplicationCall.PlatformData) {
    guard let home = shown.rootHome else { return openWindow([], platform, "--show-recent") }
    home.selectRecentFilesTab()
    raiseWindow(platform)
  }

  /// Starts another pbview process with a window of its own.
  ///
  /// - Parameter option: an option of the command line for the new process; nil for none.
  private func openWindow(
    _ uris: [String], _ platform: ApplicationCall.PlatformData, _ option: String? = nil
  ) {
    guard let program = ProgramRun.ownProgram else { return }
    let files = uris.prefix(Self.maxFilesForNewWindow).filter {
      FilePath(argument: Array($0.utf8)) != nil
    }
    let words = ["--no-reuse"] + (option.map { [$0] } ?? []) + ["--"] + files
    let variables = platform.startupID.map { [(name: "DESKTOP_STARTUP_ID", value: $0)] } ?? []
    WorkerThread.run {
      do throws(DesktopError) {
        _ = try ProgramRun(
          [program] + words.map { Array($0.utf8) }, variables: variables
        ).run()
        return nil
      } catch { return error.reason }
    } finish: { [weak self] (failure: String?) in
      if let failure {
        self?.log.error(tr("a new window cannot be opened: {reason}", ["reason": failure]))
      }
    }
    log.trace("window started files=\(files.count)")
  }
}
