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

  // MARK: Waiting for a loader

  /// A loader whose requests only end when they are cancelled.
  private final class EndlessLoader: PictureLoader {
    let hasBegun = Gate()
    private(set) var isCancelled = false

    func load(
      _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
    ) -> Picture.Load {
      hasBegun.open()
      return Picture.Load { self.isCancelled = true }
    }
  }

  /// A loader whose requests have ended before they return.
  private final class ImmediateLoader: PictureLoader {
    private let end: Picture.Update

    init(_ end: Picture.Update) { self.end = end }

    func load(
      _ request: Picture.Request, update: @escaping @MainActor (Picture.Update) -> Void
    ) -> Picture.Load {
      update(.progress(Picture.Progress(share: 0.5)))
      update(end)
      return Picture.Load()
    }
  }

  @Test func `A task gets the picture that it waits for, after the progress`() async throws {
    let loaders: [any PictureLoader] = [
      ImmediateLoader(.finished(picture)),
      AsyncPictureLoader { [picture] _, update in
        update(.progress(Picture.Progress(share: 0.5)))
        return picture
      },
    ]
    for loader in loaders {
      let record = Record()
      let found = try await loader.picture(for: request) { record.add($0) }
      #expect(found.naturalSize == picture.naturalSize)
      #expect(record.log == ["0.5"])
    }
  }

  @Test func `A task gets the failure of the picture that it waits for`() async {
    let failure = FailureMessage(sentence: "fjord: not found", canRetry: false)
    var thrown: FailureMessage?
    do {
      _ = try await ImmediateLoader(.failed(failure)).picture(for: request)
    } catch {
      thrown = error as? FailureMessage
    }
    #expect(thrown == failure)
  }

  @Test func `A task that is cancelled cancels the request that it waits for`() async {
    let loader = EndlessLoader()
    let task = Task { [request] in try await loader.picture(for: request) }
    await loader.hasBegun.wait()
    task.cancel()
    let result = await task.result
    #expect(throws: CancellationError.self) { try result.get() }
    #expect(loader.isCancelled)
  }
}
