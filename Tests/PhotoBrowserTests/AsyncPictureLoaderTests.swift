import PhotoBrowser
import TestSupport
import Testing

/// Tests of a loader that is an asynchronous function.
@MainActor @Suite struct AsyncPictureLoaderTests {
  private let request = Picture.Request(
    name: "fjord", level: .screen, box: PixelSize(width: 24, height: 16))
  private let picture = Picture(SyntheticPhoto.quadrants(24, 16))

  /// A gate at which a load waits until the test opens it.
  private final class Gate {
    private var waiting: CheckedContinuation<Void, Never>?
    private var isOpen = false

    func wait() async {
      guard !isOpen else { return }
      await withCheckedContinuation { waiting = $0 }
    }

    func open() {
      isOpen = true
      waiting?.resume()
      waiting = nil
    }
  }

  private final class Record {
    var log: [String] = []
    let isOver = Gate()

    func add(_ update: Picture.Update) {
      switch update {
      case .progress(let progress): log.append("\(progress.share ?? -1)")
      case .partial: log.append("partial")
      case .finished: log.append("finished")
      case .failed(let failure): log.append(failure.sentence)
      }
    }
  }

  @Test func `Updates come in order, and the result last`() async {
    let record = Record()
    let loader = AsyncPictureLoader { [picture] request, update in
      defer { record.isOver.open() }
      #expect(request.name == "fjord")
      update(.progress(Picture.Progress(share: 0.5)))
      update(.partial(picture))
      return picture
    }
    let task = loader.load(request) { record.add($0) }
    await record.isOver.wait()
    await Task.yield()
    #expect(record.log == ["0.5", "partial", "finished"])
    withExtendedLifetime(task) {}
  }

  @Test func `A request that is cancelled cancels its task, and nothing more comes`() async {
    let (record, gate) = (Record(), Gate())
    var wasCancelled = false
    let loader = AsyncPictureLoader { [picture] _, update in
      defer { record.isOver.open() }
      await gate.wait()
      wasCancelled = Task.isCancelled
      update(.partial(picture))
      return picture
    }
    let task = loader.load(request) { record.add($0) }
    await Task.yield()
    task.cancel()
    gate.open()
    await record.isOver.wait()
    await Task.yield()
    #expect(wasCancelled && record.log.isEmpty)
  }

  @Test func `A thrown error is the message of the page`() async {
    struct Offline: Error, CustomStringConvertible { let description = "there is no network" }
    for (error, sentence) in [
      (FailureMessage(sentence: "fjord: not found", canRetry: false), "fjord: not found"),
      (Offline(), "there is no network"),
    ] as [(any Error, String)] {
      let record = Record()
      let loader = AsyncPictureLoader { _, _ in
        defer { record.isOver.open() }
        throw error
      }
      let task = loader.load(request) { record.add($0) }
      await record.isOver.wait()
      await Task.yield()
      #expect(record.log == [sentence])
      withExtendedLifetime(task) {}
    }
  }
}
