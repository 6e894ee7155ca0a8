import BrowserHost
import DecoderWire
import Desktop
import Glibc
import HelperProcesses
import ImageServers
import Imaging
import Motion
import Network
import Recordings
import Video
import Windowing

/// The recorder of `--record`, which writes all input of the main thread in its order, and the
/// state after each frame.
///
/// The clock stands still while an input is handled, so that the recording contains every time that
/// the program has read.
final class InputRecorder {
  /// Gives the state of the window's latest frame as text. Default: empty.
  var frameStateText: () -> String = { "" }

  /// Called after the recording has ended. Default: does nothing.
  var onFinish: () -> Void = {}

  private let file: RecordingFile
  private let log: Log
  private let start: Timestamp
  private let wallClockNanoseconds: Int64
  private var setupLines: [RecordedLine] = []
  private weak var system: WindowBridge?
  private var lastTime = Timestamp.zero
  /// The number of inputs that are being handled, which is above 1 when handling one leads to
  /// another.
  private var nestingDepth = 0
  private var workCount = 0
  private var questionCount = 0
  private var watchCount = 0
  private var folderWatchCount = 0
  /// Whether the changes of folders have been written since the present input began.
  private var hasRecordedChanges = false
  private var lastState = ""

  /// Begins a recording in `file`. The clock stands still until ``unfreezeClock()``.
  init(_ file: RecordingFile, log: Log) {
    self.file = file
    self.log = log
    start = Self.roundedUpToMicroseconds(.systemNow)
    wallClockNanoseconds = FileStamp.nowNanoseconds
    FrozenClock.freeze(at: start)
    FrozenClock.setWallClock(wallClockNanoseconds, at: start)
    lastTime = start
    FolderScan.setReadObserver { file.record(folder: $0, readBy: ThreadWork.workNumber) }
    WorkerThread.scheduler = self
  }

  /// A time rounded up to whole microseconds, which is short as text and makes no timer due too
  /// early.
  private static func roundedUpToMicroseconds(_ time: Timestamp) -> Timestamp {
    Timestamp(seconds: (time.seconds * 1e6).rounded(.up) / 1e6)
  }

  // MARK: Start and end

  /// Writes the parts of the recording about the command line, the preferences and the environment.
  ///
  /// - Parameters:
  ///   - options: the words of the command line that do not name files.
  ///   - paths: the files and folders that were opened.
  ///   - preferences: lines of the preferences file.
  ///   - variables: names and values of environment variables.
  func record(
    options: [String], paths: [FilePath], preferences: [String], variables: [(String, String)]
  ) {
    setupLines =
      variables.map { .variable(name: $0.0, value: $0.1) } + options.map { .option($0) }
      + paths.map { argumentLine($0) } + preferences.map { .preference($0) }
    for path in paths where path.webAddress == nil { file.record(argument: path) }
  }

  private func argumentLine(_ path: FilePath) -> RecordedLine {
    guard let address = path.webAddress else { return .path(file.pseudonym(of: path)) }
    // A user name and a password are left out.
    return .webAddress(address.publicText)
  }

  /// Whether the real names of files, and therefore web addresses, are recorded.
  var keepsNames: Bool { file.keepsNames }

  /// The file name that a recording has in place of a real one, for the value of `--start`.
  ///
  /// - Parameters:
  ///   - name: a path or a file name.
  ///   - folder: the folder of the file if `name` is a file name without a folder.
  func pseudonym(of name: [UInt8], in folder: FilePath) -> String {
    let isPath = name.contains(UInt8(ascii: "/"))
    let path = isPath ? FilePath(name) : folder.appending(name)
    return String(decoding: FilePath(file.pseudonym(of: path)).name, as: UTF8.self)
  }

  /// Begins to record the input of a window and its event loop.
  ///
  /// - Parameter keepsNames: whether the recording has the real names of files.
  func connect(to system: WindowBridge, loop: EventLoop, keepsNames: Bool) {
    self.system = system
    system.observer = self
    loop.onTimersDue = { [weak self, weak loop] in
      self?.recordInput(.timersDue) { loop?.runTimers() }
    }
    let size = system.window.size
    let start = RecordedLine.Start(
      version: ViewerProgram.version, wallClock: wallClockNanoseconds, time: start,
      width: size.width,
      height: size.height, containsFileNames: keepsNames)
    file.begin([.start(start), .desktop(RecordedLine.Desktop(of: system.window))] + setupLines)
  }

