import BrowserHost
import Desktop
import Localization
import Windowing

/// The runner of the commands that the user has defined.
final class UserCommandRunner {
  private let shownScenes: ShownScenes
  private let log: Log
  private let startupIDs: StartupIDMaker

  init(_ shownScenes: ShownScenes, _ startupIDs: StartupIDMaker, log: Log) {
    self.shownScenes = shownScenes
    self.startupIDs = startupIDs
    self.log = log
  }

  private var view: ViewerWindow { shownScenes.view }

  /// Reads the user's commands from the preferences file on a worker thread, and gives them to the
  /// window. A message tells why a file, or a line of it, cannot be read.
  func readCommands(of store: PreferenceStore) {
    guard let file = store.pathOfReadFile else {
      if let failure = store.fileFailure { view.showToast(failure) }
      return
    }
    let reported = store.badLineNumbers
    WorkerThread.run {
      WholeFile.read(file, maxBytes: PreferenceStore.maxFileBytes).map(UserCommand.list)
    } finish: { [weak self] list in
      guard let self, let list else { return }
      view.userCommands = list
      view.onUserCommand = { [weak self] in self?.run($0) }
      if !list.commands.isEmpty { log.trace("own commands count=\(list.commands.count)") }
      if let failure = list.firstBadLine {
        let sentence = tr(
          "{file}: line {line}: {reason}",
          ["file": file.display, "line": failure.lineNumber, "reason": failure.reason])
        if !reported.contains(failure.lineNumber) { log.error(sentence) }
        view.showToast(sentence)
      }
    }
  }

  /// The arguments of a command line in which `~/` at the beginning of the program is replaced by
  /// the home folder.
  private static func expandingHome(of line: [[UInt8]], _ home: FilePath?) -> [[UInt8]] {
    guard let home, let program = line.first, program.starts(with: Array("~/".utf8)) else {
      return line
    }
    return [home.appending(Array(program.dropFirst(2))).bytes] + line.dropFirst()
  }

  /// Runs command lines one after the other, until one fails. Waits for the programs.
  ///
  /// - Parameters:
  ///   - folder: the working directory of the programs; nil for that of this process.
  ///   - variables: environment variables of the programs.
  /// - Returns: the reason of the failure, with the name of a program that cannot be started; nil
  ///   if all succeed.
  nonisolated static func runUntilFailure(
    _ lines: [[[UInt8]]], in folder: [UInt8]?, _ variables: [(name: String, value: String)] = []
  ) -> String? {
    for line in lines {
      do throws(DesktopError) {
        let outcome = try ProgramRun(line, in: folder, variables: variables).run()
        if !outcome.isSuccess { return outcome.reason }
      } catch {
        return "\(error)"
      }
    }
    return nil
  }

  /// Runs a command on the chosen photos. Where the command takes one file, its program is run for
  /// one photo after the other.
  private func run(_ command: UserCommand) {
    let files = shownScenes.localFilesForCommands
    guard !files.isEmpty || !command.template.needsFile else {
      return view.showToast(tr("“{name}” needs a file on this computer", ["name": command.name]))
    }
    if command.template.needsFile, shownScenes.refuseIfInArchive(.openWith) { return }
    let home = HomeFolder.path
    let lines = command.template.commandLines(for: files).map { line in
      Self.expandingHome(of: line, home)
    }
    let variables = [(name: "DESKTOP_STARTUP_ID", value: startupIDs.makeStartupID())]
    let folder = files.first?.folder.folderOutsideArchive.bytes
    view.showToast(tr("Started “{name}”", ["name": command.name]))
    log.trace("own command started runs=\(lines.count)")
    WorkerThread.run {
      Self.runUntilFailure(lines, in: folder, variables)
    } finish: { [weak self] (failure: String?) in
      guard let self else { return }
      log.trace("own command ended failed=\(failure == nil ? 0 : 1)")
      if let failure {
        log.error("\(command.name): \(failure)")
        view.showToast(tr("“{name}” failed: {reason}", ["name": command.name, "reason": failure]))
      }
    }
  }
}
