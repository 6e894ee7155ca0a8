import BrowserHost
import Desktop
import Geometry
import Imaging
import Input
import Localization
import Motion
import Pixels
import Recordings
import Windowing

/// The player of `--replay`, which performs the recorded input with the recorded times, and
/// compares the state after each frame with the recorded one.
///
/// No other thread works during a replay: work that the recorded program did on other threads is
/// done on the main thread when its result is due.
final class ReplayPlayer {
  /// The first frame whose state differs from the recorded one.
  struct Difference {
    /// The number of the frame in the replay, from 1.
    var frameNumber: Int
    /// The time of the frame in seconds since the start of the recording.
    var secondsSinceStart: Double
    var recorded: String
    var replayed: String
  }

  /// Gives the state of the window's latest frame as text. Default: empty.
  var frameStateText: () -> String = { "" }
  /// Whether the replay has no window on the screen. Default: true.
  var isHeadless = true
  /// The speed of a replay in a window, in recorded seconds per second. Default: 1.
  var speed = 1.0
  /// Waits until the time of an input, in seconds since the start of the recording; a result of
  /// false ends the replay. Default: does not wait.
  var waitOrEnd: (Double) -> Bool = { _ in true }
  /// Called with the pixels of each frame. Default: does nothing.
  var onPresent: (PixelBuffer) -> Void = { _ in }

  /// The number of frames that were made so far.
  private(set) var frameCount = 0
  private(set) var difference: Difference?

  let tree: ReplayedTree
  let desktop = RecordedDesktop()
  /// The functions that return the recorded answers of desktop programs.
  let programs: DesktopPrograms
  private let lines: [RecordedLine]
  private let start: RecordedLine.Start
  private let helpers: ReplayedHelpers
  /// The source of downloads that gives the recorded updates.
  let downloads: ReplayedDownloads
  /// The launcher of players of clips that gives the recorded reports.
  let players: ReplayedPlayers
  /// The numbers of those questions to the disk whose answers were recorded because they came after
  /// the call.
  private let lateQuestions: Set<Int>
  /// For each work that reads a folder, the number of the line after the last list that it read.
  private let lineAfterReadings: [Int: Int]
  private var nextLineIndex = 0
  /// The number of the line about the disk and the desktop that is being applied, or was applied
  /// last.
  private var appliedLineIndex = 0
  private var expectedState = ""
  private var unfinishedWorks: [Int: ReplayedWork] = [:]
  private var unansweredQuestions: [Int: ReplayedWork] = [:]
  private var watchHandlers: [Int: () -> Void] = [:]
  /// The recorded events of the present input that folder watches have not read yet, by the number
  /// of the watch.
  private var unreadFolderEvents: [Int: [FolderEvent]] = [:]
  private var folderWatchCount = 0
  private var workCount = 0
  private var questionCount = 0
  private var watchCount = 0
  private weak var system: WindowBridge?
  private var window: MemoryWindow?

  /// Prepares a replay: makes the folder with the files, and stops the clock at the recorded start.
  ///
  /// - Returns: nil when the folder cannot be made.
  init?(_ recording: Recording) {
    guard let tree = ReplayedTree() else { return nil }
    self.tree = tree
    lines = recording.lines
    lineAfterReadings = Self.lineAfterReadings(recording.lines)
    start = recording.start
    helpers = ReplayedHelpers(tree)
    downloads = ReplayedDownloads(tree)
    players = ReplayedPlayers(recording.lines)
    programs = .replayed(recording.lines)
    tree.archives.adoptFirstLists(recording.lines)
    lateQuestions = Set(
      lines.compactMap { line -> Int? in
        if case .input(.diskAnswered(let number), _, _) = line { number } else { nil }
      })
    FrozenClock.freeze(at: start.time)
    FrozenClock.setWallClock(start.wallClock, at: start.time)
    WorkerThread.scheduler = self
    applyLinesBeforeInput()
    tree.willChangeFile = { [weak self] in self?.performUnfinishedWork() }
    downloads.onLoad = { [weak self] in self?.playUpdates(of: $0) }
    // All work of a replay is done on the main thread.
    FileTimeOverride.setProvider { [weak self] target in
      MainActor.assumeIsolated { self?.modificationTime(ofWritten: FilePath(target)) }
    }
  }

