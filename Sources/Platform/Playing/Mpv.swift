import CLinux
import CMpv
import ClipWire
import Pixels

/// A libmpv instance with its software renderer, for one clip. It is never destroyed: the process
/// ends with the clip.
final class Mpv {
  /// An event of libmpv that the player handles.
  enum Event {
    /// The file is open and its tracks are known, but none is decoded yet. libmpv waits until
    /// ``continueHook(_:)`` is called with this hook identifier.
    case preloaded(hook: UInt64)
    /// Playback starts after loading or seeking: the first frame exists, or the clip has no video.
    case playbackRestarted
    /// The playback position changed, in seconds.
    case position(seconds: Double)
    /// The playback position has reached (true) or left (false) the end of the clip.
    case atEnd(Bool)
    /// libmpv closed the file; the payload is an error code of libmpv, 0 for none.
    case stopped(errorCode: Int)
  }

  private static let positionPropertyID: UInt64 = 1
  private static let endPropertyID: UInt64 = 2
  private static let format = "bgr0"

  private let library: MpvLibrary
  private let handle: OpaquePointer
  private let renderer: OpaquePointer

  /// Starts libmpv with options. `wakeup` is an eventfd to which libmpv writes when ``nextEvent()``
  /// or ``hasNewFrame`` may have a new value.
  ///
  /// - Throws: `.badLibrary` when libmpv does not start.
  init(_ library: MpvLibrary, _ options: PlaybackOptions, wakeup: Int32) throws(ClipFailure) {
    // libmpv requires a decimal point in numbers.
    setlocale(LC_NUMERIC, "C")
    guard let handle = library.create() else { throw ClipFailure(.badLibrary, detail: "no handle") }
    // An option unknown to an older or newer libmpv is not an error.
    for (name, value) in MpvOptions.all(options) { _ = library.setOption(handle, name, value) }
    guard library.initialize(handle) >= 0 else {
      throw ClipFailure(.badLibrary, detail: "it does not start")
    }
    guard let renderer = Self.makeRenderer(library, handle) else {
      throw ClipFailure(.badLibrary, detail: "it cannot draw into memory")
    }
    self.library = library
    self.handle = handle
    self.renderer = renderer
    let data = UnsafeMutableRawPointer(bitPattern: Int(wakeup))
    library.setWakeup(handle, Self.wake, data)
    library.setRenderUpdate(renderer, Self.wake, data)
    _ = library.addHook(handle, 0, "on_preloaded", 0)
    _ = library.observe(handle, Self.positionPropertyID, "time-pos", MPV_FORMAT_DOUBLE)
    _ = library.observe(handle, Self.endPropertyID, "eof-reached", MPV_FORMAT_FLAG)
  }

  private static func makeRenderer(_ library: MpvLibrary, _ handle: OpaquePointer) -> OpaquePointer?
  {
    var renderer: OpaquePointer?
    let kind = strdup("sw")
    defer { free(kind) }
    var parameters = [
      mpv_render_param(type: MPV_RENDER_PARAM_API_TYPE, data: kind), mpv_render_param(),
    ]
    return library.createRender(&renderer, handle, &parameters) >= 0 ? renderer : nil
  }

  // Called on threads of libmpv; the data pointer holds the number of the eventfd.
  private static let wake: mpv_callback = { data in
    var one: UInt64 = 1
    _ = write(Int32(truncatingIfNeeded: Int(bitPattern: data)), &one, MemoryLayout<UInt64>.size)
  }

  // MARK: Commands

  /// Starts a command of libmpv, given as its name and arguments, and returns before it is
  /// performed.
  func startCommand(_ arguments: String...) {
    var copies: [UnsafePointer<CChar>?] = arguments.map { UnsafePointer(strdup($0)) }
    copies.append(nil)
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    _ = library.command(handle, 0, &copies)
  }

  /// Sets a property of libmpv and returns when libmpv has done so; an error is ignored.
  func setProperty(_ name: String, _ value: String) { _ = library.setProperty(handle, name, value) }

  /// Lets libmpv continue to load the file after a hook, given by its identifier.
  func continueHook(_ hook: UInt64) { _ = library.continueHook(handle, hook) }

  // MARK: Properties and events

  func integerProperty(_ name: String) -> Int? {
    var value: Int64 = 0
    return library.getProperty(handle, name, MPV_FORMAT_INT64, &value) >= 0 ? Int(value) : nil
  }

  func numberProperty(_ name: String) -> Double? {
    var value = 0.0
    let code = library.getProperty(handle, name, MPV_FORMAT_DOUBLE, &value)
    return code >= 0 && value.isFinite ? value : nil
  }

  func flagProperty(_ name: String) -> Bool {
    var value: Int32 = 0
    return library.getProperty(handle, name, MPV_FORMAT_FLAG, &value) >= 0 && value != 0
  }

