import BrowserHost
import Desktop
import Recordings
import Synchronization

/// The desktop's programs on which sheets and their commands depend: those of the machine, or
/// their recorded answers.
///
/// Its functions wait for programs, so they are called on background threads.
nonisolated struct DesktopPrograms: Sendable {
  /// The answer of a program to which files were handed.
  typealias Handing = Result<PortalRequest.Answer, DesktopError>

  /// Finds the applications that open some files.
  var applications: @Sendable (_ files: [[UInt8]]) -> Result<DesktopApplication.Offer, DesktopError>
  /// Finds the destinations for documents to be printed.
  var printers: @Sendable () -> Printing.Destinations
  /// Hands files to a program by calling a function; a replay has its outcome without the call.
  var hand: @Sendable (_ call: () -> Handing) -> Handing

  /// The desktop file of the viewer, which is not offered.
  private static let ownID = "pbview.desktop"

  /// The programs of the machine.
  static let ofMachine = DesktopPrograms(
    applications: { files in
      Result { () throws(DesktopError) in
        try DesktopApplication.offer(
          for: files, fallback: { MediaType.picture(FilePath($0)) }, excluding: Self.ownID)
      }
    },
    printers: { Printing.destinations() }, hand: { call in call() })

  // MARK: Recording

  /// The maximum number of recorded or replayed applications or printers.
  fileprivate static let maxNames = 1000
  /// The maximum length of a recorded or replayed name in Unicode scalars.
  private static let maxNameScalars = 300

  /// The same programs, whose answers are recorded before they are used.
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
      hand: { [hand] call in
        let result = hand(call)
        file.write([.outcome(Self.outcome(of: result))])
        return result
      })
  }

  private static func lines(
    of answer: Result<DesktopApplication.Offer, DesktopError>, keepsNames: Bool
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

  /// A name as it is recorded: a number, unless names are kept.
  private static func name(
    _ name: String, _ kind: String, _ index: Int, keepsNames: Bool
  ) -> String {
    keepsNames ? cut(name) : "\(kind) \(index + 1)"
  }

  /// The beginning of a name, up to the maximum length.
  fileprivate static func cut(_ name: String) -> String {
    String(String.UnicodeScalarView(name.unicodeScalars.prefix(maxNameScalars)))
  }

  private static func outcome(of result: Handing) -> RecordedLine.DesktopAnswer.Outcome {
    switch result {
    case .success(.done): .done
    case .success(.cancelled): .cancelled
    case .failure: .failed
    }
  }

  // MARK: Replay

  /// Programs that give the recorded answers in their order, and start nothing.
  static func replayed(_ lines: [RecordedLine]) -> DesktopPrograms {
    let answers = RecordedAnswers(lines)
    return DesktopPrograms(
      applications: { _ in answers.nextOffer() }, printers: { answers.nextPrinters() },
      hand: { _ in answers.nextOutcome() })
  }
}

/// The answers of the desktop's programs in a recording, in the order in which they are asked for.
private nonisolated final class RecordedAnswers: Sendable {
  private struct Answers {
    var offers: [Result<DesktopApplication.Offer, DesktopError>] = []
    var printers: [Printing.Destinations] = []
    var outcomes: [DesktopPrograms.Handing] = []
  }
  private let answers: Mutex<Answers>

  /// The failure in place of a recorded one, whose reason is not recorded.
  private static let failure = DesktopError.system(call: "replay", reason: "")

  init(_ lines: [RecordedLine]) {
    var answers = Answers()
    for case .answer(let answer) in lines { Self.add(answer, to: &answers) }
    self.answers = Mutex(answers)
  }

  /// The next recorded applications; none after the last ones.
  func nextOffer() -> Result<DesktopApplication.Offer, DesktopError> {
    answers.withLock { $0.offers.isEmpty ? .success(.init()) : $0.offers.removeFirst() }
  }

  /// The next recorded printers; none after the last ones.
  func nextPrinters() -> Printing.Destinations {
    answers.withLock { $0.printers.isEmpty ? .init() : $0.printers.removeFirst() }
  }

  /// The next recorded outcome; a failure after the last one.
  func nextOutcome() -> DesktopPrograms.Handing {
    answers.withLock { $0.outcomes.isEmpty ? .failure(Self.failure) : $0.outcomes.removeFirst() }
  }

  private static func add(_ answer: RecordedLine.DesktopAnswer, to answers: inout Answers) {
    switch answer {
    case .applications(let hasDefault, let isFailure):
      let offer = DesktopApplication.Offer(hasDefault: hasDefault)
      answers.offers.append(isFailure ? .failure(failure) : .success(offer))
    case .application(let name, let isRecommended):
      guard case .success(var offer)? = answers.offers.last else { return }
      let number = offer.recommended.count + offer.others.count
      guard number < DesktopPrograms.maxNames else { return }
      let application = DesktopApplication(
        id: "\(number).desktop", name: DesktopPrograms.cut(name))
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
      answers.printers[last].printers.append(DesktopPrograms.cut(name))
    case .outcome(.done): answers.outcomes.append(.success(.done))
    case .outcome(.cancelled): answers.outcomes.append(.success(.cancelled))
    case .outcome(.failed): answers.outcomes.append(.failure(failure))
    }
  }
}
