import ArgumentParser
import Glibc
import Imaging
import PhotoBrowser

/// The program from its first instruction to its exit code.
@MainActor
public enum ViewerProgram {
  /// The version, as `--version` tells it.
  public static let version = "0.1.0"

  /// Does what the command line asks.
  ///
  /// - Returns: 0 done, 1 nothing could be shown, 2 wrong usage, 3 no display.
  public static func run() -> Int32 {
    signal(SIGPIPE, SIG_IGN)
    let log = Log()
    let bridge = LoopBridge()
    var names = ArgumentBytes()
    let texts = ArgumentBytes.fromSystem().map { names.text(for: $0) }
    let options: ViewerOptions
    do {
      options = try ViewerOptions.parse(texts)
      try options.check()
    } catch {
      return explain(error, log)
    }
    log.level = options.log
    log.trace("start")
    if let code = printsSomething(options, log) { return code }
    return show(options, names, bridge, log)
  }

  private static func explain(_ error: any Error, _ log: Log) -> Int32 {
    let code = ViewerOptions.exitCode(for: error)
    guard code != .success else {
      writeAll(Array((Help.text + "\n").utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    let sentence = ViewerOptions.message(for: error)
    log.error("\(sentence.split(separator: "\n").joined(separator: " ")); see pbview --help")
    return ExitCode.wrongUsage
  }

  // MARK: Without a window

  private static func printsSomething(_ options: ViewerOptions, _ log: Log) -> Int32? {
    if options.version {
      writeAll(Array("pbview \(version)\n".utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    if options.listIndicators {
      let lines = PageIndicators.names.map { "\($0.0)\t\($0.1)\n" }.joined()
      writeAll(Array(lines.utf8), to: STDOUT_FILENO)
      return ExitCode.done
    }
    return options.formats ? FormatList.print(log) : nil
  }

  // MARK: Lists

  private static func show(
    _ options: ViewerOptions, _ names: ArgumentBytes, _ bridge: LoopBridge, _ log: Log
  ) -> Int32 {
    guard let arguments = arguments(options, names, log) else { return ExitCode.nothingShown }
    guard let request = PhotoLibrary.request(for: arguments) else {
      if !log.hasComplained { log.error("there is nothing to show") }
      return ExitCode.nothingShown
    }
    // A list is printed or drawn as it is; only a window finds a file's neighbours later.
    let isWhole = options.printList
    guard let paths = paths(request, options, isWhole: isWhole, log), !paths.isEmpty else {
      return ExitCode.nothingShown
    }
    if options.printList {
      let separator: [UInt8] = options.nul ? [0] : [UInt8(ascii: "\n")]
      writeAll(paths.flatMap { $0.bytes + separator }, to: STDOUT_FILENO)
      return ExitCode.done
    }
    let start = options.startIndex(in: paths, names)
    let pipeline = ImagePipeline(configuration: options.imaging, loop: bridge)
    pipeline.start()
    log.trace("helper")
    if let output = options.render {
      return HeadlessRender(
        path: paths[start], output: FilePath(names.bytes(for: output)), options: options,
        pipeline: pipeline, bridge: bridge, log: log
      ).run()
    }
    let viewer = Viewer(
      options: options, request: request, paths: paths, start: start, pipeline: pipeline,
      bridge: bridge,
      log: log)
    return viewer.run()
  }

  /// The files that were asked for; nil when a list could not be read.
  private static func arguments(_ options: ViewerOptions, _ names: ArgumentBytes, _ log: Log)
    -> [FilePath]?
  {
    var found: [FilePath] = []
    for text in options.paths {
      if text == "-" {
        switch ListReader.readAll(STDIN_FILENO) {
        case .success(let bytes):
          for entry in ListReader.entries(bytes, isNulSeparated: options.nul) {
            add(entry, to: &found, log)
          }
        case .failure(let failure):
          log.error("standard input: \(failure.reason)")
          return nil
        }
      } else {
        add(names.bytes(for: text), to: &found, log)
      }
    }
    if options.paths.isEmpty { found.append(PicturesFolder.path) }
    return found.filter { exists($0, log) }
  }

  private static func add(_ argument: [UInt8], to found: inout [FilePath], _ log: Log) {
    guard let path = FilePath(argument: argument) else {
      return log.error("\(FilePath(argument).display): only files on this machine can be shown")
    }
    if !path.bytes.isEmpty { found.append(path) }
  }

  /// Says so when there is no such file.
  private static func exists(_ path: FilePath, _ log: Log) -> Bool {
    guard case .missing(let reason) = FileStatus(path) else { return true }
    log.error("\(path.display): \(reason)")
    return false
  }

  private static func paths(
    _ request: PhotoLibrary.Request, _ options: ViewerOptions, isWhole: Bool, _ log: Log
  ) -> [FilePath]? {
    let complain = { (folder: FilePath, error: ScanError) in
      log.error("\(folder.display): \(error.reason)")
    }
    switch request {
    case .file(let file):
      return isWhole ? PhotoLibrary.siblings(of: file, order: options.listOrder) : [file]
    case .folder(let folder):
      switch PhotoLibrary.pictures(in: folder, order: options.listOrder, complain: complain) {
      case .success(let paths):
        if paths.isEmpty { log.error("\(folder.display): there are no pictures in it") }
        return paths
      case .failure(let failure):
        complain(folder, failure)
        return nil
      }
    case .list(let list):
      let paths = PhotoLibrary.expanded(list, order: options.listOrder, complain: complain)
      if paths.isEmpty { log.error("there are no pictures in these folders") }
      return paths
    }
  }
}
