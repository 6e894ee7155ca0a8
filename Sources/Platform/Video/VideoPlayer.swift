public import ClipWire
import HelperProcesses
import Localization
public import Pixels

/// The viewer's side of one `pbview-player` process, which plays one clip, receives commands and
/// reports events. A crash of the process affects this clip only.
@MainActor
public final class VideoPlayer {
  /// An event of the clip or of the process that plays it.
  public enum Event {
    /// The clip is open. Frames follow when ``VideoPlayer/setFrameSize(_:)`` has set their size.
    case opened(ClipInfo)
    /// A new frame to show instead of the one before; opaque.
    case frame(Bitmap)
    /// The playback position has changed; the value is in seconds.
    case position(seconds: Double)
    /// The clip plays without sound; the value is the reason for the user, one sentence.
    case silent(reason: String)
    /// Playback has reached the end of the clip.
    case ended
    /// The clip cannot be played, or the player process has failed. No event follows.
    case failed(VideoFailure)
  }

  /// The number of frame buffers that viewer and player share: one frame is shown, one is queued,
  /// one is being drawn by the player, and one is still used by an older drawing of the page.
  private static let slotCount = 4
  /// The timeout for opening a clip, in seconds.
  private static let openTimeout = 15

  /// Called with every event of the clip. A failure may be reported before the call that fails
  /// returns.
  public var onEvent: (@MainActor (Event) -> Void)?

  private let loop: any DescriptorWatching
  private let launcher: any PlayerLauncher
  private var phase = Phase.closed
  private var wantedSize = PixelSize.zero
  private var memory: FrameMemory?
  private var lastSurfaceID: UInt32 = 0
  private var openTimer: Cancellation?
  private var soundServer = SoundServer.none
  private var usesSound = false
  private var broker: SoundBroker?

  /// The progress of the player process, by its reports.
  private enum Phase {
    /// No process runs.
    case closed
    /// The process has not reported yet that it is confined.
    case starting(any PlayerTransport)
    /// The process is confined, and opens the clip. `hasBroker` is true if it has sent the
    /// notification descriptor of its seccomp filter, by which it can be connected to the sound
    /// server.
    case opening(any PlayerTransport, hasBroker: Bool)
    /// The clip is open.
    case open(any PlayerTransport, ClipInfo)

    var transport: (any PlayerTransport)? {
      switch self {
      case .closed: nil
      case .starting(let transport), .opening(let transport, _), .open(let transport, _): transport
      }
    }
  }

  /// Makes a player without a clip; ``open(_:_:)`` starts a process with `launcher`.
  package init(loop: any DescriptorWatching, launcher: any PlayerLauncher) {
    self.loop = loop
    self.launcher = launcher
  }

  /// Makes a player without a clip; ``open(_:_:)`` starts a process with `launcher`.
  public convenience init(loop: any DescriptorWatching, launcher: PlayerProcessLauncher) {
    self.init(loop: loop, launcher: launcher as any PlayerLauncher)
  }

  isolated deinit { close() }

  /// Whether the player process runs.
  public var isRunning: Bool { phase.transport != nil }

  /// Starts a process that opens the clip at a path in the file system and pauses at its beginning.
  /// A clip that was open is closed. The result is reported as an event.
  public func open(_ path: [UInt8], _ options: PlaybackOptions) {
    close()
    do throws(VideoFailure) {
      let file = try OwnedDescriptor.openClip(path)
      soundServer = launcher.soundServer
      let transport = try launcher.launch(soundServer)
      phase = .starting(transport)
      usesSound = options.usesSound
      transport.onEvent = { [weak self] in self?.receive($0) }
      openTimer = loop.schedule(after: Double(Self.openTimeout)) { [weak self] in
        self?.fail(.tooSlow(Self.openTimeout))
      }
      send(.open(options), file.number)
    } catch {
      fail(error)
    }
  }

  /// Starts or resumes playback; at the end of the clip, playback starts from the beginning.
  public func play() { send(.play) }

  public func pause() { send(.pause) }

  /// Seeks to a time in seconds: to the frame at exactly that time, or to a keyframe near it, which
  /// is faster.
  public func seek(to seconds: Double, isExact: Bool) { send(.seek(to: seconds, isExact: isExact)) }

  public func setMuted(_ isMuted: Bool) { send(.setMuted(isMuted)) }

  public func setLooping(_ loops: Bool) { send(.setLooping(loops)) }

