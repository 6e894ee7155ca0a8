public import Geometry
import Glibc
import Views
import Windowing

/// A program with any number of windows, which share one connection to the display and one event
/// loop.
///
/// ``BrowserWindow/run(_:size:_:)`` makes one for a program that begins with a single window. Every
/// window opens further ones by its application:
///
///     window.application?.openWindow("Details") { $0.show(browser) }
///
/// Each window has a stack of scenes and loaders of its own. The application ends when its last
/// window has closed.
///
/// A program with an event loop of its own calls ``prepareToWait()`` and ``dispatch()`` from it
/// instead of ``run()``.
public final class BrowserApplication {
  /// The reason why an application or a window cannot be opened.
  nonisolated public enum OpenError: Error, CustomStringConvertible {
    /// The display server cannot be reached, or refuses the connection or the window; the payload
    /// is one sentence for the user.
    case display(sentence: String)
    /// The closure that fills a new window with content has thrown this error.
    case content(any Error)

    /// The sentence about the display, or the description of the error that the content's closure
    /// threw.
    public var description: String {
      switch self {
      case .display(let sentence): sentence
      case .content(let error): "\(error)"
      }
    }
  }

  /// Whether the application ends when its last window has closed. Default: true.
  public var endsWithLastWindow = true
  /// A closure called once when the application ends, with its exit status: 0 after the last
  /// window, 3 after the loss of the display, else that of ``end(_:)``. Default: nil; the loss of
  /// the display then ends the process.
  public var onEnd: ((Int32) -> Void)?

  private let display: DisplayConnection
  private let loop: EventLoop
  private let trace = TraceLog.ofEnvironment()
  private var bridges: [WindowBridge] = []
  private var hasEnded = false

  /// Connects to the display in the environment variable `DISPLAY`.
  ///
  /// - Parameter handlesSignals: whether SIGTERM, SIGINT and SIGHUP close the windows. They are
  ///   then blocked in the calling thread and in all threads that it starts, so make the
  ///   application before any thread. Default: true.
  /// - Throws: `.display` when no server answers.
  public convenience init(handlesSignals: Bool = true) throws(OpenError) {
    if handlesSignals { ProcessSignals.setUp() }
    let display: DisplayConnection
    do { display = try DisplayConnection() } catch { throw OpenError.display(sentence: "\(error)") }
    try self.init(on: display, handlesSignals: handlesSignals)
  }

  /// Makes an application on an open connection to the display.
  init(on display: DisplayConnection, handlesSignals: Bool) throws(OpenError) {
    self.display = display
    do { loop = try EventLoop(display) } catch { throw OpenError.display(sentence: "\(error)") }
    display.onServerLost = { [weak self] in self?.displayWasLost() }
    guard handlesSignals else { return }
    loop.onTerminate = { [weak self] _ in self?.closeWindows() }
  }

  // MARK: Windows

  /// The open windows, in the order in which they were opened.
  public var windows: [BrowserWindow] { bridges.map(\.host) }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: the title of the window.
  ///   - size: the size of the content, in points. Default: ``BrowserWindow/defaultSize``.
  ///   - content: fills the window with scenes, before the window becomes visible.
  /// - Throws: `.content` with the error of `content`; `.display` when the display server refuses
  ///   the window. No window is open then. An ``OpenError`` of `content` is thrown unchanged.
  @discardableResult
  public func openWindow(
    _ title: String, size: Size = BrowserWindow.defaultSize,
    _ content: (BrowserWindow) throws -> Void
  ) throws(OpenError) -> BrowserWindow {
    let bridge: WindowBridge
    do {
      bridge = try WindowBridge(title, size: size, on: display, loop: loop)
    } catch {
      throw OpenError.display(sentence: "\(error)")
    }
    bridge.host.trace = trace
    bridge.host.application = self
    bridge.onClose = { [weak self, unowned bridge] in self?.close(bridge) }
    bridges.append(bridge)
    do {
      try content(bridge.host)
    } catch {
      bridge.host.endContent()
      bridge.window.close()
      bridges.removeAll { $0 === bridge }
      throw (error as? OpenError) ?? OpenError.content(error)
    }
    bridge.window.show()
    return bridge.host
  }

  /// Closes every window whose ``BrowserWindow/shouldClose`` allows it.
  public func closeWindows() {
    for window in windows { window.close() }
  }

  private func close(_ bridge: WindowBridge) {
    bridge.window.close()
    bridges.removeAll { $0 === bridge }
    if bridges.isEmpty, endsWithLastWindow { end() }
  }

  // MARK: Running

  /// Runs the event loop until the application ends.
  ///
  /// - Returns: the exit status.
  public func run() -> Int32 {
    if bridges.isEmpty, endsWithLastWindow { end() }
    return loop.run()
  }

  /// Ends the application. Open windows stay on the screen until the process ends.
  public func end(_ status: Int32 = 0) {
    guard !hasEnded else { return }
    hasEnded = true
    loop.stop(status)
    onEnd?(status)
  }

  private func displayWasLost() {
    guard onEnd != nil else { exit(DisplayConnection.serverLostStatus) }
    end(DisplayConnection.serverLostStatus)
  }

  // MARK: A foreign event loop

  /// A descriptor that becomes readable when there is something to dispatch: events, a timer, a
  /// result of a loader, a task of the main actor. It belongs to the application; do not read it.
  /// −1 when the process has no descriptor left.
  public var fileDescriptor: Int32 { loop.pollDescriptor }

  /// Sends the requests of all windows to the display. Call it each time before the program waits
  /// for ``fileDescriptor``, also when other sources of the loop have changed a window.
  ///
  /// - Returns: the maximum time to wait, in seconds: 0 when there is work already, nil for no
  ///   limit.
  public func prepareToWait() -> Double? { loop.prepareToWait() }

  /// Performs all work that is due, without waiting. Call it after each wait; it may call any
  /// closure of the program.
  public func dispatch() { loop.dispatch() }
}
