import Imaging
import Network
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost

/// Pictures of a misbehaving server, loaded through the real helper onto a page.
@MainActor @Suite(.enabled(if: WebStage.hasDecoder))
struct WebPictureTests {
  private static let size = PixelSize(width: 300, height: 200)
  private let bytes: [UInt8]

  init() throws { bytes = try WebStage.png(Self.size.width, Self.size.height) }

  /// A receiver of the updates of one load.
  private final class Page {
    var updates: [Picture.Update] = []
    var task: Picture.Load?

    var picture: Picture? {
      for update in updates.reversed() {
        if case .finished(let picture) = update { return picture }
      }
      return nil
    }
    var parts: [Picture] {
      updates.compactMap { if case .partial(let picture) = $0 { picture } else { nil } }
    }
    var failure: FailureMessage? {
      if case .failed(let message)? = updates.last { message } else { nil }
    }
    var shares: [Double?] {
      updates.compactMap {
        if case .progress(let progress) = $0 { progress.share } else { nil }
      }
    }
    var isDone: Bool { picture != nil || failure != nil }
  }

  private func load(
    _ path: String, on stage: WebStage, loader: any PictureLoader, level: Picture.Level = .screen
  ) -> Page {
    let page = Page()
    let request = Picture.Request(
      name: stage.server.address + path, level: level, box: PixelSize(width: 600, height: 600))
    page.task = loader.load(request) { [weak page] in page?.updates.append($0) }
    return page
  }

  @Test func `a partial picture is shown at its final place during the download`() throws {
    let gate = Gate()
    let bytes = bytes
    let stage = try WebStage { _ in
      WebAnswer(bytes).steps(cutAt: [bytes.count / 2], [gate])
    }
    let page = load("/a.png", on: stage, loader: WebPictureLoader(stage.pictures))
    #expect(stage.loop.run { !page.parts.isEmpty && page.shares.last == 0.5 })
    let part = try #require(page.parts.last)
    #expect(part.naturalSize == Self.size)
    #expect(part.isPartial)
    #expect(!part.isOpaque)
    gate.open()
    #expect(stage.loop.run { page.isDone })
    #expect(page.picture?.naturalSize == Self.size)
    #expect(page.picture?.isPartial == false)
    #expect(page.picture?.isOpaque == true)
  }

  @Test func `a fast download gives no partial picture`() throws {
    let bytes = bytes
    let stage = try WebStage { _ in WebAnswer(bytes).steps }
    let begin = TestLoop.now
    let page = load("/a.png", on: stage, loader: WebPictureLoader(stage.pictures))
    #expect(stage.loop.run { page.isDone })
    // On a busy machine, the download may last longer than the delay before a first part.
    let isFast = TestLoop.now - begin < PartialDecodeSchedule.firstDelay
    #expect(page.parts.isEmpty || !isFast)
    #expect(page.picture != nil)
  }

  @Test func `a complete picture with a Content-Length that is too large is shown`() throws {
    let bytes = bytes
    let stage = try WebStage { _ in
      let head = "HTTP/1.1 200 OK\r\nContent-Length: \(bytes.count + 1000)\r\n\r\n"
      return [.send(Array(head.utf8) + bytes)]
    }
    let page = load("/a.png", on: stage, loader: WebPictureLoader(stage.pictures))
    #expect(stage.loop.run { page.isDone })
    #expect(page.picture?.isPartial == false)
  }

  @Test func `a broken download shows the rows received and the reason`() throws {
    let bytes = bytes
    let stage = try WebStage { _ in
      [.send(WebAnswer(bytes).head + bytes[..<(bytes.count / 2)])]
    }
    let page = load("/a%20b.png", on: stage, loader: WebPictureLoader(stage.pictures))
    #expect(stage.loop.run { page.isDone })
    #expect(page.parts.last?.isPartial == true)
    #expect(page.failure?.sentence.hasPrefix("a b.png: the connection broke off after ") == true)
  }

  @Test func `a web page is reported as one and requested again the next time`() throws {
    let stage = try WebStage { _ in
      WebAnswer(Array("<!doctype html>".utf8), [("Content-Type", "text/html")]).steps
    }
    let loader = WebPictureLoader(stage.pictures)
    for _ in 0..<2 {
      let page = load("/a.png", on: stage, loader: loader)
      #expect(stage.loop.run { page.isDone })
      #expect(page.failure?.sentence == "a.png: the server sent a web page, not a picture")
    }
    #expect(stage.server.requests.count == 2)
  }

  @Test(arguments: [Picture.Level.thumbnail, .screen, .original])
  func `the loader of files downloads addresses`(level: Picture.Level) throws {
    let bytes = bytes
    let stage = try WebStage { _ in WebAnswer(bytes).steps }
    let loader = FilePages.Loader(pipeline: stage.pipeline, loop: stage.loop)
    defer { loader.web.stop() }
    let page = load("/a.png", on: stage, loader: loader, level: level)
    #expect(stage.loop.run { page.isDone })
    #expect(page.picture?.naturalSize == Self.size)
  }

  @Test func `an invalid address fails at once`() throws {
    let stage = try WebStage { _ in [] }
    let loader = WebPictureLoader(stage.pictures)
    let page = Page()
    let request = Picture.Request(
      name: "file:///etc/passwd", level: .screen, box: PixelSize(width: 1, height: 1))
    page.task = loader.load(request) { page.updates.append($0) }
    #expect(page.failure?.canRetry == false)
  }

  @Test func `releasing the task closes the connection`() throws {
    let bytes = bytes
    let stage = try WebStage { _ in [.send(WebAnswer(bytes).head + bytes[..<100]), .silence] }
    let page = load("/a.png", on: stage, loader: WebPictureLoader(stage.pictures))
    #expect(stage.loop.run { !page.shares.isEmpty })
    page.task = nil
    #expect(stage.loop.run { stage.server.hangUps == 1 })
    #expect(!page.isDone)
  }

  @Test func `a cached picture is shown during its revalidation and stays if the server fails`()
    throws
  {
    let bytes = bytes
    let gate = Gate()
    let stage = try WebStage { request in
      request.headers["if-none-match"] == nil
        ? WebAnswer(bytes, [("ETag", "\"a\""), ("Cache-Control", "no-cache")]).steps
        : [.wait(gate), .reset]
    }
    let loader = WebPictureLoader(stage.pictures)
    let first = load("/a.png", on: stage, loader: loader)
    #expect(stage.loop.run { first.isDone })
    let second = load("/a.png", on: stage, loader: loader)
    #expect(stage.loop.run { !second.parts.isEmpty })
    #expect(second.parts.last?.isPartial == false)
    gate.open()
    #expect(stage.loop.run { second.isDone })
    #expect(second.picture?.isPartial == false)
  }
}