  /// Sets the size of the following frames in device pixels. Width and height are limited to those
  /// of the clip, and may have another aspect ratio.
  public func setFrameSize(_ size: PixelSize) {
    wantedSize = size
    updateSurface()
  }

  /// Ends the process. Bitmaps of its frames stay valid, and no event follows.
  public func close() {
    openTimer?.cancel()
    openTimer = nil
    broker?.stop()
    broker = nil
    phase.transport?.end()
    phase = .closed
    memory = nil
  }

  // MARK: Frames

  private func updateSurface() {
    guard case .open(_, let info) = phase, !wantedSize.isEmpty else { return }
    let size = PixelSize(
      width: min(wantedSize.width, info.size.width),
      height: min(wantedSize.height, info.size.height))
    guard size != memory?.surface.size else { return }
    lastSurfaceID &+= 1
    let surface = ClipSurface(id: lastSurfaceID, size: size, slotCount: Self.slotCount)
    guard let memory = FrameMemory(surface) else { return fail(VideoFailure(.init(.noMemory))) }
    self.memory = memory
    send(.surface(surface), memory.descriptor.number)
  }

  private func deliver(_ frame: ClipFrame) {
    guard let memory, let transport = phase.transport else { return fail(.crashed) }
    // The frame was drawn into the memory of a former size, which has been replaced meanwhile.
    guard frame.surfaceID == memory.surface.id else { return }
    guard frame.slot < memory.surface.slotCount else { return fail(.crashed) }
    let release = ClipWireWriter.encode(.release(surfaceID: frame.surfaceID, slot: frame.slot))
    onEvent?(
      .frame(memory.bitmap(frame.slot) { _ = transport.send(release, descriptors: []) }))
  }

  // MARK: Messages

  private func send(_ command: ClipCommand, _ descriptors: Int32...) {
    guard let transport = phase.transport else { return }
    if !transport.send(ClipWireWriter.encode(command), descriptors: descriptors) { fail(.crashed) }
  }

  private func receive(_ event: HelperSocket.Event) {
    guard case .message(let bytes, let descriptors) = event,
      let report = try? ClipWireReader.report(from: bytes)
    else { return fail(.crashed) }
    guard let listener = descriptors.first else { return receive(report) }
    // A player sends only one descriptor: the notification descriptor of its seccomp filter.
    guard descriptors.count == 1, report == .ready(hasBroker: true),
      case .starting(let transport) = phase
    else { return fail(.crashed) }
    phase = .opening(transport, hasBroker: true)
    startBroker(listener)
  }

  /// Begins to answer the `connect` calls of the player, so that it can reach the sound server.
  /// For a clip without sound, the notification descriptor is closed instead, so that the kernel
  /// refuses every connection.
  private func startBroker(_ listener: OwnedDescriptor) {
    guard usesSound else { return }
    broker = SoundBroker(listener, server: soundServer, loop: loop)
  }

  private func receive(_ report: ClipReport) {
    switch report {
    case .ready(let hasBroker):
      guard !hasBroker, case .starting(let transport) = phase else { return fail(.crashed) }
      phase = .opening(transport, hasBroker: false)
    case .opened(let info):
      guard case .opening(let transport, let hasBroker) = phase else { return fail(.crashed) }
      openTimer?.cancel()
      openTimer = nil
      phase = .open(transport, info)
      updateSurface()
      // The player may have failed when it got the memory for its frames.
      guard isRunning else { return }
      onEvent?(.opened(info))
      if info.hasSound, usesSound, let reason = silenceReason(hasBroker: hasBroker) {
        onEvent?(.silent(reason: reason))
      }
    case .frame(let frame): deliver(frame)
    case .position(let seconds): onEvent?(.position(seconds: seconds))
    case .ended: onEvent?(.ended)
    case .failed(let failure): fail(VideoFailure(failure))
    }
  }

  /// The reason why the clip plays without sound, for the user; nil when it can play with sound.
  private func silenceReason(hasBroker: Bool) -> String? {
    if !hasBroker {
      return tr(
        "Clips play without sound: this kernel cannot restrict a player to the sound server")
    }
    if soundServer == .remote {
      return tr("Clips play without sound: the sound server is on another machine")
    }
    return nil
  }

  private func fail(_ failure: VideoFailure) {
    close()
    onEvent?(.failed(failure))
  }
}
