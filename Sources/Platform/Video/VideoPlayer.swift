public import ClipWire
import HelperProcesses
public import Pixels

/// One clip, played by a process of its own: it opens it, says what it wants of it, and is told what
/// comes. A player that crashes costs this clip and nothing else.
@MainActor
public final class VideoPlayer {
  /// What comes from a clip.
  public enum News {
    /// It is open; frames come once ``VideoPlayer/fit(_:)`` has said how large.
    case opened(ClipInfo)
    /// What is seen from now on; opaque.
    case frame(Bitmap)
    /// How far it has come, in seconds.
    case position(Double)
    /// It plays without its sound, and why: one sentence.
    case silent(String)
    /// It came to its end.
    case ended
    /// It cannot be played. Nothing comes after this.
    case failed(VideoFailure)
  }

  /// Frames there is room for: one is seen, one waits to be seen, one is being drawn, and one is
  /// kept by what draws the page another time.
  private static let slots = 4
  /// Seconds within which a clip has to be open.
  private static let openingTime = 15

  /// Told of everything that comes; of a failure perhaps before the call that met it returns.
  public var onNews: (@MainActor (News) -> Void)?

  private let loop: any PlayerLoop
  private let launcher: any PlayerLauncher
  private var transport: (any PlayerTransport)?
  private var info: ClipInfo?
  private var wanted = PixelSize.zero
  private var memory: FrameMemory?
  private var lastSurface: UInt32 = 0
  private var stopDeadline: (@MainActor () -> Void)?
  private var usesSound = false
  /// Whether the player has said that it is confined, and if so whether it has a broker.
  private var hasBroker: Bool?
  private var broker: SoundBroker?

  /// Makes a player that has no clip.
  package init(loop: any PlayerLoop, launcher: any PlayerLauncher) {
    self.loop = loop
    self.launcher = launcher
  }

  /// Makes a player that has no clip.
  public convenience init(loop: any PlayerLoop, launcher: PlayerProcessLauncher) {
    self.init(loop: loop, launcher: launcher as any PlayerLauncher)
  }

  isolated deinit { close() }

  /// True while a process plays for it.
  public var isRunning: Bool { transport != nil }

  /// Opens the clip at `path` anew; it stands still at its beginning.
  public func open(_ path: [UInt8], _ manner: ClipManner) {
    close()
    do throws(VideoFailure) {
      let file = try OwnedDescriptor.clip(path)
      let transport = try launcher.launch()
      self.transport = transport
      usesSound = manner.usesSound
      transport.onEvent = { [weak self] in self?.receive($0) }
      send(.open(manner), file.number)
      stopDeadline = loop.schedulePlayer(after: Double(Self.openingTime)) { [weak self] in
        self?.fail(.tooSlow(Self.openingTime))
      }
    } catch {
      fail(error)
    }
  }

  /// Goes on; from the beginning when it had ended.
  public func play() { send(.play) }

  /// Stands still.
  public func pause() { send(.pause) }

  /// Goes to a time in seconds; near it, quickly, unless exactly there is asked for.
  public func seek(to seconds: Double, isExact: Bool) { send(.seek(to: seconds, isExact: isExact)) }

  /// Is silent, or not.
  public func setMuted(_ isMuted: Bool) { send(.mute(isMuted)) }

  /// Begins again at the end, or not.
  public func setLooping(_ loops: Bool) { send(.loop(loops)) }

  /// Frames are as large as `size`, but never larger than the clip's own.
  public func fit(_ size: PixelSize) {
    wanted = size
    updateSurface()
  }

  /// Ends the player. Bitmaps it made stay as they are.
  public func close() {
    stopDeadline?()
    stopDeadline = nil
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
    // One of a surface that was given up meanwhile.
    guard frame.surface == memory.surface.id else { return }
    guard frame.slot < memory.surface.slots else { return fail(.crashed) }
    let release = ClipWireWriter.encode(.release(surface: frame.surface, slot: frame.slot))
    onNews?(
      .frame(memory.bitmap(frame.slot) { _ = transport.send(release, descriptor: -1) }))
  }

  // MARK: The line

  private func send(_ command: ClipCommand, _ descriptor: Int32 = -1) {
    guard let transport else { return }
    if !transport.send(ClipWireWriter.encode(command), descriptor: descriptor) { fail(.crashed) }
  }

  private func receive(_ event: PlayerEvent) {
    switch event {
    case .message(let bytes):
      guard let report = try? ClipWireReader.report(from: bytes) else { return fail(.crashed) }
      receive(report)
    case .descriptor(let bytes, let listener):
      guard (try? ClipWireReader.report(from: bytes)) == .ready(hasBroker: true),
        hasBroker == nil
      else { return fail(.crashed) }
      hasBroker = true
      startBroker(listener)
    case .garbled, .closed: fail(.crashed)
    }
  }

  /// Without sound, the listener is closed: then the kernel refuses every connection.
  private func startBroker(_ listener: OwnedDescriptor) {
    guard usesSound, let transport, transport.soundServer.path != nil else { return }
    broker = SoundBroker(listener, server: transport.soundServer, loop: loop)
  }

  private func receive(_ report: ClipReport) {
    switch report {
    case .ready(let hasBroker):
      guard !hasBroker, self.hasBroker == nil else { return fail(.crashed) }
      self.hasBroker = false
    case .opened(let info):
      guard self.info == nil, hasBroker != nil else { return fail(.crashed) }
      stopDeadline?()
      stopDeadline = nil
      self.info = info
      updateSurface()
      onNews?(.opened(info))
      if info.hasSound, usesSound, let reason = silence { onNews?(.silent(reason)) }
    case .frame(let frame): show(frame)
    case .position(let seconds): onNews?(.position(seconds))
    case .ended: onNews?(.ended)
    case .failed(let failure): fail(VideoFailure(failure))
    }
  }

  /// The reason for silence; nil when there can be sound.
  private var silence: String? {
    if hasBroker != true {
      return "Clips play without sound: this kernel cannot restrict a player to the sound server"
    }
    if transport?.soundServer == .remote {
      return "Clips play without sound: the sound server is on another machine"
    }
    return nil
  }

  private func fail(_ failure: VideoFailure) {
    close()
    onNews?(.failed(failure))
  }
}
