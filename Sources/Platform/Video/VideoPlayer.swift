public import ClipWire
import HelperProcesses
import Localization
public import Pixels

/// The player of one clip in a process of its own, which receives commands and reports events. A
/// crash of the process affects this clip only.
@MainActor
public final class VideoPlayer {
  /// An event of the clip.
  public enum Event {
    /// The clip is open; frames follow when ``VideoPlayer/fit(_:)`` has set their size.
    case opened(ClipInfo)
    /// The new current frame; opaque.
    case frame(Bitmap)
    /// The playback position in seconds.
    case position(Double)
    /// The clip plays without sound; the value is the reason, one sentence.
    case silent(String)
    /// Playback reached the end.
    case ended
    /// The clip cannot be played. No event follows.
    case failed(VideoFailure)
  }

  /// The number of frame buffers: one is shown, one is queued, one is being drawn, and one is held
  /// by another drawing of the page.
  private static let slots = 4
  /// The timeout in seconds for opening a clip.
  private static let openTimeout = 15

  /// Called with every event. A failure may be reported before the failing call returns.
  public var onEvent: (@MainActor (Event) -> Void)?

  private let loop: any DescriptorWatching
  private let launcher: any PlayerLauncher
  private var transport: (any PlayerTransport)?
  private var info: ClipInfo?
  private var wanted = PixelSize.zero
  private var memory: FrameMemory?
  private var lastSurface: UInt32 = 0
  private var deadline: Cancellation?
  private var soundServer = SoundServer.none
  private var usesSound = false
  /// Whether the player sent a listener for a broker; nil before it has reported to be confined.
  private var hasBroker: Bool?
  private var broker: SoundBroker?

  /// Makes a player without a clip.
  package init(loop: any DescriptorWatching, launcher: any PlayerLauncher) {
    self.loop = loop
    self.launcher = launcher
  }

  /// Makes a player without a clip.
  public convenience init(loop: any DescriptorWatching, launcher: PlayerProcessLauncher) {
    self.init(loop: loop, launcher: launcher as any PlayerLauncher)
  }

  isolated deinit { close() }

  /// Whether the player process runs.
  public var isRunning: Bool { transport != nil }

  /// Starts a process that opens the clip at `path`, paused at its beginning.
  public func open(_ path: [UInt8], _ options: PlaybackOptions) {
    close()
    do throws(VideoFailure) {
      let file = try OwnedDescriptor.clip(path)
      soundServer = launcher.soundServer
      let transport = try launcher.launch(soundServer)
      self.transport = transport
      usesSound = options.usesSound
      transport.onEvent = { [weak self] in self?.receive($0) }
      send(.open(options), file.number)
      deadline = loop.schedule(after: Double(Self.openTimeout)) { [weak self] in
        self?.fail(.tooSlow(Self.openTimeout))
      }
    } catch {
      fail(error)
    }
  }

  /// Starts or resumes playback; at the end it starts from the beginning.
  public func play() { send(.play) }

  public func pause() { send(.pause) }

  /// Seeks to a time in seconds: exactly, or to a frame near it, which is faster.
  public func seek(to seconds: Double, isExact: Bool) { send(.seek(to: seconds, isExact: isExact)) }

  public func setMuted(_ isMuted: Bool) { send(.mute(isMuted)) }

  public func setLooping(_ loops: Bool) { send(.loop(loops)) }

  /// Sets the size of frames in pixels, limited to the clip's own size.
  public func fit(_ size: PixelSize) {
    wanted = size
    updateSurface()
  }

  /// Ends the process. Bitmaps of its frames stay valid.
  public func close() {
    deadline?.cancel()
    deadline = nil
    broker?.stop()
    broker = nil
    hasBroker = nil
    transport?.end()
    transport = nil
    info = nil
    memory = nil
  }

  // MARK: Frames

  private func updateSurface() {
    guard let info, !wanted.isEmpty else { return }
    let size = PixelSize(
      width: min(wanted.width, info.size.width), height: min(wanted.height, info.size.height))
    guard size != memory?.surface.size else { return }
    lastSurface &+= 1
    let surface = ClipSurface(id: lastSurface, size: size, slots: Self.slots)
    guard let memory = FrameMemory(surface) else { return fail(VideoFailure(.init(.noMemory))) }
    self.memory = memory
    send(.surface(surface), memory.descriptor.number)
  }

  private func show(_ frame: ClipFrame) {
    guard let memory, let transport else { return fail(.crashed) }
    // The frame belongs to a surface that was replaced meanwhile.
    guard frame.surface == memory.surface.id else { return }
    guard frame.slot < memory.surface.slots else { return fail(.crashed) }
    let release = ClipWireWriter.encode(.release(surface: frame.surface, slot: frame.slot))
    onEvent?(
      .frame(memory.bitmap(frame.slot) { _ = transport.send(release, descriptors: []) }))
  }

  // MARK: Messages

  private func send(_ command: ClipCommand, _ descriptors: Int32...) {
    guard let transport else { return }
    if !transport.send(ClipWireWriter.encode(command), descriptors: descriptors) { fail(.crashed) }
  }

  private func receive(_ event: HelperSocket.Event) {
    guard case .message(let bytes, let descriptors) = event,
      let report = try? ClipWireReader.report(from: bytes)
    else { return fail(.crashed) }
    guard let listener = descriptors.first else { return receive(report) }
    // A player sends one descriptor in all: the listener of its filter.
    guard descriptors.count == 1, report == .ready(hasBroker: true), hasBroker == nil else {
      return fail(.crashed)
    }
    hasBroker = true
    startBroker(listener)
  }

  /// Connects the player to the sound server. Without sound the listener is closed, so that the
  /// kernel refuses every connection.
  private func startBroker(_ listener: OwnedDescriptor) {
    guard usesSound else { return }
    broker = SoundBroker(listener, server: soundServer, loop: loop)
  }

  private func receive(_ report: ClipReport) {
    switch report {
    case .ready(let hasBroker):
      guard !hasBroker, self.hasBroker == nil else { return fail(.crashed) }
      self.hasBroker = false
    case .opened(let info):
      guard self.info == nil, hasBroker != nil else { return fail(.crashed) }
      deadline?.cancel()
      deadline = nil
      self.info = info
      updateSurface()
      // A player that has ended meanwhile does not get its surface.
      guard isRunning else { return }
      onEvent?(.opened(info))
      if info.hasSound, usesSound, let reason = silence { onEvent?(.silent(reason)) }
    case .frame(let frame): show(frame)
    case .position(let seconds): onEvent?(.position(seconds))
    case .ended: onEvent?(.ended)
    case .failed(let failure): fail(VideoFailure(failure))
    }
  }

  /// The reason why there is no sound; nil when there can be sound.
  private var silence: String? {
    if hasBroker != true {
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
