import BrowserHost
import Network
import Recordings
import Testing

@testable import ViewerApp

/// Downloads in recordings and replays.
@MainActor struct RecordedDownloadTests {
  private static let file = WebFile(path: "/cache/a", byteCount: 70_000, contentType: "text/xml")
  private static let recorded = Array("/cache/a".utf8)
  private static let busy = NetworkFailure(.status(503), "busy", hint: "wait")

  private static func line(_ update: WebUpdate, of number: Int) -> RecordedLine.Download {
    RecordedLine.Download(update, number: number, path: recorded)
  }

  @Test func `a replay gives the recorded updates, and files with the recorded content`() throws {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    let downloads = ReplayedDownloads(tree)
    let address = try #require(WebAddress("http://127.0.0.1/a.jpg"))
    var received: [WebUpdate] = []
    let task = downloads.load(address, urgency: .visible, mustRevalidate: false) {
      received.append($0)
    }
    tree.apply(.content(path: Self.recorded, offset: 4, bytes: [1, 2]))
    let progress = WebProgress(received: 9, total: 70_000, part: Self.file)
    downloads.deliver(Self.line(.progress(progress), of: 1))
    downloads.deliver(Self.line(.cachedCopy(Self.file), of: 1))
    downloads.deliver(Self.line(.finished(Self.file), of: 2))
    #expect(!task.isFinished)
    downloads.deliver(Self.line(.stale(Self.file, Self.busy), of: 1))
    #expect(task.isFinished && received.count == 3)
    guard case .progress(let first)? = received.first,
      case .stale(let shown, let failure)? = received.last
    else {
      Issue.record("\(received)")
      return
    }
    #expect(first.received == 9 && first.total == 70_000)
    #expect(shown.byteCount == 70_000 && shown.contentType == "text/xml" && failure == Self.busy)
    #expect(tree.recordedPath(FilePath(shown.path)) == Self.recorded)
    let bytes = try #require(WholeFile.read(FilePath(shown.path), maxBytes: 1 << 20))
    #expect(bytes.count == 70_000 && Array(bytes.prefix(7)) == [0, 0, 0, 0, 1, 2, 0])
  }

  @Test func `a cancelled download of a replay gets no update`() throws {
    let tree = try #require(ReplayedTree())
    defer { tree.remove() }
    let downloads = ReplayedDownloads(tree)
    var begun: [Int] = []
    downloads.onLoad = { begun.append($0) }
    let address = try #require(WebAddress("http://127.0.0.1/a.jpg"))
    var count = 0
    let tasks = (1...2).map { _ in
      downloads.load(address, urgency: .prefetch, mustRevalidate: true) { _ in count += 1 }
    }
    #expect(begun == [1, 2])
    tasks[0].cancel()
    for number in 1...2 { downloads.deliver(Self.line(.finished(Self.file), of: number)) }
    #expect(count == 1 && tasks[1].isFinished)
  }

  @Test(arguments: [
    NetworkFailure.Kind.noLibrary, .unreachable, .connectionLost, .status(404), .tooLarge,
    .invalidResponse, .outOfSpace,
  ])
  func `a failure is replayed as it was recorded`(kind: NetworkFailure.Kind) {
    let failure = NetworkFailure(kind, "sentence", hint: "hint")
    #expect(Self.line(.failed(failure, part: nil), of: 1).failure?.networkFailure == failure)
  }
}
