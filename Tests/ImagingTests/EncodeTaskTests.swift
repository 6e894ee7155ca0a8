import CLinux
import DecoderWire
import Imaging
import Pixels
import Testing

/// Requests of encoded files, whose answers are not trusted.
@MainActor
struct EncodeTaskTests {
  private final class Answers {
    var files: [[UInt8]] = []
    var failures: [DecodeFailure.Kind] = []
    var shares: [Double] = []
  }

  private static let size = PixelSize(width: 40, height: 30)

  private func request(_ f: Fixture) -> (EncodeTask, Answers) {
    let answers = Answers()
    let task = f.pipeline.encode(f.folder.file("a.jpg"), EncodeRequest(.png)) {
      answers.shares.append($0)
    } then: {
      switch $0 {
      case .success(let file): answers.files.append(file.bytes(atMost: 1 << 20) ?? [])
      case .failure(let failure): answers.failures.append(failure.kind)
      }
    }
    return (task, answers)
  }

  private func helper(_ f: Fixture) throws -> FakeHelper {
    try #require(f.launcher.helpers.last { !$0.isEnded && $0.isBusy && $0.last?.kind == .encode })
  }

  /// Memory with four bytes and some seals.
  private func memory(_ seals: Int32) -> OwnedDescriptor {
    let descriptor = memfd_create("file", UInt32(MFD_CLOEXEC) | UInt32(MFD_ALLOW_SEALING))
    _ = write(descriptor, "1234", 4)
    _ = linux_add_seals(descriptor, seals)
    return OwnedDescriptor(descriptor)
  }

  private static let allSeals = F_SEAL_SHRINK | F_SEAL_GROW | F_SEAL_WRITE

  @Test func `the completed share and then the bytes of an encoded file are delivered`() throws {
    let f = Fixture()
    let (task, answers) = request(f)
    let helper = try helper(f)
    #expect(helper.last?.encoding == EncodeRequest(.png) && helper.last?.color == .standard)
    helper.answer(.progress(40))
    helper.answer(.progress(60))
    helper.answer(
      .encoded(EncodedPicture(size: Self.size, byteCount: 4)), [memory(Self.allSeals)])
    #expect(answers.shares == [0.4, 0.6])
    #expect(answers.files == [Array("1234".utf8)] && answers.failures.isEmpty)
    task.cancel()
  }

  @Test(arguments: [F_SEAL_SHRINK | F_SEAL_GROW, F_SEAL_WRITE | F_SEAL_GROW, 0])
  func `memory that could still change ends the helper`(seals: Int32) throws {
    let f = Fixture()
    let (task, answers) = request(f)
    let liar = try helper(f)
    liar.answer(.encoded(EncodedPicture(size: Self.size, byteCount: 4)), [memory(seals)])
    #expect(liar.isEnded && answers.files.isEmpty && answers.failures == [.crashed])
    task.cancel()
  }

  @Test func `a wrong size, missing memory and a decreasing progress end the helper`() throws {
    let replies: [(FakeHelper) -> Void] = [
      {
        $0.answer(.encoded(EncodedPicture(size: Self.size, byteCount: 5)), [memory(Self.allSeals)])
      },
      { $0.answer(.encoded(EncodedPicture(size: Self.size, byteCount: 4))) },
      {
        $0.answer(.progress(50))
        $0.answer(.progress(50))
      },
      { $0.answer(.edits([])) },
    ]
    for reply in replies {
      let f = Fixture()
      let (task, answers) = request(f)
      let liar = try helper(f)
      reply(liar)
      #expect(liar.isEnded && answers.files.isEmpty && answers.failures == [.crashed])
      task.cancel()
    }
  }

  @Test func `a file in answer to another request ends the helper`() throws {
    let f = Fixture()
    let task = f.pipeline.metadata(of: f.folder.file("a.jpg")) { _ in }
    let liar = try #require(f.launcher.helpers.last { $0.isBusy && $0.last?.kind == .metadata })
    liar.answer(.encoded(EncodedPicture(size: Self.size, byteCount: 4)), [memory(Self.allSeals)])
    #expect(liar.isEnded)
    task.cancel()
  }
}
