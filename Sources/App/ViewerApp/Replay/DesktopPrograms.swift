import BrowserHost
import Desktop
import Recordings
import Synchronization

/// The functions that ask programs of the desktop. They start programs of the machine or, in a
/// replay, return recorded answers. Sheets and their commands depend on them.
///
/// The functions wait for programs, so they are called on worker threads.
nonisolated struct DesktopPrograms: Sendable {
  /// The answer of a desktop program to which files were passed.
  typealias FilePassingResult = Result<PortalRequest.UserAnswer, DesktopError>

  /// Finds the applications that can open some files, whose paths are bytes.
  var applications:
    @Sendable (_ files: [[UInt8]]) -> Result<DesktopApplication.Candidates, DesktopError>
  /// Finds the printers, and whether the desktop has a print dialog.
  var printers: @Sendable () -> Printing.Destinations
  /// Passes files to a program by calling `call`, and returns its result; a replay returns the
  /// recorded result without the call.
  var passFiles: @Sendable (_ call: () -> FilePassingResult) -> FilePassingResult

  /// The ID of pbview's own desktop file, which is not among the applications.
  private static let ownDesktopFileID = "pbview.desktop"

  /// The functions that ask the programs of the machine.
  static let ofMachine = DesktopPrograms(
    applications: { files in
      Result { () throws(DesktopError) in
        try DesktopApplication.candidates(
          for: files, fallback: { MediaType.ofPicture(FilePath($0)) },
          excluding: Self.ownDesktopFileID)
      }
    },
    printers: { Printing.destinations() }, passFiles: { call in call() })

  // MARK: Recording

  /// The maximum number of applications or printers in one recorded answer.
  fileprivate static let maxNames = 1000
  /// The maximum length of a recorded name of an application or printer, in Unicode scalars.
  private static let maxNameScalars = 300

  /// Functions that ask the same programs and write the answers into a recording.
  func recorded(in file: RecordingFile) -> DesktopPrograms {
    let keepsNames = file.keepsNames
    return DesktopPrograms(
      applications: { [applications] files in
        let answer = applications(files)
        file.write(Self.lines(of: answer, keepsNames: keepsNames))
        return answer
      },
      printers: { [printers] in
        let found = printers()
        let names = found.printers.prefix(Self.maxNames).enumerated().map { index, name in
          RecordedLine.DesktopAnswer.printer(
            name: Self.name(name, "Printer", index, keepsNames: keepsNames))
        }
        file.write([.printers(hasDialog: found.hasDialog)] + names)
        return found
      },
      passFiles: { [passFiles] call in
        let result = passFiles(call)
        file.write([.outcome(Self.outcome(of: result))])
        return result
      })
  }

  private static func lines(
    of answer: Result<DesktopApplication.Candidates, DesktopError>, keepsNames: Bool
  ) -> [RecordedLine.DesktopAnswer] {
    guard case .success(let offer) = answer else {
      return [.applications(hasDefault: false, isFailure: true)]
    }
    let all = offer.recommended.map { ($0, true) } + offer.others.map { ($0, false) }
    var lines: [RecordedLine.DesktopAnswer] = [
      .applications(hasDefault: offer.hasDefault, isFailure: false)
    ]
    for (index, (application, isRecommended)) in all.prefix(maxNames).enumerated() {
      let name = Self.name(application.name, "Application", index, keepsNames: keepsNames)
      lines.append(.application(name: name, isRecommended: isRecommended))
    }
    return lines
  }

  /// The name of an application or a printer as it is recorded: its kind with a number, unless the
  /// recording keeps names.
  private static func name(
    _ name: String, _ kind: String, _ index: Int, keepsNames: Bool
  ) -> String {
    keepsNames ? truncated(name) : "\(kind) \(index + 1)"
  }

  /// The beginning of a name, up to `maxNameScalars`.
  fileprivate static func truncated(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(maxNameScalars)))
  }

  private static func outcome(of result: FilePassingResult) -> RecordedLine.DesktopAnswer.Outcome {
    switch result {
    case .success(.done): .done
    case .success(.cancelled): .cancelled
    case .failure: .failed
    }
  }

  // MARK: Replay

  /// Functions that return the answers in the lines of a recording in their order, and start no
  /// program.
  static func replayed(_ lines: [RecordedLine]) -> DesktopPrograms {
    let answers = RecordedAnswers(lines)
    return DesktopPrograms(
      applications: { _ in answers.nextOffer() }, printers: { answers.nextPrinters() },
      passFiles: { _ in answers.nextOutcome() })
  }
}

/// The answers of desktop programs in a recording. Each kind of answer is taken in the recorded
/// order.
private nonisolated final class RecordedAnswers: Sendable {
  private struct Answers {
    var offers: [Result<DesktopApplication.Candidates, DesktopError>] = []
    var printers: [Printing.Destinations] = []
    var outcomes: [DesktopPrograms.FilePassingResult] = []
  }
  private let answers: Mutex<Answers>

  /// The error that replaces a recorded one, because reasons are not recorded.
  private static let failure = DesktopError.system(call: "replay", reason: "")

  init(_ lines: [RecordedLine]) {
    var answers = Answers()
    for case .answer(let answer) in lines { Self.add(answer, to: &answers) }
    self.answers = Mutex(answers)
  }

  /// Takes the next recorded offer of applications; an empty offer after the last one.
  func nextOffer() -> Result<DesktopApplication.Candidates, DesktopError> {
    answers.withLock { $0.offers.isEmpty ? .success(.init()) : $0.offers.removeFirst() }
  }

  /// Takes the next recorded list of printers; an empty list after the last one.
  func nextPrinters() -> Printing.Destinations {
    answers.withLock { $0.printers.isEmpty ? .init() : $0.printers.removeFirst() }
  }

  /// Takes the next recorded result of passing files to a program; a failure after the last one.
  func nextOutcome() -> DesktopPrograms.FilePassingResult {
    answers.withLock { $0.outcomes.isEmpty ? .failure(Self.failure) : $0.outcomes.removeFirst() }
  }

  private static func add(_ answer: RecordedLine.DesktopAnswer, to answers: inout Answers) {
    switch answer {
    case .applications(let hasDefault, let isFailure):
      let offer = DesktopApplication.Candidates(hasDefault: hasDefault)
      answers.offers.append(isFailure ? .failure(failure) : .success(offer))
    case .application(let name, let isRecommended):
      guard case .success(var offer)? = answers.offers.last else { return }
      let number = offer.recommended.count + offer.others.count
      guard number < DesktopPrograms.maxNames else { return }
      let application = DesktopApplication(
        id: "\(number).desktop", name: DesktopPrograms.truncated(name))
      if isRecommended {
        offer.recommended.append(application)
      } else {
        offer.others.append(application)
      }
      answers.offers[answers.offers.count - 1] = .success(offer)
    case .printers(let hasDialog): answers.printers.append(.init(hasDialog: hasDialog))
    case .printer(let name):
      guard let last = answers.printers.indices.last,
        answers.printers[last].printers.count < DesktopPrograms.maxNames
      else { return }
      answers.printers[last].printers.append(DesktopPrograms.truncated(name))
    case .outcome(.done): answers.outcomes.append(.success(.done))
    case .outcome(.cancelled): answers.outcomes.append(.success(.cancelled))
    case .outcome(.failed): answers.outcomes.append(.failure(failure))
    }
  }
}
