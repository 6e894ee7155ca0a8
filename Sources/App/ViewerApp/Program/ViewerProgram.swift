import ArchiveWire
import Archives
import ArgumentParser
import BaseDirectories
import BrowserHost
import CLinux
import Desktop
import GalleryCore
import Glibc
import Imaging
import Localization
import PhotoBrowser
import PhotoIndex
import Transitions
import Windowing

/// The pbview program, from its start to its exit code.
@MainActor
public enum ViewerProgram {
  /// The maximum time in seconds to wait for the disk before there is a window.
  static let diskTimeout = 0.25

  /// The version that `--version` prints.
  public nonisolated static let version = "1.0.0"

  /// The objects that are made before the command line is parsed, and the mode of the program.
  private struct StartupObjects {
    let bridge: LoopBridge
    let files: FileQueryThreads
    let helpers: DecoderProcessLauncher
    /// The queue of the calls of other programs over D-Bus.
    let calls = CallQueue()
    /// The source of the input: the user (the default), a recorded session, or a replay.
    var mode = RunMode.live
    /// The registration of the bus name if the session bus started the program; otherwise nil.
    var service: ApplicationService?

    init() {
      bridge = LoopBridge()
      files = FileQueryThreads(loop: bridge)
      helpers = DecoderProcessLauncher(loop: bridge)
    }
  }

