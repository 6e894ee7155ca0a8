import CLinux

/// What the kernel lets a helper use at most.
public struct ResourceLimits: Sendable {
  /// Address space, bytes.
  public var addressSpace: UInt
  /// A file's size, bytes. Helpers write no files, but the size of a memfd counts as well.
  public var fileSize: UInt
  /// Open descriptors. The memory of memfds is limited to as many times `fileSize`, apart from those
  /// that are mapped, which count as address space.
  public var descriptors: UInt
  /// Threads; nil for no limit. It holds where the kernel gives an ordinary user a user namespace.
  public var threads: UInt?

  /// Makes limits; the number of threads is not limited unless given.
  public init(addressSpace: UInt, fileSize: UInt, descriptors: UInt, threads: UInt? = nil) {
    self.addressSpace = addressSpace
    self.fileSize = fileSize
    self.descriptors = descriptors
    self.threads = threads
  }

  /// Sets them for good, where they are not stricter already; nothing dumps core.
  public func apply() {
    set(RLIMIT_AS, addressSpace)
    set(RLIMIT_FSIZE, fileSize)
    set(RLIMIT_NOFILE, descriptors)
    set(RLIMIT_CORE, 0)
    // Outside of a namespace of its own the limit would count all threads of the user.
    if let threads, UserNamespace.enter() { set(__RLIMIT_NPROC, threads) }
  }

  private func set(_ resource: __rlimit_resource, _ value: rlim_t) {
    var limit = rlimit()
    let resource = Int32(resource.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let lowered = min(value, limit.rlim_max)
    limit = rlimit(rlim_cur: lowered, rlim_max: lowered)
    setrlimit(resource, &limit)
  }
}
