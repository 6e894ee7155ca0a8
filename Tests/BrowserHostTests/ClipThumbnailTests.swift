import ImagingTestSupport
import PhotoBrowser
import Pixels
import TestSupport
import Testing

@testable import BrowserHost
@testable import Video

/// A player whose reports the test sends; it takes every command.
@MainActor private final class ScriptedPlayer: PlayerTransport {
  var onEvent: (@MainActor (HelperSocket.Event) -> Void)?
  private(set) var isEnded = false

  nonisolated func send(_ message: [UInt8], descriptors: [Int32]) -> Bool { true }

  func end() {
    isEnded = true
    onEvent = nil
  }

  /// Reports an open clip and its first frame.
  func show(_ size: PixelSize) {
    let reports: [ClipReport] = [
      .ready(hasBroker: false),
      .opened(ClipInfo(size: size, duration: 2, hasSound: false)),
      .frame(ClipFrame(surfaceID: 1, slot: 0)),
    ]
    for report in reports { onEvent?(.message(ClipWireWriter.encode(report), [])) }
  }

  func crash() { onEvent?(.closed) }
}

@MainActor private final class ScriptedLauncher: PlayerLauncher {
  private(set) var launched: [ScriptedPlayer] = []
  let soundServer = SoundServer.none

  func launch(_ soundServer: SoundServer) throws(VideoFailure) -> any PlayerTransport {
    let player = ScriptedPlayer()
    launched.append(player)
    return player
  }
}

/// The updates of requests.
@MainActor private final class Updates {
  private(set) var pictures: [Picture] = []
  private(set) var failures = 0

  func take(_ update: Picture.Update) {
    switch update {
    case .finished(let picture): pictures.append(picture)
    case .failed: failures += 1
    case .progress, .partial: break
    }
  }
}

/// Thumbnails of clips by the loader of files.
@MainActor @Suite struct ClipThumbnailTests {
  private let folder: TemporaryFolder
  private let launcher: ScriptedLauncher
  private let loader: FilePages.Loader
  private let posters: ClipPosters
  private let updates = Updates()

  init() throws {
    let folder = try TemporaryFolder()
    for name in ["a.mp4", "b.mp4"] { try folder.write([1, 2, 3], named: name) }
    let (loop, launcher) = (StillLoop(), ScriptedLauncher())
    self.folder = folder
    self.launcher = launcher
    posters = ClipPosters { VideoPlayer(loop: loop, launcher: launcher) }
    loader = FilePages.Loader(pipeline: .silent(), loop: loop, posters: posters)
  }

  private func load(_ name: String) -> Picture.Load {
    let request = Picture.Request(
      name: folder.file(name), level: .thumbnail, box: PixelSize(width: 160, height: 120))
    return loader.load(request) { [updates] in updates.take($0) }
  }

  @Test func `the thumbnail of a clip is its first frame, as large as the box needs`() throws {
    let load = load("a.mp4")
    let player = try #require(launcher.launched.first)
    player.show(PixelSize(width: 1600, height: 900))
    #expect(updates.pictures.map(\.naturalSize) == [PixelSize(width: 1600, height: 900)])
    #expect(updates.pictures.first?.bitmaps.first?.size == PixelSize(width: 160, height: 90))
    #expect(player.isEnded && updates.failures == 0)
    load.cancel()
  }

  @Test func `a cancelled request closes its clip, and the next clip is opened`() throws {
    let (first, second) = (load("a.mp4"), load("b.mp4"))
    #expect(launcher.launched.count == 1)
    first.cancel()
    #expect(launcher.launched.map(\.isEnded) == [true, false])
    launcher.launched.last?.show(PixelSize(width: 64, height: 48))
    #expect(updates.pictures.count == 1)
    second.cancel()
    #expect(launcher.launched.count == 2)
  }

  @Test func `a waiting request that is cancelled opens no clip`() throws {
    let (first, second) = (load("a.mp4"), load("b.mp4"))
    second.cancel()
    launcher.launched.first?.show(PixelSize(width: 64, height: 48))
    #expect(launcher.launched.count == 1 && updates.pictures.count == 1)
    first.cancel()
  }

  @Test func `a clip stays open while another request waits for it`() throws {
    let (first, second) = (load("a.mp4"), load("a.mp4"))
    first.cancel()
    let player = try #require(launcher.launched.first)
    #expect(launcher.launched.count == 1 && !player.isEnded)
    player.show(PixelSize(width: 64, height: 48))
    #expect(updates.pictures.count == 1)
    second.cancel()
  }

  /// Requests thumbnails of one clip with several sides, and shows the clip; `isWaiting` makes the
  /// requests while another clip is open. Returns the longer side of the thumbnail of each request,
  /// in the order in which they arrive.
  private func sides(of requested: [Int], isWaiting: Bool) -> [String] {
    var arrived: [String] = []
    if isWaiting { posters.request(FilePath(folder.file("b.mp4")), side: 10) { _ in } }
    for side in requested {
      posters.request(FilePath(folder.file("a.mp4")), side: side) {
        arrived.append("\(side): \($0?.bitmap.size.width ?? 0)")
      }
    }
    if isWaiting { launcher.launched.first?.show(PixelSize(width: 64, height: 48)) }
    launcher.launched.last?.show(PixelSize(width: 1600, height: 900))
    return arrived
  }

  @Test(arguments: [true, false])
  func `requests for one clip share a thumbnail that is large enough for all`(isWaiting: Bool) {
    #expect(
      sides(of: [160, 640, 320], isWaiting: isWaiting) == ["160: 640", "640: 640", "320: 640"])
    #expect(launcher.launched.count == (isWaiting ? 2 : 1))
  }

  @Test func `a clip that cannot be played has failed`() throws {
    let load = load("a.mp4")
    try #require(launcher.launched.first).crash()
    #expect(updates.failures == 1 && updates.pictures.isEmpty)
    load.cancel()
  }

  @Test func `clips in a grid of files have a play badge`() {
    let grid = ThumbnailGrid(files: ["a.mp4", "b.jpg", "https://x.org/c.mp4"], by: loader)
    #expect(grid.thumbnails.map { $0.badge == .play } == [true, false, false])
  }
}
