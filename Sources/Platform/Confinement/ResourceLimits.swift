import CLinux

/// The kernel's resource limits (`setrlimit`) of a helper.
public struct ResourceLimits: Sendable {
  /// The address space in bytes (`RLIMIT_AS`).
  public var addressSpace: UInt
  /// The address space in bytes of a helper for large files; nil for the ordinary one.
  public var largeAddressSpace: UInt?
  /// The file size in bytes (`RLIMIT_FSIZE`). Helpers write no files, but the limit applies to
  /// memfds as well.
  public var fileSize: UInt
  /// The number of open descriptors (`RLIMIT_NOFILE`). It also bounds the memory of memfds, to as
  /// many times `fileSize`; mapped memfds count as address space instead.
  public var descriptors: UInt
  /// The number of threads (`RLIMIT_NPROC`); nil for no limit. It takes effect only where the
  /// kernel permits an unprivileged user namespace.
  public var threads: UInt?
  /// The processor time in seconds (`RLIMIT_CPU`); nil for no limit. The kernel ends the process
  /// when it is used up.
  public var processorTime: UInt?

  /// Makes limits; the number of threads and the processor time are unlimited by default.
  public init(
    addressSpace: UInt, largeAddressSpace: UInt? = nil, fileSize: UInt, descriptors: UInt,
    threads: UInt? = nil, processorTime: UInt? = nil
  ) {
    self.addressSpace = addressSpace
    self.largeAddressSpace = largeAddressSpace
    self.fileSize = fileSize
    self.descriptors = descriptors
    self.threads = threads
    self.processorTime = processorTime
  }

  /// Sets the limits permanently, unless stricter ones are in force, and disables core dumps. The
  /// address space is that for large files, until ``limitAddressSpace()``.
  public func apply() {
    set(RLIMIT_AS, largeAddressSpace ?? addressSpace)
    set(RLIMIT_FSIZE, fileSize)
    set(RLIMIT_NOFILE, descriptors)
    set(RLIMIT_CORE, 0)
    if let processorTime { set(RLIMIT_CPU, processorTime) }
    // Outside of its own user namespace the limit would count all threads of the user.
    if let threads, UserNamespace.enter() { set(__RLIMIT_NPROC, threads) }
  }

  /// Sets the ordinary limit of the address space permanently.
  func limitAddressSpace() { set(RLIMIT_AS, addressSpace) }

  private func set(_ resource: __rlimit_resource, _ value: rlim_t) {
    var limit = rlimit()
    let resource = Int32(resource.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let lowered = min(value, limit.rlim_max)
    limit = rlimit(rlim_cur: lowered, rlim_max: lowered)
    setrlimit(resource, &limit)
  }
}
