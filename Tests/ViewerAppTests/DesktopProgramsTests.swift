import BrowserHost
import Desktop
import Motion
import Recordings
import TestSupport
import Testing

@testable import ViewerApp

/// The answers of the desktop's programs in recordings and replays.
@Suite struct DesktopProgramsTests {
  private static let offer = DesktopApplication.Candidates(
    recommended: ["Painter", "Viewer"].map { DesktopApplication(id: "\($0).desktop", name: $0) },
    hasDefault: true, others: [DesktopApplication(id: "z.desktop", name: "Sorter")])

  /// A machine with three applications and two printers, on which no dialog can be opened.
  private static let machine = DesktopPrograms(
    applications: { files in
      files.isEmpty ? .failure(.noSessionBus) : .success(offer)
    }, printers: { Printing.Destinations(hasDialog: true, printers: ["Office", "Home"]) },
    passFiles: { $0() })

  /// Records the answers of the machine to questions, and reads the recording.
  private static func recorded(
    keepsNames: Bool, _ ask: (DesktopPrograms) -> Void
  ) throws -> [RecordedLine] {
    let folder = try TemporaryFolder()
    let place = FilePath("\(folder.path)/out.recording")
    let file = try #require(RecordingFile(place, keepsNames: keepsNames))
    ask(machine.recorded(in: file))
    file.begin([
      .start(
        .init(
          version: "1", wallClock: 1, time: .init(seconds: 1), width: 2, height: 3,
          containsFileNames: keepsNames))
    ])
    file.close()
    let bytes = try #require(WholeFile.read(place, maxBytes: 1 << 20))
    return try Recording(parsing: bytes).lines
  }

  @Test func `a replay has the recorded applications and printers, without their names`() throws {
    let lines = try Self.recorded(keepsNames: false) { programs in
      _ = programs.applications([])
      _ = programs.applications([[1]])
      _ = programs.printers()
    }
    let text = lines.map { String(decoding: $0.bytes, as: UTF8.self) }.joined(separator: "\n")
    for name in ["Painter", "Viewer", "Sorter", "Office", "Home", "z.desktop"] {
      #expect(!text.contains(name))
    }
    let replayed = DesktopPrograms.replayed(lines)
    #expect(throws: DesktopError.self) { try replayed.applications([]).get() }
    let offer = try replayed.applications([]).get()
    #expect(offer.recommended.count == 2 && offer.others.count == 1 && offer.hasDefault)
    #expect(Set(offer.recommended + offer.others).count == 3)
    let printers = replayed.printers()
    #expect(printers.hasDialog && printers.printers == ["Printer 1", "Printer 2"])
  }

  @Test func `names are kept on request`() throws {
    let lines = try Self.recorded(keepsNames: true) { programs in
      _ = programs.applications([[1]])
      _ = programs.printers()
    }
    let replayed = DesktopPrograms.replayed(lines)
    let offer = try replayed.applications([]).get()
    #expect(offer.recommended.map(\.name) == ["Painter", "Viewer"])
    #expect(offer.others.map(\.name) == ["Sorter"])
    #expect(replayed.printers().printers == ["Office", "Home"])
  }

  @Test func `a replay hands files to no program, and has the recorded outcomes`() throws {
    let outcomes: [DesktopPrograms.FilePassingResult] = [
      .success(.cancelled), .failure(.noSessionBus), .success(.done),
    ]
    let lines = try Self.recorded(keepsNames: false) { programs in
      for outcome in outcomes {
        let answer = programs.passFiles { outcome }
        #expect(answer == outcome)
      }
    }
    let replayed = DesktopPrograms.replayed(lines)
    var calls = 0
    var found: [DesktopPrograms.FilePassingResult] = []
    for _ in 0..<4 {
      let answer = replayed.passFiles {
        calls += 1
        return .success(.done)
      }
      found.append(answer)
    }
    #expect(found[0] == .success(.cancelled) && found[2] == .success(.done))
    for failed in [found[1], found[3]] {
      #expect(throws: DesktopError.self) { try failed.get() }
    }
    #expect(calls == 0)
  }

  @Test func `a recording without answers has no programs, and a hostile one few`() throws {
    let nothing = DesktopPrograms.replayed([])
    #expect(try nothing.applications([]).get() == DesktopApplication.Candidates())
    #expect(nothing.printers() == Printing.Destinations())
    let one = RecordedLine.answer(.application(name: "a", isRecommended: false))
    let begin = RecordedLine.answer(.applications(hasDefault: false, isFailure: false))
    let long = String(repeating: "n", count: 5000)
    let printer = RecordedLine.answer(.printer(name: long))
    var many: [RecordedLine] = [one, printer, begin]
    many.append(.answer(.application(name: long, isRecommended: true)))
    many += Array(repeating: one, count: 5000)
    many.append(.answer(.printers(hasDialog: false)))
    many += Array(repeating: printer, count: 5000)
    let hostile = DesktopPrograms.replayed(many)
    let offer = try hostile.applications([]).get()
    #expect(offer.others.count == 999 && offer.recommended.map(\.name.count) == [300])
    let printers = hostile.printers().printers
    #expect(printers.count == 1000 && printers.allSatisfy { $0.count == 300 })
  }
}
