import CLinux

/// What the kernel lets a helper use at most.
public struct ResourceLimits: Sendable {
  /// Address space, bytes.
  public var addressSpace: UInt
  /// A file's size, bytes. Helpers write no files, but the size of a memfd counts as well.
  public var fileSize: UInt
  /// Open descriptors.
  public var descriptors: UInt

  /// Makes limits.
  public init(addressSpace: UInt, fileSize: UInt, descriptors: UInt) {
    self.addressSpace = addressSpace
    self.fileSize = fileSize
    self.descriptors = descriptors
  }

  /// Sets them for good, where they are not stricter already; nothing dumps core.
  public func apply() {
    set(RLIMIT_AS, addressSpace)
    set(RLIMIT_FSIZE, fileSize)
    set(RLIMIT_NOFILE, descriptors)
    set(RLIMIT_CORE, 0)
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