  /// Runs the program with the arguments of the process.
  ///
  /// - Returns: the exit code: 0 done, 1 nothing could be shown, 2 wrong usage, 3 no display.
  public static func run() -> Int32 {
    // Signals and environment are set up before the first thread starts.
    ProcessSignals.setUp()
    BaseDirectories.removeInvalidVariables()
    Heap.limitArenas()
    _ = linux_release_relocations()
    UserLanguage.prepare()
    let log = Log()
    var startup = StartupObjects()
    var names = ArgumentBytes()
    let texts = ArgumentBytes.fromSystem().map { names.text(for: $0) }
    let isRerun = ReplaySetup.isRequested(by: texts)
    if isRerun { ReplaySetup.restartWithDeterministicHashing() }
    if texts == [OptionTable.requestArgument] {
      UserLanguage.open()
      writeAll(Array((OptionTable.json + "\n").utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    // The helper starts while the command line is parsed, which takes about as long.
    if !ViewerOptions.isPrintRequest(texts), !isRerun { startup.helpers.startInAdvance() }
    var options: ViewerOptions
    do {
      options = try ViewerOptions.parsed(texts)
      try options.check()
    } catch {
      return reportError(error, texts, log)
    }
    log.level = options.log
    log.trace("start")
    if options.printList || options.info || options.render != nil || options.formats {
      UserLanguage.open()
      ProcessSignals.useDefaultActions()
    }
    if let code = runPrintingOption(options, log) { return code }
    if let word = options.remote { return sendRemote(word, options, names, startup.files, log) }
    if options.dbusService {
      guard let service = DBusActivation.registerAndWait(&options, startup.calls, log: log) else {
        return ExitCode.nothingShown
      }
      startup.service = service
    }
    if let file = options.replay {
      return replay(FilePath(names.bytes(for: file)), options, startup, log)
    }
    if let file = options.record {
      let path = FilePath(names.bytes(for: file))
      guard let recorder = ReplaySetup.record(path, keepsNames: options.recordNames, log) else {
        return ExitCode.nothingShown
      }
      startup.mode = .recording(recorder)
    }
    return open(options, names, startup, log)
  }

  /// Reads the preferences, shows or prints the files of the command line, and returns the exit
  /// code.
  private static func open(
    _ options: ViewerOptions, _ names: ArgumentBytes, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    var options = options
    if !startup.mode.usesDesktop { options.private = true }
    if options.private { PhotoFactsStore.ofUser.keepInMemoryOnly() }
    let store = preferences(options.config.map { FilePath(names.bytes(for: $0)) }, log)
    options.fill(from: store.preferences)
    guard options.color?.resolveProfileFile(names) ?? true else {
      log.error(tr("--color takes display, standard, untouched or a file with an ICC profile"))
      return ExitCode.wrongUsage
    }
    ViewerKeys.current = ViewerKeys(options.keys ?? .pbview, userKeys: store.keys)
    if options.listCommands {
      UserLanguage.open()
      writeAll(Array(Help.commands(ViewerKeys.current).utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    return show(options, store, names, startup, log)
  }

  /// Reads the preferences at `path`, nil for the user's own file, and logs the errors in them.
  private static func preferences(_ path: FilePath?, _ log: Log) -> PreferenceStore {
    var isFaultless = true
    let store = PreferenceStore(path) { _ in isFaultless = false }
    if isFaultless { return store }
    // The catalogue is open now, so the second reading gives errors in the user's language.
    UserLanguage.open()
    return PreferenceStore(path) { log.error($0) }
  }

  private static func reportError(_ error: any Error, _ words: [String], _ log: Log) -> Int32 {
    UserLanguage.open()
    var error = error
    // With the catalogue open, the second parsing gives an error in the user's language.
    do { try ViewerOptions.parsed(words).check() } catch let again {
      error = again
    }
    let code = ViewerOptions.exitCode(for: error)
    guard code != .success else {
      writeAll(Array((Help.text(Help.keys(namedBy: words)) + "\n").utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    let sentence = ParserTranslation.translated(ViewerOptions.message(for: error))
      .split(separator: "\n").joined(separator: " ")
    // The sentence loses its full stop, because “see pbview --help” follows in the message.
    let problem = sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
    log.error(tr("{problem}; see pbview --help", ["problem": problem]))
    return ExitCode.wrongUsage
  }

  // MARK: Without a window

  private static func runPrintingOption(_ options: ViewerOptions, _ log: Log) -> Int32? {
    if options.version {
      writeAll(Array("pbview \(version)\n".utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    if options.listIndicators || options.listAnimators || options.listPageEffects
      || options.listPreferences
    {
      UserLanguage.open()
    }
    if options.deleteIndex { return deleteIndex(log) }
    if options.listIndicators { return printList(PageIndicators.namesAndDescriptions) }
    if options.listAnimators { return printList(TransitionAnimators.namesAndDescriptions) }
    if options.listPageEffects { return printList(PageEffects.namesAndDescriptions) }
    if options.listPreferences { return printList(PreferenceTable.listingLines) }
    return options.formats ? FormatReport.print(log) : nil
  }

  private static func deleteIndex(_ log: Log) -> Int32 {
    guard let folder = PhotoIndex.userFolder, !PhotoIndex.delete(in: folder) else {
      return ExitCode.done
    }
    log.error(
      tr("{folder}/{name}: cannot be deleted", ["folder": folder, "name": PhotoIndex.fileName]))
    return ExitCode.nothingShown
  }

  private static func printList(_ names: [(String, String)]) -> Int32 {
    let lines = names.map { "\($0.0)\t\(tr($0.1))\n" }.joined()
    writeAll(Array(lines.utf8), to: STDOUT_FILENO)
    return ExitCode.done
  }

  // MARK: Recordings

  /// Plays a recording and prints the result to standard output.
  ///
  /// - Parameter asked: the options of this command line; the recording has options of its own.
  /// - Returns: the exit code.
  private static func replay(
    _ file: FilePath, _ asked: ViewerOptions, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    let player: ReplayPlayer
    switch ReplaySetup.prepareReplay(file, log) {
    case .success(let made): player = made
    case .failure(let failure): return failure.exitCode
    }
    defer { player.tree.remove() }
    (player.isHeadless, player.speed) = (asked.headless, asked.replaySpeed ?? 1)
    ProcessSignals.useDefaultActions()
    UserLanguage.prepare(sortsByLocale: false)
    var startup = startup
    startup.mode = .replay(player)
    do {
      var names = ArgumentBytes()
      let paths = player.paths.map { names.text(for: $0.bytes) }
      let words = player.options + ["--"] + paths
      let options = try ViewerOptions.parsed(words)
      try options.check()
      let code = open(ReplaySetup.restricted(options, to: paths), names, startup, log)
      if player.frameCount == 0 { return code == ExitCode.done ? ExitCode.nothingShown : code }
      ReplaySetup.report(player)
      if let remainder = player.remainderText { log.trace("replay \(remainder)") }
      return code
    } catch {
      return reportError(error, player.options, log)
    }
  }

  /// Writes the options, the files, the preferences and the environment into a recording.
  private static func recordSetup(
    _ arguments: [OpeningArgument], _ options: ViewerOptions, _ store: PreferenceStore,
    _ recorder: InputRecorder
  ) {
    // Archives are listed first, so that pseudonyms of files in them are in the order of the names.
    for archive in arguments.compactMap({ $0.isArchive ? $0.path : $0.path.containingArchive }) {
      _ = ProcessSignals.exitingAtOnce { try? ArchiveFiles.shared.contents(of: archive.bytes) }
    }
    var names = ArgumentBytes()
    let words = ArgumentBytes.fromSystem().map { names.text(for: $0) }
    let folder = arguments.first.map { $0.isFolder ? $0.path : $0.path.folder }
    let kept = ReplaySetup.recordedOptions(in: words, paths: options.paths) { start in
      guard let folder, Int(start) == nil else { return start }
      return recorder.pseudonym(of: names.bytes(for: start), in: folder)
    }
    recorder.record(
      options: kept, paths: arguments.map(\.path),
      preferences: ReplaySetup.recordablePreferenceLines(of: store.pathOfReadFile),
      variables: ReplaySetup.recordedVariables)
  }

  // MARK: Lists

  /// Shows the kept tabs, or else the folder chooser over an empty grid; returns the exit code.
  private static func showKeptTabs(
    _ options: ViewerOptions, _ store: PreferenceStore, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    let kept = KeptTabs.requests(
      for: options.remembersFolders ? KeptTabs.load() : [], besides: [])
    let nothing = [LibraryRequest(title: tr("Pictures"), sources: [])]
    return Viewer(
      opening: .grid(kept.isEmpty ? nothing : kept, start: { _ in nil }),
      options: options, store: store, pipeline: startPipeline(options, startup, log),
      bridge: startup.bridge, log: log, choosesFolder: kept.isEmpty && !options.showRecent,
      calls: startup.calls, service: startup.service, mode: startup.mode
    ).run()
  }

  private static func show(
    _ options: ViewerOptions, _ store: PreferenceStore, _ names: ArgumentBytes,
    _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    guard let arguments = arguments(options, names, startup.files, log) else {
      return ExitCode.nothingShown
    }
    if case .recording(let recorder) = startup.mode {
      guard canRecord(arguments, options, recorder, log) else { return ExitCode.wrongUsage }
      recordSetup(arguments, options, store, recorder)
    }
    let hasWindow = !options.printList && !options.info && options.render == nil
    if options.reuse ?? false, !options.dbusService, hasWindow,
      RemoteClient.openRemotely(options.paths.isEmpty ? [] : arguments.map(\.path), log: log)
    {
      return ExitCode.done
    }
    if options.paths.isEmpty, arguments.isEmpty, !options.printList, options.render == nil {
      return showKeptTabs(options, store, startup, log)
    }
    let wanted = OpeningPlan(
      arguments, wanted: options.requestedStart, isList: options.paths.contains("-"),
      in: CurrentFolder.path)
    guard var plan = wanted else {
      if !log.hasReportedError { log.error(tr("there is nothing to show")) }
      let missing = options.dbusService ? requestedLocalFiles(options, names) : []
      return missing.isEmpty
        ? ExitCode.nothingShown
        : showFailures(of: missing, .list(missing), options, store, startup, log)
    }
    if !options.printList, !options.info, options.start == nil,
      case .folder(let archive) = plan.request, arguments.first?.isArchive == true
    {
      // The request has one page, which is shown before the whole archive is listed.
      let isReported = options.render != nil || wasStartedInTerminal
      guard let request = openingRequest(of: archive, options, isReported: isReported, log) else {
        return ExitCode.nothingShown
      }
      plan.request = request
    }
    if plan.scene == .grid, hasWindow {
      return showGrid(plan, options, store, names, startup, log)
    }
    if options.info, let paths = paths(plan.request, options, isWhole: false, log) {
      return InfoPrinter(
        paths: paths, isJSON: options.json, joinsPairs: options.stackRules.pairs != .separate,
        pipeline: startPipeline(options, startup, log), bridge: startup.bridge, log: log
      ).run()
    }
    return showPictures(plan.request, options, store, names, startup, log)
  }

  /// Prints a list of pictures, draws one into a file, or shows them in a browser, as the options
  /// say; returns the exit code.
  private static func showPictures(
    _ request: PictureLister.Request, _ options: ViewerOptions, _ store: PreferenceStore,
    _ names: ArgumentBytes, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    if options.printList, options.listOrder.order == .taken || options.arrangement.needsRecords {
      readFacts(of: request, options, startup, log)
    }
    // A list is printed as a whole; a window finds the neighbours of a file later.
    let isWhole = options.printList
    let found = ProcessSignals.exitingAtOnce {
      paths(request, options, isWhole: isWhole, log)
    }
    guard let files = found, !files.isEmpty else {
      guard let archive = unreportedArchive(of: request, options) else {
        return ExitCode.nothingShown
      }
      let page = archive.pathInFolderListing
      return showFailures(of: [page], .file(archive), options, store, startup, log)
    }
    let shown = photos(among: files, options)
    guard !shown.isEmpty else { return ExitCode.nothingShown }
    if options.printList {
      writeAll(listText(shown, options, isTerminal: isatty(STDOUT_FILENO) != 0), to: STDOUT_FILENO)
      return ExitCode.done
    }
    let start =
      startIndex(in: shown, options, names, log) ?? firstMatch(in: shown, of: files, options) ?? 0
    let pipeline = startPipeline(options, startup, log)
    if let output = options.render {
      return HeadlessRenderer(
        path: shown[start], output: FilePath(names.bytes(for: output)), options: options,
        pipeline: pipeline, bridge: startup.bridge, log: log
      ).run()
    }
    return Viewer(
      opening: .browser(shown, request: request, start: start), options: options,
      store: store, pipeline: pipeline, bridge: startup.bridge, log: log, givenFiles: files,
      calls: startup.calls, service: startup.service, mode: startup.mode
    ).run()
  }

  /// Shows files that cannot be read as pages with the reasons; returns the exit code.
  private static func showFailures(
    of files: [FilePath], _ request: PictureLister.Request, _ options: ViewerOptions,
    _ store: PreferenceStore, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    Viewer(
      opening: .browser(files, request: request, start: 0), options: options, store: store,
      pipeline: startPipeline(options, startup, log), bridge: startup.bridge, log: log,
      givenFiles: files, calls: startup.calls, service: startup.service, mode: startup.mode
    ).run()
  }

  private static func showGrid(
    _ plan: OpeningPlan, _ options: ViewerOptions, _ store: PreferenceStore,
    _ names: ArgumentBytes, _ startup: StartupObjects, _ log: Log
  ) -> Int32 {
    // In a terminal, a grid opens only if a folder can be read; elsewhere it shows the error.
    guard case .gridTabs(let groups) = plan.request,
      !wasStartedInTerminal || hasSomethingReadable(groups, startup.files, log)
    else {
      return ExitCode.nothingShown
    }
    let pipeline = startPipeline(options, startup, log)
    // Without arguments, the pictures folder is shown with its subfolders; a folder of the command
    // line is shown with them only if it has no pictures itself.
    let depth = options.paths.isEmpty ? LibraryRequest.Depth.allSubfolders : .automatic
    var requests = groups.map { group in
      var request = group
      request.depth = depth
      return request
    }
    if options.paths.isEmpty, options.remembersFolders {
      requests += KeptTabs.requests(for: KeptTabs.load(), besides: requests)
    }
    let focus = plan.focus
    let start = { (library: SectionedLibrary) -> Int? in
      if let focus { return library.index(of: focus) }
      return startIndex(in: library.paths, options, names, log)
    }
    return Viewer(
      opening: .grid(requests, start: start), options: options, store: store, pipeline: pipeline,
      bridge: startup.bridge, log: log, calls: startup.calls,
      service: startup.service, mode: startup.mode
    ).run()
  }

  /// The index of the picture that `--start` names; nil without the option, and, with an error in
  /// the log, when there is no such picture.
  private static func startIndex(
    in paths: [FilePath], _ options: ViewerOptions, _ names: ArgumentBytes, _ log: Log
  ) -> Int? {
    let index = options.startIndex(in: paths, names)
    if let start = options.start, index == nil {
      let text = FilePath(names.bytes(for: start)).display
      log.error(
        tr("--start {name}: there is no such picture; the first one is shown", ["name": text]))
    }
    return index
  }

  private static func startPipeline(
    _ options: ViewerOptions, _ startup: StartupObjects, _ log: Log
  ) -> ImagePipeline {
    let pipeline = ImagePipeline(
      configuration: startup.mode.imaging(for: options.imaging), loop: startup.bridge,
      launcher: startup.mode.helpers(wrapping: startup.helpers),
      files: startup.mode.files(wrapping: startup.files))
    // Without a window there is no monitor, and thus no colour profile of a monitor.
    pipeline.color = (options.color ?? .defaultChoice).imageColor(profile: nil)
    pipeline.onHelperCrash = { log.traceCrash($0) }
    pipeline.start()
    log.trace("helper")
    return pipeline
  }

  /// Reads the folders of a request, with their subfolders when the options say so or the folders
  /// contain no pictures.
  private static func scan(_ request: LibraryRequest, _ options: ViewerOptions) -> LibraryScan {
    let order = options.listOrder
    return LibraryScan(
      request, order: order, depth: order.isRecursive ? .allSubfolders : .automatic,
      facts: order.order == .taken ? .ofUser : nil)
  }

  /// Reads the facts about the pictures of a request that are not in the index yet.
  private static func readFacts(
    of request: PictureLister.Request, _ options: ViewerOptions, _ startup: StartupObjects,
    _ log: Log
  ) {
    var unsorted = options
    unsorted.sort = SortOrder.none
    unsorted.group = .folder
    unsorted.usualGroup = nil
    // This reading logs no errors, because the folders are read again for the list, which logs
    // them.
    guard let paths = paths(request, unsorted, isWhole: true, Log(level: .off)) else { return }
    let items = LibraryScan.items(paths, facts: .ofUser)
    let missing = PhotoIndexer.requests(for: items, reportingTo: log)
    guard !missing.isEmpty else { return }
    let pipeline = startPipeline(options, startup, log)
    defer { pipeline.stop() }
    PhotoIndexer(pipeline, .ofUser, log: log).readNow(missing, on: startup.bridge)
  }

  private static func paths(
    _ request: PictureLister.Request, _ options: ViewerOptions, isWhole: Bool, _ log: Log
  ) -> [FilePath]? {
    let report = { (folder: FilePath, error: ScanError) in
      log.error("\(folder.display): \(error.reason)")
    }
    switch request {
    case .file(let file):
      return isWhole
        ? PictureLister.siblings(of: file, order: options.listOrder) : [file.pathInFolderListing]
    case .folder(let folder):
      let found =
        folder.isArchive
        ? PictureLister.pages(of: folder, order: options.listOrder)
        : PictureLister.pictures(orBelow: folder, order: options.listOrder, report: report)
      switch found {
      case .success(let paths):
        if paths.isEmpty {
          log.error(tr("{folder}: there are no pictures in it", ["folder": folder.display]))
        }
        return paths
      case .failure(let failure):
        report(folder, failure)
        return nil
      }
    case .gridTabs(let groups):
      let paths = groups.flatMap { scan($0, options).library.paths }
      if paths.isEmpty { log.error(tr("there are no pictures in these folders")) }
      return paths
    case .list(let list):
      let paths = PictureLister.expanded(list, order: options.listOrder, report: report)
      if paths.isEmpty { log.error(tr("there are no pictures in these folders")) }
      return paths
    }
  }
}