  /// Lets the clock run between inputs, after the event loop was prepared.
  func unfreezeClock() { FrozenClock.unfreeze() }

  /// Ends the recording with the exit code of the program, and closes the file.
  func finish(_ status: Int32) {
    file.write(.end(status: Int(status)))
    file.close()
    onFinish()
  }

  // MARK: Inputs

  /// Writes an input and handles it while the clock stands still; after a frame, also writes the
  /// state.
  private func recordInput(_ input: RecordedLine.Input, _ handle: () -> Void) {
    let isOuter = nestingDepth == 0
    if isOuter {
      hasRecordedChanges = false
      lastTime = max(lastTime, Self.roundedUpToMicroseconds(.systemNow))
      FrozenClock.freeze(at: lastTime)
    }
    nestingDepth += 1
    file.write(.input(input, at: lastTime, isNested: !isOuter))
    handle()
    nestingDepth -= 1
    if case .frame = input { recordState() }
    guard isOuter else { return }
    FrozenClock.unfreeze()
    file.flush()
  }

  private func recordState() {
    let state = frameStateText()
    guard state != lastState else { return }
    lastState = state
    file.write(.stateText(state))
  }
}

extension InputRecorder: HostInputObserver {
  func intercept(_ input: HostInput, handle: () -> Void) {
    if case .desktopSettings = input, let window = system?.window {
      file.write(.desktop(RecordedLine.Desktop(of: window)))
    }
    recordInput(RecordedLine.Input(input), handle)
  }
}

/// The work that a thread other than the main thread does.
nonisolated private enum ThreadWork {
  /// The number of the work; nil on the main thread.
  @TaskLocal static var workNumber: Int?
}

extension InputRecorder: WorkScheduler {
  func run<Result: Sendable>(
    _ work: @escaping @Sendable () -> Result, finish: @escaping @MainActor (Result) -> Void
  ) {
    workCount += 1
    let number = workCount
    WorkerThread.start {
      ThreadWork.$workNumber.withValue(number) { work() }
    } finish: { result in
      self.recordInput(.workEnded(number: number)) {
        self.file.recordFoldersWithNewEntries()
        finish(result)
      }
    }
  }
}

extension InputRecorder {
  /// The functions that ask programs of the desktop and write the answers into the recording.
  func programs(wrapping programs: DesktopPrograms) -> DesktopPrograms {
    programs.recorded(in: file)
  }
}

extension InputRecorder {
  /// Returns a launcher that starts players by `launcher` and records their reports.
  func players(wrapping launcher: any PlayerLauncher) -> any PlayerLauncher {
    RecordedPlayers(launcher, in: file) { [self] report, deliver in
      recordInput(.player(report), deliver)
    }
  }
}

// MARK: The web

extension InputRecorder {
  /// The number of bytes of a description in one line of a recording.
  private static let contentBytesPerLine = 16 << 10

  /// Returns a source of downloads that loads by `loading` and records the updates.
  func downloads(wrapping loading: any WebLoading) -> any WebLoading {
    RecordedDownloads(loading, by: self)
  }

  /// Records an update of a download, and delivers it.
  ///
  /// - Parameter number: the number of the download.
  func recordUpdate(
    _ update: WebUpdate, of number: Int, from address: WebAddress, deliver: () -> Void
  ) {
    // Symbolic links in the path of the folder are resolved, as in the recorded requests to
    // helpers, so that both have the same pseudonym.
    let path = update.file.map { found in
      let given = FilePath(found.path)
      return file.pseudonym(of: given.folder.resolved.appending(given.name))
    }
    var download = RecordedLine.Download(update, number: number, path: path)
    if keepsNames {
      if let path { recordDescription(in: update, at: path, from: address) }
    } else {
      // The sentence is not recorded, because it may name the server.
      download.failure?.sentence = ""
      download.failure?.hint = ""
      download.file?.redirection = ""
    }
    recordInput(.web(download), deliver)
  }

