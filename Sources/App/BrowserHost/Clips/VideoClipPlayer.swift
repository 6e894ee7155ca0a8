public import PhotoBrowser
public import Pixels
public import Video

/// A file's clip for a page, played by a process of its own.
public final class VideoClipPlayer: ClipPlayer {
  /// Told of everything that comes.
  public var onNews: ((ClipNews) -> Void)?

  private let player: VideoPlayer
  private let path: [UInt8]
  private let name: String

  /// Makes a player for the file at `path`.
  ///
  /// - Parameter name: the name in sentences about failures; empty where the host shows it already.
  public init(path: [UInt8], name: String, loop: any PlayerLoop, launcher: PlayerProcessLauncher) {
    self.path = path
    self.name = name
    player = VideoPlayer(loop: loop, launcher: launcher)
    player.onNews = { [weak self] in self?.receive($0) }
  }

  /// Opens the clip, anew if it was open; it stands still at its beginning.
  public func open(muted: Bool, loops: Bool) {
    player.open(path, ClipManner(isMuted: muted, loops: loops))
  }

  /// Goes on; from the beginning when it had ended.
  public func play() { player.play() }

  /// Stands still.
  public func pause() { player.pause() }

  /// Goes to a time in seconds: exactly there, or near it.
  public func seek(to seconds: Double, isExact: Bool) {
    player.seek(to: seconds, isExact: isExact)
  }

  /// Is silent, or not.
  public func setMuted(_ isMuted: Bool) { player.setMuted(isMuted) }

  /// Begins again at the end, or not.
  public func setLooping(_ loops: Bool) { player.setLooping(loops) }

  /// Frames are wanted at this size.
  public func fit(_ size: PixelSize) { player.fit(size) }

  /// Ends it; the frames it made stay.
  public func close() { player.close() }

  private func receive(_ news: VideoPlayer.News) {
    switch news {
    case .opened(let info):
      onNews?(
        .opened(
          ClipDetails(size: info.size, duration: info.duration, hasSound: info.hasSound)))
    case .frame(let bitmap): onNews?(.frame(bitmap))
    case .position(let seconds): onNews?(.position(seconds))
    case .ended: onNews?(.ended)
    case .silent(let reason): onNews?(.silent(reason))
    case .failed(let failure):
      let hint = failure.package.isEmpty ? "" : "sudo apt install \(failure.package)"
      onNews?(.failed(FailureMessage(sentence: sentence(of: failure), hint: hint)))
    }
  }

  private func sentence(of failure: VideoFailure) -> String {
    name.isEmpty ? failure.sentence.capitalizedSentence : "\(name): \(failure.sentence)"
  }
}
