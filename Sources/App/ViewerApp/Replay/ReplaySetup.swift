import Archives
import BaseDirectories
import BrowserHost
import Confinement
import Glibc
import Localization
import Recordings
import Windowing

/// The functions that begin a recording or a replay.
enum ReplaySetup {
  /// The environment variable of the Swift runtime that makes the order of hash tables equal in all
  /// processes.
  private static let hashingVariable = "SWIFT_DETERMINISTIC_HASHING"
  /// The exit code of a replay whose recording cannot be read.
  private static let unreadableExitCode: Int32 = 2

  /// Whether the words of a command line request a recording or a replay.
  static func isRequested(by words: [String]) -> Bool {
    words.contains { $0.hasPrefix("--record") || $0.hasPrefix("--replay") }
  }

  /// Replaces the process by the same program with deterministic hashing. The function returns only
  /// if hashing is deterministic already, or if the program cannot be started.
  static func restartWithDeterministicHashing() {
    guard getenv(hashingVariable) == nil else { return }
    setenv(hashingVariable, "1", 1)
    execv("/proc/self/exe", CommandLine.unsafeArgv)
  }

  // MARK: Recording

  /// Begins a recording in a file. The program gets empty folders for caches and state, and sorts
  /// names by code points, as in a replay.
  ///
  /// - Parameter keepsNames: whether the real names of files are recorded instead of pseudonyms.
  /// - Returns: nil, with an error in the log, when the file or the folders cannot be made.
  static func record(_ path: FilePath, keepsNames: Bool, _ log: Log) -> InputRecorder? {
    guard let file = RecordingFile(path, keepsNames: keepsNames) else {
      log.error("\(path.display): \(String(cString: strerror(errno)))")
      return nil
    }
    guard let scratch = makeScratchFolder() else {
      log.error(tr("there is no folder for temporary files"))
      return nil
    }
    setenv("XDG_CACHE_HOME", "\(scratch)/cache", 1)
    setenv("XDG_STATE_HOME", "\(scratch)/state", 1)
    UserLanguage.useSameOrderEverywhere()
    ArchiveFiles.shared.setSource(.observed(file))
    let recorder = InputRecorder(file, log: log)
    recorder.onFinish = { ReplayedTree.remove(FilePath(scratch)) }
    return recorder
  }

