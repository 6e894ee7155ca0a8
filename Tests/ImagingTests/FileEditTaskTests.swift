import DecoderWire
import Imaging
import Testing

/// Requests of edits of a sidecar, which the helper of metadata answers.
@MainActor
struct FileEditTaskTests {
  private final class Answers {
    var edits: [[FileEdit]] = []
    var failures: [DecodeFailure.Kind] = []
  }

  private static let edit = FileEdit(offset: 4, removedCount: 2, text: "5")
  private static let changes = [SidecarChange(.rating, "5"), SidecarChange(.label, nil)]

  private func request(_ f: Fixture, _ path: FilePathBytes) -> (FileEditTask, Answers) {
    let answers = Answers()
    let task = f.pipeline.sidecarEdits(of: path, Self.changes) {
      switch $0 {
      case .success(let found): answers.edits.append(found.edits)
      case .failure(let failure): answers.failures.append(failure.kind)
      }
    }
    return (task, answers)
  }

  private func helper(_ f: Fixture) throws -> FakeHelper {
    try #require(
      f.launcher.helpers.last { !$0.isEnded && $0.isBusy && $0.last?.kind == .sidecarEdits })
  }

  @Test func `the helper gets the changes and its edits come once`() throws {
    let f = Fixture()
    let (task, answers) = request(f, f.folder.file("a.xmp"))
    let helper = try helper(f)
    #expect(helper.last?.sidecarChanges == Self.changes)
    helper.answer(.edits([Self.edit]))
    #expect(answers.edits == [[Self.edit]] && answers.failures.isEmpty && !helper.isBusy)
    task.cancel()
  }

  @Test func `a missing file, a refusal and two crashes are failures`() throws {
    let f = Fixture()
    let (_, none) = request(f, FilePathBytes("/nowhere/a.xmp"))
    #expect(none.failures == [.unreadable])
    let (refused, why) = request(f, f.folder.file("b.xmp"))
    try helper(f).answer(.failed(DecodeFailure(.unsupported)))
    #expect(why.failures == [.unsupported])
    let (crashed, crashes) = request(f, f.folder.file("c.xmp"))
    try helper(f).onEvent?(.closed)
    #expect(crashes.failures.isEmpty)
    try helper(f).onEvent?(.closed)
    #expect(crashes.failures == [.crashed] && crashes.edits.isEmpty)
    for task in [refused, crashed] { task.cancel() }
  }

  @Test func `edits in answer to another request end the helper`() throws {
    let f = Fixture()
    let task = f.pipeline.metadata(of: f.folder.file("a.jpg")) { _ in }
    let liar = try #require(f.launcher.helpers.last { $0.isBusy && $0.last?.kind == .metadata })
    liar.answer(.edits([Self.edit]))
    #expect(liar.isEnded)
    task.cancel()
  }
}