  /// Records the content of an update's file if it is the description of a picture or of a list,
  /// without which a replay would have no pages.
  private func recordDescription(in update: WebUpdate, at path: [UInt8], from address: WebAddress) {
    guard update.isComplete, let found = update.file,
      ServedDocument.certainty(of: address.text, contentType: found.contentType) != nil,
      let bytes = WholeFile.read(FilePath(found.path), maxBytes: ServedDocument.maxBytes)
    else { return }
    for offset in stride(from: 0, to: bytes.count, by: Self.contentBytesPerLine) {
      let end = min(bytes.count, offset + Self.contentBytesPerLine)
      file.write(.content(path: path, offset: Int64(offset), bytes: Array(bytes[offset..<end])))
    }
  }
}

// MARK: The disk

extension InputRecorder {
  /// Returns file access that asks `files` and records the answers that come after the call.
  func files(wrapping files: any FileQuerying) -> any FileQuerying {
    RecordedFiles(files, by: self)
  }

  /// Returns an event loop for watches of folders that records when a watched descriptor is
  /// readable.
  func loop(wrapping loop: any DescriptorWatching) -> any DescriptorWatching {
    RecordedWatches(loop, by: self)
  }

  fileprivate func nextQuestionNumber() -> Int {
    questionCount += 1
    return questionCount
  }

  fileprivate func nextWatchNumber() -> Int {
    watchCount += 1
    return watchCount
  }

  fileprivate func recordDiskAnswer(_ number: Int, deliver: () -> Void) {
    recordInput(.diskAnswered(number: number), deliver)
  }

  fileprivate func nextFolderWatchNumber() -> Int {
    folderWatchCount += 1
    return folderWatchCount
  }

  /// Writes an event of a watched folder, after the present contents of the folder.
  fileprivate func record(_ event: FolderEvent, by watch: Int) {
    if !hasRecordedChanges { recordFolderChanges() }
    let folder = FilePath(event.folder)
    let name = FilePath(file.pseudonym(of: folder.appending(event.name))).name
    file.write(
      .folderEvent(
        RecordedLine.FolderEvent(
          watchNumber: watch, folder: event.folder.isEmpty ? [] : file.pseudonym(of: folder),
          name: event.name.isEmpty ? [] : name, mask: event.mask, cookie: event.cookie)))
  }

  private func recordFolderChanges() {
    file.recordChanges()
    hasRecordedChanges = true
  }

  fileprivate func recordWatchEvent(_ number: Int, handle: () -> Void) {
    recordInput(.watchReadable(number: number)) {
      recordFolderChanges()
      handle()
    }
  }
}

/// File access that records those answers which come after the call.
private final class RecordedFiles: FileQuerying {
  /// The state of a call of ``ask(waits:_:then:)``. An answer that comes while `isRunning` is true
  /// is not recorded, because a replay gives it during the call, too.
  private final class Call { var isRunning = true }

  private let files: any FileQuerying
  private let recorder: InputRecorder

  init(_ files: any FileQuerying, by recorder: InputRecorder) {
    self.files = files
    self.recorder = recorder
  }

  func ask<Answer: Sendable>(
    waits: Bool, _ question: @escaping @Sendable () -> Answer,
    then: @escaping @MainActor (Answer) -> Void
  ) {
    let number = recorder.nextQuestionNumber()
    let call = Call()
    files.ask(waits: waits, question) { [recorder] answer in
      if call.isRunning { then(answer) } else { recorder.recordDiskAnswer(number) { then(answer) } }
    }
    call.isRunning = false
  }
}

/// An event loop that records each time at which a watched descriptor becomes readable.
private final class RecordedWatches: DescriptorWatching {
  private let loop: any DescriptorWatching
  private let recorder: InputRecorder

  init(_ loop: any DescriptorWatching, by recorder: InputRecorder) {
    self.loop = loop
    self.recorder = recorder
  }

  func watch(
    descriptor: Int32, onReadable: @escaping @MainActor () -> Void
  ) -> Cancellation {
    let number = recorder.nextWatchNumber()
    return loop.watch(descriptor: descriptor) { [recorder] in
      recorder.recordWatchEvent(number, handle: onReadable)
    }
  }

  func schedule(
    after seconds: Double, _ action: @escaping @MainActor () -> Void
  ) -> Cancellation { loop.schedule(after: seconds, action) }
}

