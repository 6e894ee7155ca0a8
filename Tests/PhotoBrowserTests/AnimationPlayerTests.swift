import PhotoBrowser
import Pixels
import TestSupport
import Testing

/// A source of frames that the test delivers.
@MainActor private final class FakeFrames: Picture.Frames {
  var count: Int? { isOpen ? total : nil }
  var iterationCount: Int? = 0
  var head = 0
  var box = PixelSize(width: 240, height: 160)
  var onChange: (() -> Void)?
  private(set) var isOpen = false
  private(set) var begins = 0
  private(set) var ends = 0
  /// The numbers of requests by the index of the frame.
  var requests: [Int: Int] = [:]
  private let total: Int
  /// The number of decoded frames.
  var there: Int
  private let pictures: [Picture.Frame]

  init(_ total: Int, milliseconds: Int = 100) {
    self.total = total
    there = total
    pictures = (0..<total).map { index in
      Picture.Frame(
        Picture(SyntheticPhoto.gradient(240, 160, blue: UInt8(index))),
        milliseconds: milliseconds)
    }
  }

  func begin() {
    isOpen = true
    begins += 1
  }
  func end() {
    isOpen = false
    ends += 1
  }
  func frame(_ index: Int) -> Picture.Frame? {
    requests[index, default: 0] += 1
    return isOpen && index < min(there, total) ? pictures[index] : nil
  }
}

/// Tests of the playback of an animation: its start, its pauses and its end.
@MainActor struct AnimationPlayerTests {
  private let rig: BrowserRig
  private let frames: FakeFrames
  private let player: AnimationPlayer
  private let cell: PhotoCell

  init() throws {
    rig = BrowserRig(.album(3))
    (cell, frames, player) = try Self.attach(to: rig, FakeFrames(10))
  }

  private static func attach(
    to rig: BrowserRig, _ frames: FakeFrames, startsByItself: Bool = true
  ) throws -> (PhotoCell, FakeFrames, AnimationPlayer) {
    rig.settle()
    let cell = try #require(rig.browser.visibleCell as? PhotoCell)
    let cover = Picture(SyntheticPhoto.gradient(240, 160, blue: 255))
    cell.content = .picture(cover)
    let player = AnimationPlayer(frames, firstPicture: cover, startsByItself: startsByItself)
    cell.animation = player
    rig.wait(0.02)
    return (cell, frames, player)
  }

  /// The blue component of the shown picture: the number of a frame, 255 for the cover.
  private func blue(of cell: PhotoCell) -> UInt32? {
    guard case .picture(let picture) = cell.content else { return nil }
    return picture.bitmaps[0].pixel(x: 5, y: 5) & 255
  }
  private var blue: UInt32? { blue(of: cell) }

  /// Advances the time from deadline to deadline, as a window does.
  private func wait(_ seconds: Double) { rig.wait(seconds) }

  @Test func `an animation plays on the current page, frame by frame`() {
    #expect(blue == 255, "the cover is the first frame")
    wait(0.1)
    #expect(blue == 1)
    wait(0.1)
    #expect(blue == 2)
    wait(0.9)
    #expect(blue == 1 && frames.head == 1, "round and round")
  }

  @Test func `between frames nothing is drawn, and a paused animation needs no wake-up`() throws {
    wait(0.03)
    #expect(!rig.stage.needsFrame)
    let next = try #require(rig.stage.nextDeadline)
    #expect(next > rig.now && next - rig.now <= 0.1)
    player.togglePlaying(at: rig.now)
    wait(0.05)
    #expect(rig.stage.nextDeadline == nil && !rig.stage.needsFrame, "paused it sleeps")
  }

  @Test func `frames keep zoom and layout`() {
    rig.doubleClick(120, 80)
    rig.settle()
    let content = rig.content
    #expect(content.width > 240)
    let before = blue
    wait(0.35)
    #expect(blue != before && rig.content == content)
  }