  private static func makeScratchFolder() -> String? {
    let folder = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
    var template = Array("\(folder)/pbview-record-XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// The words of a command line that a recording contains: all except those that name files and
  /// except the options that control recordings.
  ///
  /// - Parameters:
  ///   - paths: the words that name files.
  ///   - start: gives the recorded value for a value of `--start`.
  static func recordedOptions(
    in words: [String], paths: [String], start: (String) -> String
  ) -> [String] {
    var result: [String] = []
    var left = paths[...]
    var isValue = false
    var isStart = false
    for word in words {
      if isValue {
        isValue = false
        continue
      }
      if isStart {
        isStart = false
        result.append(start(word))
        continue
      }
      let name = word.split(separator: "=", maxSplits: 1).first.map(String.init) ?? ""
      if ["--record", "--config", "--color", "--log", "--render"].contains(name) {
        isValue = name == word
      } else if name == "--start" {
        isStart = name == word
        result.append(isStart ? word : "--start=" + start(String(word.dropFirst(name.count + 1))))
      } else if word == "--record-names" || word == "--private" || word == "--" {
        continue
      } else if let first = left.firstIndex(of: word) {
        left.remove(at: first)
      } else {
        result.append(word)
      }
    }
    return result
  }

  /// The names and values of those environment variables that a recording contains, as far as they
  /// are set.
  static var recordedVariables: [(String, String)] {
    RecordedLine.variables.compactMap { name in
      getenv(name).map { (name, String(cString: $0)) }
    }
  }

  /// The lines of a preferences file that a recording contains; empty when the file cannot be read.
  static func recordablePreferenceLines(of file: FilePath?) -> [String] {
    guard let file, let bytes = WholeFile.read(file, maxBytes: PreferenceStore.maxFileBytes) else {
      return []
    }
    return recordableLines(
      String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline).map(String.init))
  }

  /// The lines of the groups for preferences and keys, without comments and without lines that name
  /// files or programs, such as the colour profile. A recording contains no other lines, and a
  /// replay adopts no other lines.
  static func recordableLines(_ lines: [String]) -> [String] {
    var result: [String] = []
    var isInside = false
    for line in lines where !line.contains(where: \.isNewline) {
      let text = line[...].trimmingWhitespace
      if text.hasPrefix("["), text.hasSuffix("]") {
        let group = String(text.dropFirst().dropLast())
        isInside = [Preferences.group, UserKeys.group].contains(group)
      }
      guard isInside, !text.isEmpty, !text.hasPrefix("#"), !setsColorProfileFile(text) else {
        continue
      }
      result.append(String(text))
    }
    return result
  }

  /// Whether a line of preferences sets the colours to the profile in a file.
  private static func setsColorProfileFile(_ line: Substring) -> Bool {
    guard let equals = line.firstIndex(of: "="), line[..<equals].trimmingWhitespace == "color"
    else {
      return false
    }
    return TargetColors(rawValue: String(line[line.index(after: equals)...].trimmingWhitespace))
      == nil
  }

  // MARK: Replay

  /// Reads a recording and prepares its replay. Afterwards, the process can write only the files of
  /// the replay.
  ///
  /// - Returns: the player; a failure, after the error was logged, with the exit code.
  static func prepareReplay(_ path: FilePath, _ log: Log) -> Result<ReplayPlayer, Failure> {
    let limits = Recording.Limits()
    guard let bytes = WholeFile.read(path, maxBytes: limits.maxBytes) else {
      log.error(tr("{file}: cannot be read", ["file": path.display]))
      return .failure(Failure(exitCode: unreadableExitCode))
    }
    // A file of the replay may have the name of an archive, but has no content. The source without
    // answers keeps helpers from reading such files, also while the player makes them.
    ArchiveFiles.shared.setSource(.recorded { _ in nil })
    do throws(RecordingFailure) {
      guard let player = ReplayPlayer(try Recording(parsing: bytes, limits: limits)) else {
        log.error(tr("there is no folder for temporary files"))
        return .failure(Failure(exitCode: unreadableExitCode))
      }
      let archives = player.tree.archives
      ArchiveFiles.shared.setSource(.recorded { archives.recordedContents(of: $0) })
      adoptEnvironment(of: player)
      return .success(player)
    } catch {
      log.error("\(path.display): \(error)")
      return .failure(Failure(exitCode: unreadableExitCode))
    }
  }

  /// The failure to begin a replay, with the exit code of the program.
  struct Failure: Error { var exitCode: Int32 }

  /// The names of the replay's own folders, by the environment variables for their paths.
  /// `programs` and `applications` stay empty, because a replay starts no programs.
  static let folderNamesByVariable = [
    "HOME": "home", "XDG_CONFIG_HOME": "config", "XDG_DATA_HOME": "data",
    "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "XDG_RUNTIME_DIR": "runtime",
    "XDG_DATA_DIRS": "applications", "PATH": "programs",
  ]

  /// Sets the recorded environment variables and the replay's own folders. Because a recording is
  /// not trusted, the process can then write only in these folders and start no programs.
  private static func adoptEnvironment(of player: ReplayPlayer) {
    for name in RecordedLine.variables { unsetenv(name) }
    for (name, value) in player.variables { setenv(name, value, 1) }
    // The user's X authority file is in `HOME`, to which another folder is assigned below, so its
    // path is stored before.
    if getenv("XAUTHORITY") == nil, let home = getenv("HOME") {
      setenv("XAUTHORITY", String(cString: home) + "/.Xauthority", 1)
    }
    let top = String(decoding: player.tree.replayFolder.bytes, as: UTF8.self)
    for (name, folder) in folderNamesByVariable {
      PrivateFolder.make(Array("\(top)/\(folder)".utf8))
      setenv(name, "\(top)/\(folder)", 1)
    }
    unsetenv("DBUS_SESSION_BUS_ADDRESS")
    unsetenv("SESSION_MANAGER")
    writePreferences(player.preferences, in: "\(top)/config/pbview")
    _ = WriteRestriction.enter(folder: top)
  }

  /// The recorded options without those that read or write other files, or that do anything else
  /// than open a window.
  ///
  /// - Parameter paths: the files to open.
  static func restricted(_ options: ViewerOptions, to paths: [String]) -> ViewerOptions {
    var result = options
    result.paths = paths
    result.render = nil
    result.thumbnail = nil
    result.config = nil
    result.reuse = nil
    result.printList = false
    result.info = false
    result.listCommands = false
    if case .some(.profileFile) = result.color { result.color = nil }
    return result
  }

  private static func writePreferences(_ bytes: [UInt8], in folder: String) {
    guard !bytes.isEmpty else { return }
    PrivateFolder.make(Array(folder.utf8))
    let file = FilePath("\(folder)/preferences")
    let descriptor = file.withCString { open($0, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600) }
    guard descriptor >= 0 else { return }
    writeAll(bytes, to: descriptor)
    close(descriptor)
  }

  /// Prints the result of a replay to standard output: the number of frames, or the first
  /// difference.
  static func report(_ player: ReplayPlayer) {
    var text: String
    if let difference = player.difference {
      let (recorded, replayed) = difference.differingFields
      text = tr(
        "frame {number} at {seconds} s is another one",
        ["number": difference.frameNumber, "seconds": Log.fixed(difference.secondsSinceStart)])
      text += "\n" + tr("  recorded: {fields}", ["fields": recorded])
      text += "\n" + tr("  replayed: {fields}", ["fields": replayed])
    } else {
      text = trPlural(
        "{count} frame is as recorded", "{count} frames are as recorded", count: player.frameCount)
    }
    writeAll(Array((text + "\n").utf8), to: STDOUT_FILENO)
  }
}

extension ReplayPlayer.Difference {
  /// The fields of the recorded and of the replayed state that the other state does not have.
  var differingFields: (recorded: String, replayed: String) {
    let (old, new) = (recorded.split(separator: " "), replayed.split(separator: " "))
    return (
      old.filter { !new.contains($0) }.joined(separator: " "),
      new.filter { !old.contains($0) }.joined(separator: " ")
    )
  }
}
