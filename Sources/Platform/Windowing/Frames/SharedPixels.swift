import CX11
import Glibc
public import Pixels
import RuntimeLibraries

/// Opaque BGRA pixels (A = 255) in memory with a file descriptor, which the X server can read
/// directly.
nonisolated public struct SharedPixels {
  /// The descriptor of the memory. Borrowed: the owner may close it after the call that receives
  /// these pixels.
  public var descriptor: Int32
  /// The size in pixels.
  public var size: PixelSize
  /// The distance between rows in bytes, a multiple of 4. The first row begins at offset 0.
  public var stride: Int
  /// The same pixels for the program itself, which compares its first frame with them. Default:
  /// nil, with which the first frame contains them again.
  public var bitmap: Bitmap?

  public init(descriptor: Int32, size: PixelSize, stride: Int, bitmap: Bitmap? = nil) {
    self.descriptor = descriptor
    self.size = size
    self.stride = stride
    self.bitmap = bitmap
  }
}

/// The XCB function that passes memory to the server by file descriptor, which Xlib lacks.
///
/// It is looked up at run time. It only makes the first picture appear earlier, so it is optional.
///
/// - Source: MIT-SHM 1.2, request `AttachFd`.
nonisolated struct XCBSharing: Sendable {
  private typealias Connection = OpaquePointer
  private let connection: @convention(c) (OpaquePointer) -> Connection?
  private let makeID: @convention(c) (Connection) -> UInt32
  /// `xcb_shm_attach_fd`, which takes ownership of the descriptor.
  private let attach: @convention(c) (Connection, UInt32, Int32, UInt8) -> UInt32

  /// The functions; nil when a library is missing.
  static let shared = try? XCBSharing()

  private init() throws(RuntimeLibrary.Missing) {
    connection = try RuntimeLibrary("libX11-xcb.so.1").function("XGetXCBConnection")
    let sharing = try RuntimeLibrary("libxcb-shm.so.0")
    makeID = try sharing.function("xcb_generate_id")
    attach = try sharing.function("xcb_shm_attach_fd")
  }

  /// Attaches memory to the server, read-only. `descriptor` stays open.
  ///
  /// - Returns: The server's segment ID, which the caller detaches; nil when no descriptor is free.
  func attach(_ descriptor: Int32, to display: OpaquePointer) -> UInt? {
    guard let connection = connection(display) else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    let number = makeID(connection)
    _ = attach(connection, number, copy, 1)
    return UInt(number)
  }
}
