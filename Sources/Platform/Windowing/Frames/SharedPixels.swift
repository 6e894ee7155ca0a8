import CX11
import Glibc
public import Pixels
import RuntimeLibraries

/// Opaque BGRA pixels (A = 255) in memory with a file descriptor, which an X server on this machine
/// can read directly.
nonisolated public struct SharedPixels {
  /// The file descriptor of the memory. Borrowed: the owner may close it after the call that
  /// receives these pixels.
  public var descriptor: Int32
  /// The width and height in pixels.
  public var size: PixelSize
  /// The distance between the beginnings of two rows in bytes, a multiple of 4. The first row
  /// begins at offset 0 of the memory.
  public var stride: Int
  /// The same pixels for this program itself, which compares its first frame with them and sends
  /// only the differences. Default: nil, for which the first frame is sent in full.
  public var bitmap: Bitmap?

  public init(descriptor: Int32, size: PixelSize, stride: Int, bitmap: Bitmap? = nil) {
    self.descriptor = descriptor
    self.size = size
    self.stride = stride
    self.bitmap = bitmap
  }
}

/// The XCB functions that pass memory to the server by file descriptor, which Xlib cannot.
///
/// They are looked up at run time. They only make the first picture appear earlier, so they are
/// optional.
///
/// - Source: MIT-SHM 1.2, request `AttachFd`.
nonisolated struct XCBShmLibrary: Sendable {
  private typealias Connection = OpaquePointer
  private let connection: @convention(c) (OpaquePointer) -> Connection?
  private let makeID: @convention(c) (Connection) -> UInt32
  /// `xcb_shm_attach_fd`, which takes ownership of the descriptor.
  private let attach: @convention(c) (Connection, UInt32, Int32, UInt8) -> UInt32

  /// The functions of XCB; nil when a library is missing.
  static let shared = try? XCBShmLibrary()

  private init() throws(RuntimeLibrary.Missing) {
    connection = try RuntimeLibrary("libX11-xcb.so.1").function("XGetXCBConnection")
    let sharing = try RuntimeLibrary("libxcb-shm.so.0")
    makeID = try sharing.function("xcb_generate_id")
    attach = try sharing.function("xcb_shm_attach_fd")
  }

  /// Attaches memory to the server, which can only read it. `descriptor` stays open.
  ///
  /// - Returns: the server's ID of the memory segment, which the caller detaches; nil when no file
  ///   descriptor is free.
  func attach(_ descriptor: Int32, to display: OpaquePointer) -> UInt? {
    guard let connection = connection(display) else { return nil }
    let copy = fcntl(descriptor, F_DUPFD_CLOEXEC, 0)
    guard copy >= 0 else { return nil }
    let number = makeID(connection)
    _ = attach(connection, number, copy, 1)
    return UInt(number)
  }
}
