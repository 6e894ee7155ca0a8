import CLinux

/// What the kernel lets the helper use at most. Processor time is set anew for every picture.
enum ResourceLimits {
  /// Address space, bytes: a picture of 256 million pixels twice, its file, libraries and stacks.
  private static let addressSpace: rlim_t = 6 << 30
  /// A file's size, bytes. Nothing can be written, but the size of a memfd counts as well.
  private static let fileSize: rlim_t = 4 << 30
  /// Open descriptors: socket, picture, memory, result, and those of a library being loaded.
  private static let descriptors: rlim_t = 64

  static func apply() {
    set(RLIMIT_AS, addressSpace)
    set(RLIMIT_FSIZE, fileSize)
    set(RLIMIT_NOFILE, descriptors)
    set(RLIMIT_CORE, 0)
  }

  private static func set(_ resource: __rlimit_resource, _ value: rlim_t) {
    var limit = rlimit()
    let resource = Int32(resource.rawValue)
    guard getrlimit(resource, &limit) == 0 else { return }
    let lowered = min(value, limit.rlim_max)
    limit = rlimit(rlim_cur: lowered, rlim_max: lowered)
    setrlimit(resource, &limit)
  }
}