  /// The recorded modification time of a file that the program writes now: that of the next line
  /// about the file that differs from the line before.
  private func modificationTime(ofWritten file: FilePath) -> Int64? {
    guard let folder = tree.recordedPath(file.folder), let path = tree.recordedPath(file) else {
      return nil
    }
    var isListed = false
    var last: Int64?
    for (index, line) in lines.enumerated() {
      var found: Int64?
      switch line {
      case .folder(let listed): isListed = listed == folder
      case .entry(let entry) where isListed && entry.name == file.name:
        found = entry.modifiedNanoseconds
      case .file(path, _, let modified): found = modified
      default: break
      }
      if let found, index >= nextLineIndex, found != last { return found }
      last = found ?? last
    }
    return nil
  }

  /// Performs all work that has begun and is not due yet. Called before a file changes, because in
  /// the recording the work has read the file before the change.
  ///
  /// Work that reads a folder later in the recording has not read it yet, and is not performed.
  private func performUnfinishedWork() {
    for (number, work) in unfinishedWorks.sorted(by: { $0.key < $1.key })
    where lineAfterReadings[number, default: 0] < appliedLineIndex { work.perform() }
    for (_, question) in unansweredQuestions.sorted(by: { $0.key < $1.key }) { question.perform() }
  }

  /// The numbers of the lines that follow the last list of a folder read by each work, by the
  /// numbers of the works.
  private static func lineAfterReadings(_ lines: [RecordedLine]) -> [Int: Int] {
    var result: [Int: Int] = [:]
    var reader: Int?
    for (index, line) in lines.enumerated() {
      switch line {
      case .folderReadBegan(let work):
        reader = work
        result[work] = index + 1
      case .folder, .entry: if let reader { result[reader] = index + 1 }
      default: reader = nil
      }
    }
    return result
  }

  /// Applies the lines before the next input, which describe the disk and the desktop as they were
  /// at that input.
  private func applyLinesBeforeInput() {
    while nextLineIndex < lines.count {
      switch lines[nextLineIndex] {
      case .input: return tree.apply(lines[nextLineIndex])
      case .desktop(let settings): desktop.settings = settings
      default: break
      }
      appliedLineIndex = nextLineIndex
      tree.apply(lines[nextLineIndex])
      nextLineIndex += 1
    }
  }

  // MARK: The recorded command line

  /// The recorded words of the command line that are not paths.
  var options: [String] {
    lines.compactMap { line -> String? in if case .option(let word) = line { word } else { nil } }
  }

  /// The web addresses of the command line, and the paths that stand for its recorded paths.
  var paths: [FilePath] {
    lines.compactMap { line -> FilePath? in
      switch line {
      case .path(let path): return tree.replayPath(path)
      case .webAddress(let text):
        let address = FilePath(text)
        return address.webAddress == nil ? nil : address
      default: return nil
      }
    }
  }

  /// The names and values of the recorded environment variables.
  var variables: [(String, String)] {
    lines.compactMap { line -> (String, String)? in
      if case .variable(let name, let value) = line { (name, value) } else { nil }
    }
  }

  /// The contents of the preferences file from the recorded lines.
  var preferences: [UInt8] {
    let texts = lines.compactMap { line -> String? in
      if case .preference(let text) = line { text } else { nil }
    }
    return ReplaySetup.recordableLines(texts).flatMap { Array($0.utf8) + [10] }
  }

  /// The launcher of helpers that give the recorded answers, without a process.
  var helperLauncher: any DecoderLauncher { helpers }
  /// The file access that answers at the recorded times.
  var files: any FileQuerying { ReplayedFiles(self) }

  /// The event loop that reports changes of watched folders at the recorded times. Timers remain
  /// those of `loop`.
  func loop(wrapping loop: any DescriptorWatching) -> any DescriptorWatching {
    ReplayedWatches(self, loop)
  }

  /// The recorded size of the window at the start, in device pixels.
  var windowSize: PixelSize { PixelSize(width: start.width, height: start.height) }