extension RecordedWatches: FolderEventInterceptor {
  func registerFolderWatch() -> Int { recorder.nextFolderWatchNumber() }
  func didRead(_ event: FolderEvent, by watch: Int) { recorder.record(event, by: watch) }
  func takeSubstitutes(for watch: Int) -> [FolderEvent]? { nil }
}

// MARK: Helpers

extension InputRecorder {
  /// A launcher of helpers whose answers are recorded.
  func helpers(wrapping launcher: any DecoderLauncher) -> any DecoderLauncher {
    RecordedHelpers(launcher, by: self)
  }

  fileprivate func digest(of request: DecodeRequest, file descriptor: Int32?) -> UInt64 {
    let path = descriptor.flatMap { file.archiveMemberPath(of: $0) ?? FilePath(descriptor: $0) }
    return request.digest(path: path.map(file.pseudonym(of:)))
  }

  fileprivate func recordHelperAnswer(_ answer: RecordedLine.HelperAnswer, deliver: () -> Void) {
    recordInput(.helper(answer), deliver)
  }
}

private final class RecordedHelpers: DecoderLauncher {
  private let launcher: any DecoderLauncher
  private let recorder: InputRecorder

  init(_ launcher: any DecoderLauncher, by recorder: InputRecorder) {
    self.launcher = launcher
    self.recorder = recorder
  }

  func launch(loadsAllLibraries: Bool) throws(DecodeFailure) -> any DecoderTransport {
    RecordedHelper(try launcher.launch(loadsAllLibraries: loadsAllLibraries), by: recorder)
  }
}

/// A connection to a helper that records the helper's answers, without the contents of pictures.
private final class RecordedHelper: DecoderTransport {
  var onEvent: (@MainActor (TransportEvent) -> Void)?

  private struct PendingRequest {
    var digest: UInt64
    /// The memory for the pixels that was sent with the request; nil for none.
    var pixelMemory: OwnedDescriptor?
  }
  private let helper: any DecoderTransport
  private let recorder: InputRecorder
  private var pendingRequests: [UInt64: PendingRequest] = [:]

  init(_ helper: any DecoderTransport, by recorder: InputRecorder) {
    self.helper = helper
    self.recorder = recorder
    helper.onEvent = { [weak self] in self?.receive($0) }
  }

  func send(_ message: [UInt8], descriptors: [Int32]) -> Bool {
    if let request = try? DecoderWireReader.request(from: message) {
      let pixelMemory =
        request.memoryCapacity > 0 && descriptors.count > 1 ? dup(descriptors[1]) : -1
      pendingRequests[request.id] = PendingRequest(
        digest: recorder.digest(of: request, file: descriptors.first),
        pixelMemory: pixelMemory < 0 ? nil : OwnedDescriptor(pixelMemory))
    }
    return helper.send(message, descriptors: descriptors)
  }

  func lowerPriority() { helper.lowerPriority() }
  func useIdlePriority() { helper.useIdlePriority() }
  func end() { helper.end() }

  private func receive(_ event: TransportEvent) {
    recorder.recordHelperAnswer(answerRecord(of: event)) { onEvent?(event) }
  }

  private func answerRecord(of event: TransportEvent) -> RecordedLine.HelperAnswer {
    guard case .message(let bytes, let descriptors) = event else {
      return RecordedLine.HelperAnswer(
        requestDigest: pendingRequests.keys.min().flatMap { pendingRequests[$0]?.digest } ?? 0,
        message: nil)
    }
    guard let reply = try? DecoderWireReader.reply(from: bytes, maxFrames: .max),
      let pending = pendingRequests[reply.id]
    else { return RecordedLine.HelperAnswer(requestDigest: 0, message: []) }
    if reply.isFinal { pendingRequests[reply.id] = nil }
    let memory = reply.usesRequestMemory ? pending.pixelMemory : descriptors.first
    let count = reply.pixelByteCount
    return RecordedLine.HelperAnswer(
      requestDigest: pending.digest, message: DecoderWireWriter.encode(reply.recordedForm),
      memorySizes: descriptors.map { _ in max(count, reply.encodedByteCount) },
      pixelDigest: memory.map { PixelDigest.of($0.number, bytes: count) } ?? 0)
  }
}
