import ArchiveWire
import Archives
import BrowserHost
import Glibc
import Imaging
import Localization
import Windowing

/// The files and folders of the command line.
extension ViewerProgram {
  /// The files and folders that the arguments and a list on standard input name, with their kinds;
  /// nil when the list could not be read.
  static func arguments(
    _ options: ViewerOptions, _ names: ArgumentBytes, _ files: FileQueryThreads, _ log: Log
  ) -> [OpeningArgument]? {
    var found: [FilePath] = []
    for text in options.paths {
      if text == "-" {
        switch ProcessSignals.exitingAtOnce(during: { PathListReader.readAll(STDIN_FILENO) }) {
        case .success(let bytes):
          for entry in PathListReader.entries(bytes, isNulSeparated: options.nul) {
            add(entry, to: &found, log)
          }
        case .failure(let failure):
          log.error(tr("standard input: {reason}", ["reason": failure.reason]))
          return nil
        }
      } else {
        add(names.bytes(for: text), to: &found, log)
      }
    }
    if options.paths.isEmpty, let pictures = PicturesFolder.path { found.append(pictures) }
    return found.compactMap { openingArgument($0, files, log) }
  }

  /// Sends the command of `--remote`, with the files and folders that the arguments name, to the
  /// running program, and returns the exit code. Arguments that name nothing are reported as
  /// errors.
  static func sendRemote(
    _ command: String, _ options: ViewerOptions, _ names: ArgumentBytes,
    _ threads: FileQueryThreads, _ log: Log
  ) -> Int32 {
    var files: [FilePath] = []
    if !options.paths.isEmpty {
      files = arguments(options, names, threads, log)?.map(\.path) ?? []
      if files.isEmpty { return ExitCode.nothingShown }
    }
    return RemoteClient.run(command, files: files, isNulSeparated: options.nul, log: log)
  }

  private static func add(_ argument: [UInt8], to found: inout [FilePath], _ log: Log) {
    guard let path = FilePath(argument: argument) else {
      return log.error(
        tr(
          "{name}: only files and addresses of http and https can be shown",
          ["name": FilePath(argument).display]))
    }
    if !path.bytes.isEmpty { found.append(path) }
  }

  /// The kind of a path; nil, with an error in the log, when nothing exists at the path. If the
  /// disk does not answer in time, the kind follows from the file name.
  private static func openingArgument(
    _ path: FilePath, _ files: FileQueryThreads, _ log: Log
  ) -> OpeningArgument? {
    if path.webAddress != nil { return OpeningArgument(path: path, isFolder: false) }
    guard let status = files.answer(within: diskTimeout, { FileStatus(path) }) else {
      return OpeningArgument(path: path, isFolder: !path.isListedByName)
    }
    switch status {
    case .folder: return OpeningArgument(path: path, isFolder: true)
    case .missing(let reason):
      log.error("\(path.display): \(tr(reason))")
      return nil
    default:
      let isArchive =
        ArchiveName.isArchive(path.bytes)
        && files.answer(within: diskTimeout) { path.isArchive } ?? false
      return OpeningArgument(path: path, isFolder: isArchive, isArchive: isArchive)
    }
  }

  /// Whether the files of the command line can be recorded. A list on standard input cannot. A web
  /// address can only if the recording keeps real names; otherwise an error is logged.
  static func canRecord(
    _ arguments: [OpeningArgument], _ options: ViewerOptions, _ recorder: InputRecorder, _ log: Log
  ) -> Bool {
    let other = recorder.keepsNames ? nil : arguments.first { $0.path.webAddress != nil }
    if let other {
      log.error(
        tr("{file}: addresses are recorded only with --record-names", ["file": other.path.display]))
    }
    return other == nil && !options.paths.contains("-")
  }

  /// The paths that another program wants to open, without web addresses. If none of them exists,
  /// pages show the reasons.
  static func requestedLocalFiles(_ options: ViewerOptions, _ names: ArgumentBytes) -> [FilePath] {
    options.paths.compactMap { FilePath(argument: names.bytes(for: $0)) }
      .filter { $0.webAddress == nil && !$0.bytes.isEmpty }
  }

  /// The archive of a request, if a window has to show why its pictures cannot be read; nil in a
  /// terminal, where the user sees the log, and for options that open no window.
  static func unreportedArchive(
    of request: PictureLister.Request, _ options: ViewerOptions
  ) -> FilePath? {
    guard case .folder(let archive) = request, archive.isArchive, !wasStartedInTerminal,
      !options.printList, !options.info, options.render == nil
    else { return nil }
    return archive
  }

  /// The output of `--print-list`: paths as raw bytes for programs, and as escaped text for a
  /// terminal. A line feed, or with `--nul` a NUL byte, ends each path.
  static func listText(_ paths: [FilePath], _ options: ViewerOptions, isTerminal: Bool) -> [UInt8] {
    if options.nul { return paths.flatMap { $0.bytes + [0] } }
    let newline = UInt8(ascii: "\n")
    return paths.flatMap { (isTerminal ? Array($0.display.utf8) : $0.bytes) + [newline] }
  }