  /// Makes the window of the replay, which draws into memory.
  func makeWindow() -> MemoryWindow {
    let window = MemoryWindow(windowSize, on: desktop, isTranslucent: true)
    window.onFullscreenRequest = { [weak self] _ in self?.playNested() }
    desktop.onFinishSetup = { [weak self] in
      while self?.isNestedNext ?? false { self?.playNested() }
    }
    window.onPresent = { [weak self] in self?.onPresent($0) }
    self.window = window
    return window
  }

  // MARK: Playing

  /// Plays the recording until its end, the first difference, or the end of the program.
  ///
  /// - Returns: whether all states were as recorded.
  func play(in system: WindowBridge, loop: EventLoop) -> Bool {
    self.system = system
    while nextLineIndex < lines.count, loop.stopCode == nil, difference == nil {
      let line = lines[nextLineIndex]
      nextLineIndex += 1
      // Lines of other kinds were applied by ``applyLinesOfInput()`` with the input before them.
      guard case .input(let input, let time, _) = line else { continue }
      guard waitOrEnd(time - start.time) else { break }
      FrozenClock.freeze(at: time)
      applyLinesOfInput()
      perform(input, loop)
      while isNestedNext { playNested() }
      if case .frame(let frame) = input { compareState(at: frame) }
      loop.runTasks()
      var turns = 0
      while turns < 100, helpers.deliverEarlyAnswer() { turns += 1 }
    }
    return difference == nil
  }

  /// Applies the lines about the disk and the desktop that were written while the present input was
  /// handled: those up to the next input that was not recorded during another one. Lines with the
  /// states of frames are compared later.
  private func applyLinesOfInput() {
    unreadFolderEvents = [:]
    var index = nextLineIndex
    while index < lines.count {
      if case .input(_, _, let isNested) = lines[index], !isNested { break }
      switch lines[index] {
      case .desktop(let settings): desktop.settings = settings
      case .folderEvent(let change): addFolderEvent(change)
      default: break
      }
      appliedLineIndex = index
      tree.apply(lines[index])
      index += 1
    }
    appliedLineIndex = index
    tree.apply(.end(status: 0))
  }

  /// Adds a recorded event of a watched folder. It may have been caused by work that had not
  /// delivered its result yet; such work is done now.
  private func addFolderEvent(_ change: RecordedLine.FolderEvent) {
    performUnfinishedWork()
    let folder = change.folder.isEmpty ? [] : tree.replayPath(change.folder).bytes
    unreadFolderEvents[change.watchNumber, default: []].append(
      FolderEvent(folder: folder, name: change.name, mask: change.mask, cookie: change.cookie))
  }

  private var isNestedNext: Bool { nestedNext != nil }

  /// The next input if it was recorded while another one was handled; nil otherwise.
  private var nestedNext: RecordedLine.Input? {
    var index = nextLineIndex
    while index < lines.count {
      if case .input(let input, _, let isNested) = lines[index] { return isNested ? input : nil }
      index += 1
    }
    return nil
  }

  /// Performs the updates of a download that were recorded during the call that began it.
  private func playUpdates(of number: Int) {
    while case .web(let download)? = nestedNext, download.number == number { playNested() }
  }

  /// Performs the next input if it was recorded while another one was handled.
  private func playNested() {
    guard isNestedNext else { return }
    while nextLineIndex < lines.count {
      let line = lines[nextLineIndex]
      nextLineIndex += 1
      if case .input(let input, _, _) = line { return perform(input, nil) }
    }
  }

  private func perform(_ input: RecordedLine.Input, _ loop: EventLoop?) {
    switch input {
    case .timersDue: loop?.runTimers()
    case .workEnded(let number): unfinishedWorks.removeValue(forKey: number)?.finish()
    case .diskAnswered(let number): unansweredQuestions.removeValue(forKey: number)?.finish()
    case .watchReadable(let number): watchHandlers[number]?()
    case .helper(let answer): helpers.deliver(answer)
    case .web(let download): downloads.deliver(download)
    case .player(let report): players.deliver(report)
    default:
      guard let input = input.hostInput else { return }
      switch input {
      case .size(let size): window?.size = size
      case .fullscreen(let isOn): window?.isFullscreen = isOn
      case .focus(let isOn): window?.isFocused = isOn
      default: break
      }
      system?.handle(input)
    }
  }

