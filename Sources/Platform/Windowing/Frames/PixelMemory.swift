import CLinux
import CX11

/// The memory for the pixels of a window, shared with the server through MIT-SHM where possible.
@MainActor
final class PixelMemory {
  /// The address of the first byte. New memory is filled with zeros.
  let bytes: UnsafeMutableRawPointer
  /// The size of the memory in bytes.
  let capacity: Int
  /// Xlib's description of the shared memory segment, owned; nil for memory that is not shared.
  let segment: UnsafeMutablePointer<XShmSegmentInfo>?
  private let server: XServer

  /// Allocates `capacity` bytes that are shared with the server; nil when the kernel or the server
  /// refuses, as over ssh.
  ///
  /// - Complexity: one round trip.
  init?(sharing capacity: Int, with server: XServer) {
    guard server.extensions.shmCompletionEvent != nil else { return nil }
    let id = shmget(IPC_PRIVATE, capacity, Int32(IPC_CREAT) | 0o600)
    guard id >= 0 else { return nil }
    let address = shmat(id, nil, 0)
    // Linux lets the server attach a segment that is already marked for removal. The mark is set
    // here, so that the segment is freed however the process ends.
    guard let address, Int(bitPattern: address) != -1 else {
      shmctl(id, IPC_RMID, nil)
      return nil
    }
    let info = UnsafeMutablePointer<XShmSegmentInfo>.allocate(capacity: 1)
    info.initialize(
      to: XShmSegmentInfo(
        shmseg: 0, shmid: id, shmaddr: address.assumingMemoryBound(to: CChar.self), readOnly: 1))
    let isAttached = server.succeeds { XShmAttach(server.xDisplay, info) }
    shmctl(id, IPC_RMID, nil)
    guard isAttached else {
      shmdt(address)
      info.deallocate()
      return nil
    }
    bytes = address
    self.capacity = capacity
    segment = info
    self.server = server
  }

  /// Allocates `capacity` bytes that are not shared, whose pixels are sent through the connection.
  init(private capacity: Int, server: XServer) {
    bytes = .allocate(byteCount: capacity, alignment: 64)
    bytes.initializeMemory(as: UInt8.self, repeating: 0, count: capacity)
    self.capacity = capacity
    segment = nil
    self.server = server
  }

  isolated deinit {
    guard let segment else {
      bytes.deallocate()
      return
    }
    if !server.isLost {
      XShmDetach(server.xDisplay, segment)
    }
    shmdt(bytes)
    segment.deallocate()
  }
}
