import CMpv
import ClipWire
import Pixels

/// One clip in playback: translates the viewer's commands to libmpv commands, and libmpv events to
/// reports for the viewer.
final class PlayedClip {
  private let mpv: Mpv
  private var surface: MappedSurface?
  private var isOpen = false
  private var hasSound = false
  private var hasPicture = false
  private var isAtEnd = false
  private var loops: Bool
  private var mustDrawFrame = false
  private var unreportedPosition: Double?
  private var pendingReports: [ClipReport] = []

  /// Starts to open the clip in the file with the descriptor `file`, which stays open.
  init(_ mpv: Mpv, file: Int32, options: PlaybackOptions) {
    self.mpv = mpv
    loops = options.loops
    mpv.startCommand("loadfile", "fd://\(file)")
  }

  // MARK: Commands

  /// Draws the following frames into another shared memory.
  ///
  /// - Parameters:
  ///   - surface: the size and number of the frame buffers in the memory.
  ///   - memory: the descriptor of the memory; the caller closes it. A memory that is too small is
  ///     reported as a failure.
  func setSurface(_ surface: ClipSurface, memory: Int32) {
    guard let mapped = MappedSurface(surface, descriptor: memory) else {
      return pendingReports.append(.failed(ClipFailure(.noMemory)))
    }
    self.surface = mapped
    mustDrawFrame = isOpen
  }

  func perform(_ command: ClipCommand) {
    switch command {
    case .play:
      if isAtEnd { mpv.startCommand("seek", "0", "absolute+exact") }
      mpv.startCommand("set", "pause", "no")
    case .pause: mpv.startCommand("set", "pause", "yes")
    case .seek(let seconds, let isExact):
      mpv.startCommand("seek", "\(seconds)", isExact ? "absolute+exact" : "absolute+keyframes")
    case .setMuted(let isMuted): mpv.startCommand("set", "mute", isMuted ? "yes" : "no")
    case .setLooping(let loops):
      self.loops = loops
      mpv.startCommand("set", "loop-file", loops ? "inf" : "no")
    case .release(let id, let slot):
      if surface?.surface.id == id { surface?.release(slot) }
    case .open, .surface: break
    }
  }

  // MARK: Events

  /// Processes the pending events of libmpv and draws a new frame, if there is one.
  ///
  /// - Returns: the reports to send to the viewer, in this order.
  func processEvents() -> [ClipReport] {
    while let event = mpv.nextEvent() { handle(event) }
    if mpv.hasNewFrame { mustDrawFrame = true }
    if mustDrawFrame { draw() }
    if let unreportedPosition { pendingReports.append(.position(seconds: unreportedPosition)) }
    unreportedPosition = nil
    defer { pendingReports = [] }
    return pendingReports
  }

  private func handle(_ event: Mpv.Event) {
    switch event {
    case .preloaded(let hook):
      inspectTracks()
      mpv.continueHook(hook)
    case .playbackRestarted: if !isOpen { reportOpened() }
    case .position(let seconds): unreportedPosition = seconds
    case .atEnd(let isAtEnd):
      if isAtEnd, !self.isAtEnd, isOpen, !loops { pendingReports.append(.ended) }
      self.isAtEnd = isAtEnd
    case .stopped(let error): reportStopped(error)
    }
  }

  /// Notes whether the clip has sound and video, and sets a filter when the video is stored
  /// rotated, as that of phones.
  private func inspectTracks() {
    for track in 0..<(mpv.integerProperty("track-list/count") ?? 0) {
      let name = "track-list/\(track)"
      if mpv.property("\(name)/type", is: "audio") { hasSound = true }
      guard mpv.property("\(name)/type", is: "video"), !mpv.flagProperty("\(name)/albumart") else {
        continue
      }
      hasPicture = true
      guard let degrees = mpv.integerProperty("\(name)/demux-rotation"),
        let filter = MpvOptions.filter(turning: degrees)
      else { continue }
      mpv.setProperty("vf", filter)
    }
  }

  private func reportOpened() {
    guard let width = mpv.integerProperty("dwidth"), let height = mpv.integerProperty("dheight")
    else {
      return pendingReports.append(.failed(ClipFailure(hasPicture ? .damaged : .noPicture)))
    }
    let size = PixelSize(width: width, height: height)
    guard !size.isEmpty, max(width, height) <= ClipWireFormat.maxExtent else {
      return pendingReports.append(
        .failed(ClipFailure(.damaged, detail: "frames of \(width) × \(height) pixels")))
    }
    isOpen = true
    let duration = mpv.numberProperty("duration").flatMap { $0 > 0 ? $0 : nil }
    pendingReports.append(.opened(ClipInfo(size: size, duration: duration, hasSound: hasSound)))
  }

  private func reportStopped(_ error: Int) {
    switch error {
    case Int(MPV_ERROR_UNKNOWN_FORMAT): pendingReports.append(.failed(ClipFailure(.unknownFormat)))
    case Int(MPV_ERROR_NOTHING_TO_PLAY): pendingReports.append(.failed(ClipFailure(.noPicture)))
    default: pendingReports.append(.failed(ClipFailure(.damaged)))
    }
  }

  /// Draws the current frame into a frame buffer that the viewer does not use. When it uses all of
  /// them, frames are dropped while playback continues, and the first buffer that the viewer
  /// releases gets the frame that is current then.
  private func draw() {
    guard isOpen, let surface, let slot = surface.freeSlot else { return mpv.skipFrame() }
    guard mpv.draw(into: surface.buffer(slot)) else { return }
    mustDrawFrame = false
    surface.markUsed(slot)
    pendingReports.append(.frame(ClipFrame(surfaceID: surface.surface.id, slot: slot)))
  }
}