  private func compareState(at frame: FrameTime) {
    frameCount += 1
    var index = nextLineIndex
    while index < lines.count {
      if case .input = lines[index] { break }
      if case .stateText(let text) = lines[index] { expectedState = text }
      index += 1
    }
    let found = frameStateText()
    guard found != expectedState, difference == nil else { return }
    difference = Difference(
      frameNumber: frameCount, secondsSinceStart: frame.presentation - start.time,
      recorded: expectedState,
      replayed: found
    )
  }

  /// The text for a trace line about the answers, requests and work that remain at the end of the
  /// replay; nil when nothing remains.
  var remainderText: String? {
    var parts: [String] = []
    if helpers.answersWithoutRequestCount > 0 {
      parts.append("unasked answers \(helpers.answersWithoutRequestCount)")
    }
    if helpers.unansweredRequestCount > 0 {
      parts.append("unanswered \(helpers.unansweredRequestCount)")
    }
    if players.undeliveredReportCount > 0 {
      parts.append("lost reports \(players.undeliveredReportCount)")
    }
    if !unfinishedWorks.isEmpty { parts.append("unfinished work \(unfinishedWorks.count)") }
    if !unansweredQuestions.isEmpty {
      parts.append("unanswered questions \(unansweredQuestions.count)")
    }
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}

extension ReplayPlayer: WorkScheduler {
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void
  ) {
    workCount += 1
    unfinishedWorks[workCount] = ReplayedWork {
      let result = work()
      return { finish(result) }
    }
  }
}

/// Work that the recorded program did on another thread. A replay does the work when its result
/// is due, or before the files change.
private final class ReplayedWork {
  private let work: () -> () -> Void
  private var delivery: (() -> Void)?

  init(_ work: @escaping () -> () -> Void) { self.work = work }

  /// Does the work, unless it has been done.
  func perform() { if delivery == nil { delivery = work() } }

  /// Does the work if necessary, and delivers its result.
  func finish() {
    perform()
    delivery?()
  }
}

/// File access of a replay, which answers at the recorded times.
private final class ReplayedFiles: FileQuerying {
  private unowned let player: ReplayPlayer

  init(_ player: ReplayPlayer) { self.player = player }

  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    player.ask {
      let answer = question()
      return { then(answer) }
    }
  }
}

/// The event loop of a replay for watches of folders, whose events come at the recorded times.
private final class ReplayedWatches: DescriptorWatching {
  private unowned let player: ReplayPlayer
  private let loop: any DescriptorWatching

  init(_ player: ReplayPlayer, _ loop: any DescriptorWatching) {
    self.player = player
    self.loop = loop
  }

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    player.watch(onReadable)
  }

  func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation { loop.schedule(after: seconds, action) }
}

extension ReplayedWatches: FolderEventInterceptor {
  func registerFolderWatch() -> Int { player.registerFolderWatch() }
  func didRead(_ event: FolderEvent, by watch: Int) {}
  func takeSubstitutes(for watch: Int) -> [FolderEvent]? { player.takeChanges(for: watch) }
}

extension ReplayPlayer {
  /// Asks the question of the replay's disk at once or, if its answer came late, when that is due
  /// or before the files change. `question` returns a closure that delivers the answer.
  fileprivate func ask(_ question: @escaping () -> () -> Void) {
    questionCount += 1
    let work = ReplayedWork(question)
    if lateQuestions.contains(questionCount) {
      unansweredQuestions[questionCount] = work
    } else {
      work.finish()
    }
  }

  fileprivate func registerFolderWatch() -> Int {
    folderWatchCount += 1
    return folderWatchCount
  }

  fileprivate func takeChanges(for watch: Int) -> [FolderEvent] {
    unreadFolderEvents.removeValue(forKey: watch) ?? []
  }

  fileprivate func watch(_ handle: @escaping () -> Void) -> Cancellation {
    watchCount += 1
    let number = watchCount
    watchHandlers[number] = handle
    return Cancellation { [weak self] in self?.watchHandlers[number] = nil }
  }
}
