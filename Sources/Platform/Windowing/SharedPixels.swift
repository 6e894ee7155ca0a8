import CX11
import Glibc
public import Pixels
import RuntimeLibraries

/// Opaque pixels in memory that has a descriptor, which an X server can read by itself: BGRA, A = 255.
nonisolated public struct SharedPixels {
  /// The memory. Borrowed; it may be closed as soon as the call is over that these are handed to.
  public var descriptor: Int32
  /// Pixels across and down.
  public var size: PixelSize
  /// Bytes from row to row, whole pixels; the first row begins the memory.
  public var stride: Int

  /// Makes them from their parts.
  public init(descriptor: Int32, size: PixelSize, stride: Int) {
    self.descriptor = descriptor
    self.size = size
    self.stride = stride
  }
}

/// What XCB can and Xlib cannot: hand memory to the server by its descriptor.
///
/// Found at run time: it makes the first picture sooner, and without it all is well.
///
/// - Source: the X11 protocol's MIT-SHM 1.2, request `AttachFd`.
nonisolated struct XCBSharing: Sendable {
  private typealias Connection = OpaquePointer
  private let connection: @convention(c) (OpaquePointer) -> Connection?
  private let makeID: @convention(c) (Connection) -> UInt32
  /// Takes the descriptor over.
  private let attach: @convention(c) (Connection, UInt32, Int32, UInt8) -> UInt32

  /// Nil where a library is missing.
  static let shared = try? XCBSharing()

  private init() throws(RuntimeLibrary.Missing) {
    connection = try RuntimeLibrary("libX11-xcb.so.1").function("XGetXCBConnection")
    let sharing = try RuntimeLibrary("libxcb-shm.so.0")
    makeID = try sharing.function("xcb_generate_id")
    attach = try sharing.function("xcb_shm_attach_fd")
  }

  /// Has the server read memory.
  ///
  /// - Returns: the server's number of it, to be detached; nil when there is no descriptor left.
  func attach(_ descriptor: Int32, to display: OpaquePointer) -> UInt? {
    guard let connection = connection(display) else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    let number = makeID(connection)
    _ = attach(connection, number, copy, 1)
    return UInt(number)
  }
}