  /// Whether a property of libmpv exists and its string value is `text`.
  func property(_ name: String, is text: String) -> Bool {
    var value: UnsafeMutablePointer<CChar>?
    guard library.getProperty(handle, name, MPV_FORMAT_STRING, &value) >= 0, let value else {
      return false
    }
    defer { library.free(value) }
    return strcmp(value, text) == 0
  }

  /// The next pending event that the player handles; nil when there is none. Does not wait.
  func nextEvent() -> Event? {
    while let event = library.waitEvent(handle, 0)?.pointee, event.event_id != MPV_EVENT_NONE {
      if let known = Self.read(event) { return known }
    }
    return nil
  }

  private static func read(_ event: mpv_event) -> Event? {
    switch event.event_id {
    case MPV_EVENT_HOOK:
      event.data.map { .preloaded(hook: $0.load(as: mpv_event_hook.self).id) }
    case MPV_EVENT_PLAYBACK_RESTART: .playbackRestarted
    case MPV_EVENT_PROPERTY_CHANGE: property(event)
    case MPV_EVENT_END_FILE:
      event.data.map { .stopped(errorCode: Int($0.load(as: mpv_event_end_file.self).error)) }
    case MPV_EVENT_SHUTDOWN: .stopped(errorCode: 0)
    default: nil
    }
  }

  private static func property(_ event: mpv_event) -> Event? {
    guard let property = event.data?.load(as: mpv_event_property.self), let data = property.data
    else { return nil }
    switch (event.reply_userdata, property.format) {
    case (positionPropertyID, MPV_FORMAT_DOUBLE):
      let seconds = data.load(as: Double.self)
      return seconds.isFinite ? .position(seconds: max(0, seconds)) : nil
    case (endPropertyID, MPV_FORMAT_FLAG): return .atEnd(data.load(as: Int32.self) != 0)
    default: return nil
    }
  }

  // MARK: Frames

  /// Whether libmpv has a new frame to draw. libmpv requires that this property is read after every
  /// wake-up.
  var hasNewFrame: Bool { library.renderUpdate(renderer) & UInt64(MPV_RENDER_UPDATE_FRAME) != 0 }

  /// Draws the current frame of the clip into `buffer`, scaled to its size and opaque.
  ///
  /// - Returns: false when libmpv cannot draw.
  func draw(into buffer: PixelBuffer) -> Bool {
    var size = [Int32(buffer.size.width), Int32(buffer.size.height)]
    var stride = buffer.stride
    // If it waited, libmpv would block until the frame's presentation time and so delay commands;
    // the viewer shows the frame at once.
    var waits: Int32 = 0
    let format = strdup(Self.format)
    defer { free(format) }
    return size.withUnsafeMutableBytes { size in
      withUnsafeMutablePointer(to: &stride) { stride in
        withUnsafeMutablePointer(to: &waits) { waits in
          var parameters = [
            mpv_render_param(type: MPV_RENDER_PARAM_SW_SIZE, data: size.baseAddress),
            mpv_render_param(type: MPV_RENDER_PARAM_SW_FORMAT, data: format),
            mpv_render_param(type: MPV_RENDER_PARAM_SW_STRIDE, data: stride),
            mpv_render_param(type: MPV_RENDER_PARAM_SW_POINTER, data: buffer.bytes),
            mpv_render_param(type: MPV_RENDER_PARAM_BLOCK_FOR_TARGET_TIME, data: waits),
            mpv_render_param(),
          ]
          guard library.render(renderer, &parameters) >= 0 else { return false }
          Self.makeOpaque(buffer)
          return true
        }
      }
    }
  }

  /// Makes all pixels opaque: libmpv leaves the fourth byte of each pixel 0, but that byte is alpha
  /// in this program.
  private static func makeOpaque(_ buffer: PixelBuffer) {
    let opaque: UInt64 = 0xFF00_0000_FF00_0000
    // Rows are padded to 64 bytes, so words of 64 bits (two pixels) cover them.
    let words = buffer.bytes.assumingMemoryBound(to: UInt64.self)
    for index in 0..<(buffer.stride * buffer.size.height / 8) { words[index] |= opaque }
  }

  /// Drops the current frame without drawing it, so that playback continues.
  func skipFrame() {
    var skips: Int32 = 1
    var waits: Int32 = 0
    withUnsafeMutablePointer(to: &skips) { skips in
      withUnsafeMutablePointer(to: &waits) { waits in
        var parameters = [
          mpv_render_param(type: MPV_RENDER_PARAM_SKIP_RENDERING, data: skips),
          mpv_render_param(type: MPV_RENDER_PARAM_BLOCK_FOR_TARGET_TIME, data: waits),
          mpv_render_param(),
        ]
        _ = library.render(renderer, &parameters)
      }
    }
  }
}
