import CLinux

/// The resource limits of a helper process, which the kernel enforces (`setrlimit`).
public struct ResourceLimits: Sendable {
  /// The maximum address space in bytes (`RLIMIT_AS`).
  public var addressSpace: UInt
  /// The maximum address space in bytes of a helper that maps large files; nil for
  /// ``addressSpace``.
  public var largeAddressSpace: UInt?
  /// The maximum size of a file in bytes (`RLIMIT_FSIZE`). It also applies to memfds, which are the
  /// only files that most helpers write.
  public var fileSize: UInt
  /// The maximum number of open descriptors (`RLIMIT_NOFILE`). Together with ``fileSize`` it also
  /// bounds the memory of memfds that are not mapped; mapped ones count as address space.
  public var descriptors: UInt
  /// The maximum number of threads (`RLIMIT_NPROC`); nil for no limit. The limit is set only where
  /// the kernel permits an unprivileged user namespace.
  public var threads: UInt?
  /// The maximum processor time in seconds (`RLIMIT_CPU`), after which the kernel ends the process;
  /// nil for no limit.
  public var processorTime: UInt?

  /// Makes resource limits; by default the number of threads and the processor time are not
  /// limited, and the address space has the same limit for large files.
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
  /// address space is the one for large files until ``limitAddressSpace()`` is called.
  public func apply() {
    lower(RLIMIT_AS, to: largeAddressSpace ?? addressSpace)
    lower(RLIMIT_FSIZE, to: fileSize)
    lower(RLIMIT_NOFILE, to: descriptors)
    lower(RLIMIT_CORE, to: 0)
    if let processorTime { lower(RLIMIT_CPU, to: processorTime) }
    // Outside of a user namespace of its own, the limit would count all threads of the user.
    if let threads, UserNamespace.enter() { lower(__RLIMIT_NPROC, to: threads) }
  }

  /// Limits the address space permanently to ``addressSpace``.
  func limitAddressSpace() { lower(RLIMIT_AS, to: addressSpace) }

  private func lower(_ resource: __rlimit_resource, to value: rlim_t) {
    var limit = rlimit()
    let resource = Int32(resource.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let lowered = min(value, limit.rlim_max)
    limit = rlimit(rlim_cur: lowered, rlim_max: lowered)
    setrlimit(resource, &limit)
  }
}