  /// The files that are shown of a list: one for each photo. For `--print-list` with a filter, only
  /// photos that pass the filter are in the result; with `--group` for sections by time, photos are
  /// in the order of these sections.
  static func photos(among files: [FilePath], _ options: ViewerOptions) -> [FilePath] {
    let grouping = options.group ?? .folder
    guard options.printList, options.filter != nil || grouping != .folder else {
      return options.stackRules.shownFiles(among: files)
    }
    return filteredLibrary(among: files, options).grouped(by: grouping, titles: .ofUser).paths
  }

  /// The index in `shown` of the first photo that passes the filter by the facts that are known;
  /// nil without a filter, for a single photo, and when no photo is known to pass.
  ///
  /// - Parameters:
  ///   - shown: one file for each photo.
  ///   - files: all files of the photos.
  static func firstMatch(
    in shown: [FilePath], of files: [FilePath], _ options: ViewerOptions
  ) -> Int? {
    guard options.filter != nil, shown.count > 1 else { return nil }
    return filteredLibrary(among: files, options).paths.first.flatMap { shown.firstIndex(of: $0) }
  }

  /// The photos in a list of files that pass the filter, if there is one, by the facts that are
  /// known.
  private static func filteredLibrary(
    among files: [FilePath], _ options: ViewerOptions
  ) -> SectionedLibrary {
    let section = SectionedLibrary.Section(
      sourceIndex: 0, folder: nil, title: "", items: LibraryScan.items(files, facts: .ofUser))
    let request = LibraryRequest(title: "", sources: [.files(files)])
    return SectionedLibrary(request, order: options.listOrder, sections: [section], nextID: 0)
      .stacked(by: options.stackRules).filtered(by: options.filter)
  }

  /// Whether the program was started in a terminal, where its user sees the errors in the log.
  static var wasStartedInTerminal: Bool {
    [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO].contains { isatty($0) != 0 }
  }

  /// The request with which an archive or a document opens: its first picture, or the one at which
  /// it was left. An archive that cannot be read, or has no pictures, is a page that shows the
  /// reason.
  ///
  /// - Parameter isReported: whether the reason in the log suffices, so that nothing is shown.
  /// - Returns: nil if nothing is shown.
  static func openingRequest(
    of archive: FilePath, _ options: ViewerOptions, isReported: Bool, _ log: Log
  ) -> PictureLister.Request? {
    switch ProcessSignals.exitingAtOnce(during: { openingPicture(of: archive, options) }) {
    case .success(let page): return .file(page)
    case .failure(let failure):
      log.error("\(archive.display): \(failure.reason)")
      // The page shows the reason, so it has to be in the user's language.
      if !isReported { UserLanguage.open() }
      return isReported ? nil : .file(archive)
    }
  }

  /// The picture with which an archive opens: the one at which it was left, else the first one.
  /// `--render` always draws the first one.
  static func openingPicture(
    of archive: FilePath, _ options: ViewerOptions
  ) -> Result<FilePath, ScanError> {
    if options.remembersFolders, options.render == nil, let photo = lastPicture(in: archive) {
      return .success(photo)
    }
    return firstPicture(of: archive)
  }

  /// The picture at which an archive was left; nil when none is remembered or it no longer exists.
  private static func lastPicture(in archive: FilePath) -> FilePath? {
    let whole = archive.absolute(in: CurrentFolder.path)
    guard let photo = StoredPlaces.photo(in: whole) else { return nil }
    let page = archive.appending(Array(photo.bytes.dropFirst(whole.childPathPrefix.count)))
    return (try? ArchiveFiles.shared.status(of: page.bytes)) == nil ? nil : page
  }

  private static func firstPicture(of archive: FilePath) -> Result<FilePath, ScanError> {
    do throws(ArchiveFailure) {
      if let page = try ArchiveFiles.shared.firstPicture(of: archive.bytes) {
        return .success(FilePath(page))
      }
      return .failure(ScanError(reason: tr("there are no pictures in it")))
    } catch {
      return .failure(ScanError(reason: error.sentence))
    }
  }

  /// Whether at least one source of the grids can be read. The errors are logged when no folder
  /// can.
  static func hasSomethingReadable(
    _ groups: [LibraryRequest], _ files: FileQueryThreads, _ log: Log
  ) -> Bool {
    var failures: [(FilePath, String)] = []
    for source in groups.flatMap(\.sources) {
      guard case .folder(let folder, _) = source else { return true }
      let reason = files.answer(within: diskTimeout) { () -> String? in
        // A folder is readable with the permissions to read and to search it, an archive with the
        // first alone.
        let archive = folder.isArchive ? folder : folder.containingArchive
        let mode = archive == nil ? R_OK | X_OK : R_OK
        let isReadable = (archive ?? folder).withCString { access($0, mode) } == 0
        return isReadable ? nil : String(cString: strerror(errno))
      }
      guard let reason, let reason else { return true }
      failures.append((folder, reason))
    }
    for (folder, reason) in failures { log.error("\(folder.display): \(tr(reason))") }
    return false
  }
}
