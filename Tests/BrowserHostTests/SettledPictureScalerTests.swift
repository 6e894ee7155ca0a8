import Imaging
import PhotoBrowser
import Pixels
import Resampling
import TestSupport
import Testing

@testable import BrowserHost

/// Pictures that settle at a size below their natural size.
@MainActor @Suite struct SettledPictureScalerTests {
  private let loop = ImpatientLoop()
  private let resting: SettledPictureScaler
  private let photo = SyntheticPhoto.noise(600, 400, isOpaque: true, seed: 4)
  private let path = FilePath(Array("/photo.jpg".utf8))

  init() { resting = SettledPictureScaler(loop: loop) }

  private struct Made {
    let bitmap: Bitmap
    let source: Bitmap
    let last: Bitmap?
  }

  /// Requests `picture` in the given size and waits for the result.
  private func rest(_ picture: Picture, _ width: Int, _ height: Int) async -> Made {
    await withCheckedContinuation { continuation in
      resting.scheduleScaling(of: picture, for: path, to: PixelSize(width: width, height: height)) {
        continuation.resume(returning: Made(bitmap: $0, source: $1, last: $2))
      }
    }
  }

  /// The number of scalings that are scheduled while `picture` is shown at that size.
  private func waits(_ picture: Picture, _ width: Int, _ height: Int) -> Int {
    let before = loop.count
    resting.scheduleScaling(of: picture, for: path, to: PixelSize(width: width, height: height)) {
      _, _, _ in
      Issue.record("made \(width) × \(height)")
    }
    return loop.count - before
  }

  @Test func `a settled picture is scaled from its full pixels`() async {
    let made = await rest(Picture(photo), 450, 300)
    #expect(
      made.bitmap.isSame(as: Resampler.scale(photo, to: PixelSize(width: 450, height: 300))))
    #expect(made.source === photo && made.last == nil)
  }

  @Test func `the source of a scaling is the next larger level and never a scaled result`()
    async throws
  {
    let half = Resampler.half(photo)
    let natural = photo.size
    let first = await rest(try #require(Picture([photo, half], naturalSize: natural)), 450, 300)
    #expect(first.source === photo)
    let all = try #require(Picture([photo, first.bitmap, half], naturalSize: natural))
    let second = await rest(all, 420, 280)
    #expect(second.source === photo && second.last === first.bitmap)
    let third = await rest(all, 240, 160)
    #expect(third.source === half && third.last === second.bitmap)
  }

  @Test func `no scaling starts for a size that gains nothing`() throws {
    let picture = try #require(Picture([photo, Resampler.half(photo)], naturalSize: photo.size))
    for (width, height) in [(600, 400), (300, 200), (301, 200), (900, 600), (0, 0)] {
      #expect(waits(picture, width, height) == 0)
    }
    let natural = PixelSize(width: 9000, height: 6000)
    let huge = Bitmap(
      size: natural, stride: natural.width * 4, isOpaque: true, bytes: photo.bytes
    ) { _ in }
    #expect(waits(Picture(huge), 6000, 4000) == 0)
  }

  @Test func `an equal size is not scaled again, and another size cancels the running scaling`() {
    loop.isStill = true
    #expect(waits(Picture(photo), 450, 300) == 1)
    #expect(waits(Picture(photo), 450, 300) == 0)
    #expect(waits(Picture(photo), 440, 293) == 1)
    #expect(loop.cancelled == 1)
    #expect(waits(Picture(photo), 600, 400) == 0)
    #expect(loop.cancelled == 2)
  }
}

/// A loop whose timers fire immediately, or never.
@MainActor private final class ImpatientLoop: DescriptorWatching {
  var isStill = false
  private(set) var count = 0
  private(set) var cancelled = 0

  func watch(descriptor: Int32, onReadable: @escaping @MainActor () -> Void) -> Cancellation {
    Cancellation {}
  }

  func schedule(after seconds: Double, _ action: @escaping @MainActor () -> Void) -> Cancellation {
    count += 1
    if !isStill { action() }
    return Cancellation { [weak self] in self?.cancelled += 1 }
  }
}
