import BrowserHost
import Motion
import RuntimeLibraries
import TestSupport
import Testing
import Windowing
import WindowingTestSupport

/// The functions of GLib's main loop.
private struct MainLoop {
  typealias Source = OpaquePointer
  typealias Context = OpaquePointer
  let makeContext: @convention(c) () -> Context?
  let releaseContext: @convention(c) (Context) -> Void
  /// Runs one iteration; the number is 1 if it may block.
  let iterate: @convention(c) (Context, Int32) -> Int32
  let makeSource: @convention(c) (UnsafeMutableRawPointer, UInt32) -> Source?
  let makeTimeout: @convention(c) (UInt32) -> Source?
  typealias Callback = @convention(c) (UnsafeMutableRawPointer?) -> Int32
  let setCallback:
    @convention(c) (Source, Callback, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?) -> Void
  let add: @convention(c) (Source, Int32, UInt32) -> UnsafeMutableRawPointer?
  let attach: @convention(c) (Source, Context) -> UInt32
  let destroy: @convention(c) (Source) -> Void
  let release: @convention(c) (Source) -> Void

  static let shared = try? MainLoop()

  private init() throws {
    let glib = try RuntimeLibrary("libglib-2.0.so.0")
    makeContext = try glib.function("g_main_context_new")
    releaseContext = try glib.function("g_main_context_unref")
    iterate = try glib.function("g_main_context_iteration")
    makeSource = try glib.function("g_source_new")
    makeTimeout = try glib.function("g_timeout_source_new")
    setCallback = try glib.function("g_source_set_callback")
    add = try glib.function("g_source_add_unix_fd")
    attach = try glib.function("g_source_attach")
    destroy = try glib.function("g_source_destroy")
    release = try glib.function("g_source_unref")
  }
}

/// The source of an application in GLib's main loop, as docs/embedding.md describes it.
@MainActor private enum ApplicationSource {
  /// The application that is served, as GLib's functions have no argument for it.
  static weak var application: BrowserApplication?
  static var dispatches = 0

  /// `GSourceFuncs`: prepare, check, dispatch, finalize and two private ones. Without `check`, the
  /// descriptor decides.
  static let functions: UnsafeMutablePointer<UnsafeMutableRawPointer?> = {
    let prepare: @convention(c) (OpaquePointer, UnsafeMutablePointer<Int32>) -> Int32 = {
      let timeout = $1
      timeout.pointee = -1
      return MainActor.assumeIsolated { application?.prepareToWait() == 0 } ? 1 : 0
    }
    let dispatch:
      @convention(c) (OpaquePointer, OpaquePointer?, UnsafeMutableRawPointer?) -> Int32 = {
        _, _, _ in
        MainActor.assumeIsolated {
          dispatches += 1
          application?.dispatch()
        }
        return 1
      }
    let table = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 6)
    table.initialize(repeating: nil, count: 6)
    table[0] = unsafeBitCast(prepare, to: UnsafeMutableRawPointer.self)
    table[2] = unsafeBitCast(dispatch, to: UnsafeMutableRawPointer.self)
    return table
  }()
}

@Suite(
  .serialized, .tags(.display),
  .enabled(if: VirtualServer.isInstalled, "Xvfb is not installed"),
  .enabled(if: MainLoop.shared != nil, "GLib is not installed"))
@MainActor
struct GLibLoopTests {
  @Test func `GLib's main loop serves the windows, and dispatches nothing while they rest`() throws
  {
    let glib = try #require(MainLoop.shared)
    let rig = try ApplicationRig()
    let context = try #require(glib.makeContext())
    defer { glib.releaseContext(context) }
    ApplicationSource.application = rig.application
    let sizeOfSource: UInt32 = 96
    let source = try #require(glib.makeSource(ApplicationSource.functions, sizeOfSource))
    let readable: UInt32 = 1
    _ = glib.add(source, rig.application.fileDescriptor, readable)
    _ = glib.attach(source, context)
    // A source of the program's own, which ends a wait without events.
    let ticks = try #require(glib.makeTimeout(20))
    glib.setCallback(ticks, { _ in 1 }, nil, nil)
    _ = glib.attach(ticks, context)
    defer {
      for used in [source, ticks] {
        glib.destroy(used)
        glib.release(used)
      }
    }
    func run(until isDone: () -> Bool) -> Bool {
      let end = Timestamp.systemNow + ApplicationRig.timeout
      while !isDone(), Timestamp.systemNow < end { _ = glib.iterate(context, 1) }
      return isDone()
    }
    let window = try rig.open("First", .red)
    let view = try #require(window.scene?.view as? FilledView)
    #expect(run { rig.pixel(of: window) == 0xFF_0000 })
    view.color = .blue
    #expect(run { rig.pixel(of: window) == 0x00_00FF })
    // The timers of the last frame end, such as the trim of the heap after a second.
    var (quiet, last) = (0, ApplicationSource.dispatches)
    _ = run {
      quiet = ApplicationSource.dispatches == last ? quiet + 1 : 0
      last = ApplicationSource.dispatches
      return quiet > 75
    }
    let before = ApplicationSource.dispatches
    for _ in 0..<15 { _ = glib.iterate(context, 1) }
    #expect(ApplicationSource.dispatches == before)
    window.close()
    #expect(rig.ends == [0])
  }
}
