package import Pixels
import Video

/// A queue of requests for thumbnails of clips, which are made of their first frames. One player
/// runs at a time; the latest request is served first.
package final class ClipPosters {
  /// The first frame of a clip, and the natural size of the clip in pixels.
  package typealias Poster = (bitmap: Bitmap, naturalSize: PixelSize)

  private struct Receiver {
    let number: Int
    let finish: (Poster?) -> Void
  }
  private struct Request {
    var path: FilePath
    /// The largest side that a receiver has requested, in pixels.
    var side: Int
    /// The receivers of the first frame, in the order in which they are called. A later request for
    /// the same clip appends its receiver.
    var receivers: [Receiver]
  }
  private let makePlayer: () -> VideoPlayer
  private var waitingRequests: [Request] = []
  private var running: (request: Request, player: VideoPlayer)?
  /// Whether a clip has failed because a package of the system is missing, so that every clip would
  /// fail.
  private var isPackageMissing = false
  /// The number of requests so far; the latest request has this number.
  private var lastRequestNumber = 0

  /// Makes an empty queue; `makePlayer` makes the player of one clip.
  init(makePlayer: @escaping () -> VideoPlayer) { self.makePlayer = makePlayer }

  isolated deinit { running?.player.close() }

  /// Requests a thumbnail whose longer side has at most `side` pixels. Requests for the same clip
  /// share one thumbnail, for the largest of their sides; a request that is made after the clip has
  /// been opened does not change the size. `finish` is called once unless the request is cancelled,
  /// possibly before the method returns, and with nil when the clip cannot be played.
  ///
  /// - Returns: the number of the request, for ``cancelRequest(_:)``.
  @discardableResult
  package func request(_ path: FilePath, side: Int, finish: @escaping (Poster?) -> Void) -> Int {
    lastRequestNumber += 1
    let number = lastRequestNumber
    guard !isPackageMissing else {
      finish(nil)
      return number
    }
    let receiver = Receiver(number: number, finish: finish)
    if let request = running?.request, request.path == path {
      running?.request.side = max(side, request.side)
      running?.request.receivers.append(receiver)
      return number
    }
    let earlier = waitingRequests.first { $0.path == path }
    waitingRequests.removeAll { $0.path == path }
    waitingRequests.append(
      Request(
        path: path, side: max(side, earlier?.side ?? 0),
        receivers: (earlier?.receivers ?? []) + [receiver]))
    startNext()
    return number
  }

  /// Cancels the request with a number. A clip for which no other request waits is not opened, or
  /// is closed.
  func cancelRequest(_ number: Int) {
    for index in waitingRequests.indices {
      waitingRequests[index].receivers.removeAll { $0.number == number }
    }
    waitingRequests.removeAll { $0.receivers.isEmpty }
    running?.request.receivers.removeAll { $0.number == number }
    if running?.request.receivers.isEmpty ?? false { closePlayer() }
  }

  /// Cancels the requests for all clips.
  func cancelAll() { cancelAll(except: [FilePath]()) }

  /// Cancels the requests for all clips except those at `paths`.
  package func cancelAll(except paths: some Sequence<FilePath>) {
    guard !waitingRequests.isEmpty || running != nil else { return }
    let kept = Set(paths)
    waitingRequests.removeAll { !kept.contains($0.path) }
    if let running, !kept.contains(running.request.path) { closePlayer() }
  }

  private func startNext() {
    guard running == nil, let request = waitingRequests.popLast() else { return }
    let player = makePlayer()
    running = (request, player)
    var size = PixelSize.zero
    player.onEvent = { [weak self, weak player] event in
      switch event {
      case .opened(let info):
        size = info.size
        let side = self?.running?.request.side ?? request.side
        player?.setFrameSize(Self.posterSize(info.size, side: side))
      case .frame(let bitmap): self?.finish((Self.copy(bitmap), size))
      case .failed(let failure):
        if !failure.package.isEmpty { self?.isPackageMissing = true }
        self?.finish(nil)
      case .position, .ended, .silent: break
      }
    }
    player.open(request.path.bytes, PlaybackOptions(isMuted: true, usesSound: false))
  }

  private func finish(_ poster: Poster?) {
    guard let request = running?.request else { return }
    closePlayer()
    for receiver in request.receivers { receiver.finish(poster) }
  }

  private func closePlayer() {
    guard let player = running?.player else { return }
    running = nil
    player.onEvent = nil
    player.close()
    startNext()
  }

  private static func posterSize(_ natural: PixelSize, side: Int) -> PixelSize {
    let scale = min(1, Double(side) / Double(max(1, natural.width, natural.height)))
    return PixelSize(
      width: max(1, Int((Double(natural.width) * scale).rounded())),
      height: max(1, Int((Double(natural.height) * scale).rounded())))
  }

  /// Copies a frame out of the player's shared memory, which has room for few frames only, because
  /// thumbnails are kept for long.
  private static func copy(_ frame: Bitmap) -> Bitmap {
    Bitmap(size: frame.size, isOpaque: true) { memory, stride in
      for y in 0..<frame.size.height {
        let row = UnsafeRawBufferPointer(
          start: frame.bytes + y * frame.stride, count: frame.size.width * 4)
        UnsafeMutableRawBufferPointer(rebasing: memory[(y * stride)...]).copyMemory(from: row)
      }
    }
  }
}
