import CLinux
import CMpv
import ClipWire
import Pixels

/// One libmpv with its software renderer, for one clip; lives as long as the process.
final class Mpv {
  /// What happens in it.
  enum Event {
    /// The file is open, its tracks are known, none is decoded yet; ends with ``goOn(_:)``.
    case preloaded(UInt64)
    /// The first frame is there, or will never be.
    case restarted
    /// How far it has come, in seconds.
    case position(Double)
    /// It reached its end, or left it.
    case atEnd(Bool)
    /// It stopped for good, with an error of the library.
    case stopped(Int)
  }

  private static let positionID: UInt64 = 1
  private static let endID: UInt64 = 2
  private static let format = "bgr0"

  private let library: MpvLibrary
  private let handle: OpaquePointer
  private let renderer: OpaquePointer

  /// Starts it; `wakeup` is an eventfd it writes to when ``nextEvent()`` or ``hasNewFrame`` may have
  /// something.
  init(_ library: MpvLibrary, _ manner: ClipManner, wakeup: Int32) throws(ClipFailure) {
    // The library insists on a dot in numbers.
    setlocale(LC_NUMERIC, "C")
    guard let handle = library.create() else { throw ClipFailure(.badLibrary, detail: "no handle") }
    // An option an older or newer library does not know is no reason to show nothing.
    for (name, value) in MpvOptions.all(manner) { _ = library.setOption(handle, name, value) }
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
    _ = library.observe(handle, Self.positionID, "time-pos", MPV_FORMAT_DOUBLE)
    _ = library.observe(handle, Self.endID, "eof-reached", MPV_FORMAT_FLAG)
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

  // Called on threads of the library: the descriptor's number is all it knows.
  private static let wake: mpv_callback = { data in
    var one: UInt64 = 1
    _ = write(Int32(truncatingIfNeeded: Int(bitPattern: data)), &one, MemoryLayout<UInt64>.size)
  }

  // MARK: Commands

  /// Does a command of the library, some time.
  func run(_ words: String...) {
    var copies: [UnsafePointer<CChar>?] = words.map { UnsafePointer(strdup($0)) }
    copies.append(nil)
    defer { for copy in copies { free(UnsafeMutablePointer(mutating: copy)) } }
    _ = library.command(handle, 0, &copies)
  }

  /// Sets a property, before anything else happens.
  func set(_ name: String, _ value: String) { _ = library.setProperty(handle, name, value) }

  /// Ends a hook.
  func goOn(_ hook: UInt64) { _ = library.continueHook(handle, hook) }

  // MARK: Questions

  func integer(_ name: String) -> Int? {
    var value: Int64 = 0
    return library.getProperty(handle, name, MPV_FORMAT_INT64, &value) >= 0 ? Int(value) : nil
  }

  func number(_ name: String) -> Double? {
    var value = 0.0
    let code = library.getProperty(handle, name, MPV_FORMAT_DOUBLE, &value)
    return code >= 0 && value.isFinite ? value : nil
  }

  func flag(_ name: String) -> Bool {
    var value: Int32 = 0
    return library.getProperty(handle, name, MPV_FORMAT_FLAG, &value) >= 0 && value != 0
  }

  /// True when a property reads as `text`.
  func property(_ name: String, is text: String) -> Bool {
    var value: UnsafeMutablePointer<CChar>?
    guard library.getProperty(handle, name, MPV_FORMAT_STRING, &value) >= 0, let value else {
      return false
    }
    defer { library.free(value) }
    return strcmp(value, text) == 0
  }

  /// The next thing that happened; nil when nothing did.
  func nextEvent() -> Event? {
    while let event = library.waitEvent(handle, 0)?.pointee, event.event_id != MPV_EVENT_NONE {
      if let known = Self.read(event) { return known }
    }
    return nil
  }

  private static func read(_ event: mpv_event) -> Event? {
    switch event.event_id {
    case MPV_EVENT_HOOK:
      event.data.map { .preloaded($0.load(as: mpv_event_hook.self).id) }
    case MPV_EVENT_PLAYBACK_RESTART: .restarted
    case MPV_EVENT_PROPERTY_CHANGE: property(event)
    case MPV_EVENT_END_FILE:
      event.data.map { .stopped(Int($0.load(as: mpv_event_end_file.self).error)) }
    case MPV_EVENT_SHUTDOWN: .stopped(0)
    default: nil
    }
  }

  private static func property(_ event: mpv_event) -> Event? {
    guard let property = event.data?.load(as: mpv_event_property.self), let data = property.data
    else { return nil }
    switch (event.reply_userdata, property.format) {
    case (positionID, MPV_FORMAT_DOUBLE):
      let seconds = data.load(as: Double.self)
      return seconds.isFinite ? .position(max(0, seconds)) : nil
    case (endID, MPV_FORMAT_FLAG): return .atEnd(data.load(as: Int32.self) != 0)
    default: return nil
    }
  }

  // MARK: Frames

  /// True when there is another frame to be drawn; asking is the answer to the wake-up.
  var hasNewFrame: Bool { library.renderUpdate(renderer) & UInt64(MPV_RENDER_UPDATE_FRAME) != 0 }

  /// Draws the frame of this moment into `buffer`, opaque.
  func draw(into buffer: PixelBuffer) -> Bool {
    var size = [Int32(buffer.size.width), Int32(buffer.size.height)]
    var stride = buffer.stride
    // The viewer shows it when it has it: waiting here would make commands wait.
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

  /// The library leaves the fourth byte of a pixel 0; ours is the opacity.
  private static func makeOpaque(_ buffer: PixelBuffer) {
    let opaque: UInt64 = 0xFF00_0000_FF00_0000
    // Rows are padded to 64 bytes: whole words of two pixels.
    let words = buffer.bytes.assumingMemoryBound(to: UInt64.self)
    for index in 0..<(buffer.stride * buffer.size.height / 8) { words[index] |= opaque }
  }

  /// Lets the frame of this moment go by unseen, so that the clip goes on.
  func skip() {
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
