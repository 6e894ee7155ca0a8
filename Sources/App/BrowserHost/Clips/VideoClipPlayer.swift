import PhotoBrowser
import Pixels
import Video

/// A player of a clip file for a page; a confined helper process decodes the clip.
final class VideoClipPlayer: ClipCell.Player {
  /// A closure called with every event of the player.
  var onEvent: ((ClipCell.Event) -> Void)?

  private let player: VideoPlayer
  private let path: [UInt8]
  private let name: String

  /// Makes a player of the file at `path`; the helper process starts with ``open(muted:loops:)``.
  ///
  /// - Parameter name: the file name at the beginning of failure messages; empty where the host
  ///   shows the name already.
  init(
    path: [UInt8], name: String, loop: any DescriptorWatching, launcher: any PlayerLauncher
  ) {
    self.path = path
    self.name = name
    player = VideoPlayer(loop: loop, launcher: launcher)
    player.onEvent = { [weak self] in self?.receive($0) }
  }

  /// Opens or reopens the clip, paused at its beginning.
  func open(muted: Bool, loops: Bool) {
    player.open(path, PlaybackOptions(isMuted: muted, loops: loops))
  }

  /// Starts or resumes playback; a clip that has ended starts at its beginning.
  func play() { player.play() }

  /// Pauses playback at the current frame.
  func pause() { player.pause() }

  /// Seeks to a time in seconds if `isExact` is true, otherwise to a frame near that time, which is
  /// faster.
  func seek(to seconds: Double, isExact: Bool) {
    player.seek(to: seconds, isExact: isExact)
  }

  /// Turns the sound off (true) or on (false).
  func setMuted(_ isMuted: Bool) { player.setMuted(isMuted) }

  /// Sets whether the clip starts again at its end.
  func setLooping(_ loops: Bool) { player.setLooping(loops) }

  /// Sets the size in device pixels into which frames are scaled; frames are never larger than the
  /// clip's own.
  func fit(_ size: PixelSize) { player.setFrameSize(size) }

  /// Ends the helper process; frames that were delivered stay valid.
  func close() { player.close() }

  private func receive(_ event: VideoPlayer.Event) {
    switch event {
    case .opened(let info):
      onEvent?(
        .opened(
          ClipCell.Details(size: info.size, duration: info.duration, hasSound: info.hasSound)))
    case .frame(let bitmap): onEvent?(.frame(bitmap))
    case .position(let seconds): onEvent?(.position(seconds: seconds))
    case .ended: onEvent?(.ended)
    case .silent(let reason): onEvent?(.silent(reason: reason))
    case .failed(let failure):
      let hint = failure.package.isEmpty ? "" : "sudo apt install \(failure.package)"
      onEvent?(
        .failed(
          FailureMessage(
            sentence: sentence(of: failure), hint: hint, canRetry: failure.canRetry)))
    }
  }

  private func sentence(of failure: VideoFailure) -> String {
    name.isEmpty ? failure.sentence.capitalizedSentence : "\(name): \(failure.sentence)"
  }
}