  @Test func `an animation pauses during a turn, stops off screen and restarts on return`() throws {
    wait(0.32)
    #expect(blue == 3)
    rig.press(200, 80)
    rig.drag(to: 100, 80, over: 0.2)
    let held = blue
    rig.wait(0.4)
    #expect(blue == held, "in the hand it stands still")
    rig.release()
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(rig.browser.pageIndex == 1)
    #expect(blue(of: cell) == 255, "the first frame again")
    #expect(!frames.isOpen && rig.stage.nextDeadline == nil)
    rig.perform(.turn(-1, animated: true))
    rig.settle()
    #expect(cell === rig.browser.visibleCell && frames.begins == 2)
    #expect([255, 0, 1].contains(blue))
  }

  @Test func `the frames of a page are begun and ended once per visit`() {
    wait(0.1)
    rig.perform(.turn(1, animated: true))
    rig.settle()
    #expect(frames.begins == 1 && frames.ends == 1)
    cell.prepareForReuse()
    #expect(frames.ends == 1)
  }

  @Test func `a frame is requested at most once per frame of the screen`() {
    var total = 0
    frames.requests = [:]
    rig.afterFrame = { [frames, rig] in
      _ = rig.stage.nextDeadline
      #expect(frames.requests.values.allSatisfy { $0 == 1 }, "\(frames.requests)")
      total += frames.requests.count
      frames.requests = [:]
    }
    wait(0.5)
    rig.afterFrame = nil
    #expect(total >= 5)
  }

  @Test func `an animation continues after a small drag of its page`() {
    wait(0.32)
    rig.press(200, 80)
    rig.drag(to: 180, 80, over: 0.1)
    rig.drag(to: 200, 80, over: 0.1)
    rig.release()
    rig.settle()
    #expect(frames.begins == 1 && (3...5).contains(blue ?? 0))
  }

  @Test func `a late frame keeps the one before and needs no wake-ups`() {
    frames.there = 3
    wait(1)
    #expect(blue == 2 && rig.stage.nextDeadline == nil && !rig.stage.needsFrame)
    frames.there = 10
    frames.onChange?()
    wait(0.03)
    #expect(blue == 3)
  }

  @Test func `a step pauses an animation, which resumes from there`() {
    player.step(1)
    wait(0.02)
    #expect(blue == 1 && player.isPaused && player.frameIndex == 1)
    player.step(-2)
    wait(1)
    #expect(blue == 9)
    player.togglePlaying(at: rig.now)
    wait(0.02)
    #expect(player.isPlaying)
    wait(0.1)
    #expect(blue == 0, "the first frame of the next round")
  }

  @Test func `after its last loop an animation stays on the last frame until it is resumed`() {
    frames.iterationCount = 1
    wait(3)
    #expect(blue == 9 && !player.isPlaying && rig.stage.nextDeadline == nil)
    player.togglePlaying(at: rig.now)
    wait(0.12)
    #expect(blue == 1)
  }

  @Test func `with reduced motion an animation starts only on request`() throws {
    let rig = BrowserRig(.album(3))
    let (cell, frames, player) = try Self.attach(
      to: rig, FakeFrames(10), startsByItself: false)
    rig.wait(1)
    #expect(blue(of: cell) == 255 && player.isPaused && rig.stage.nextDeadline == nil)
    player.togglePlaying(at: rig.now)
    rig.wait(0.12)
    #expect(blue(of: cell) == 1 && frames.begins == 1)
  }

  @Test func `frames of another size than the picture's are not shown`() throws {
    let rig = BrowserRig(.album(3))
    let (cell, _, player) = try Self.attach(to: rig, FakeFrames(4))
    player.firstPicture = Picture(SyntheticPhoto.gradient(300, 160, blue: 255))
    rig.wait(1)
    #expect(blue(of: cell) == 255)
  }

  @Test func `a cell with other content releases its frames`() {
    wait(0.2)
    cell.prepareForReuse()
    #expect(!frames.isOpen && cell.animation == nil && frames.onChange == nil)
  }
}
