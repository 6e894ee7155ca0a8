import CLinux

extension Attempt {
  /// Operations that a helper needs. They run first, before the limits are exhausted.
  static var duties: [Attempt] {
    [
      Attempt("read where libraries are") { tryOpening("/usr/lib", O_DIRECTORY) },
      Attempt("load a library") {
        dlopen("libresolv.so.2", RTLD_NOW) == nil ? ENOENT : 0
      },
      Attempt("make a gigabyte of memory to hand out") { memory(of: 1 << 30) },
      Attempt("start a thread") { threads(atMost: 1) },
    ]
  }

  private static let page = 1 << 16

  /// Execution of memory that was written.
  static var memory: [Attempt] {
    [
      Attempt("map memory writable and executable") {
        map(page, PROT_READ | PROT_WRITE | PROT_EXEC)
      },
      Attempt("make written memory executable") {
        let flags = MAP_PRIVATE | MAP_ANONYMOUS
        guard let memory = helper_map(page, PROT_READ | PROT_WRITE, flags, -1) else {
          return pbview_errno()
        }
        return mprotect(memory, page, PROT_READ | PROT_EXEC) == 0 ? 0 : pbview_errno()
      },
      Attempt("execute a file it wrote") {
        withMemoryFile { file in
          var code: UInt8 = 0xC3
          guard write(file, &code, 1) == 1 else { return pbview_errno() }
          return mapExecutable(file, MAP_PRIVATE)
        }
      },
      Attempt("execute a file while it is written") {
        withMemoryFile { file in
          guard ftruncate(file, page) == 0,
            helper_map(page, PROT_READ | PROT_WRITE, MAP_SHARED, file) != nil
          else { return pbview_errno() }
          return mapExecutable(file, MAP_SHARED)
        }
      },
    ]
  }

  private static func mapExecutable(_ file: Int32, _ sharing: Int32) -> Int32 {
    helper_map(page, PROT_READ | PROT_EXEC, sharing, file) == nil ? pbview_errno() : 0
  }

  private static func withMemoryFile(_ body: (Int32) -> Int32) -> Int32 {
    let file = memfd_create("probe", UInt32(MFD_CLOEXEC))
    guard file >= 0 else { return pbview_errno() }
    defer { close(file) }
    return body(file)
  }

  /// Requests beyond the resource limits. They run last and in this order: each reduces the
  /// resources of the next.
  static var limits: [Attempt] {
    [
      Attempt("take nine gigabytes of addresses") { map(9 << 30, PROT_READ) },
      Attempt("make a file of five gigabytes in memory") { memory(of: 5 << 30) },
      Attempt("start five hundred threads with small stacks") {
        threads(atMost: 500, stack: 1 << 16)
      },
      Attempt("start two thousand threads", isOrdinary: false) { threads(atMost: 2000) },
      Attempt("make forty gigabytes of memory files") {
        // The files are sparse and take no memory.
        var files: [Int32] = []
        defer { for file in files { close(file) } }
        for _ in 0..<160 {
          let file = memfd_create("probe", UInt32(MFD_CLOEXEC))
          guard file >= 0 else { return pbview_errno() }
          files.append(file)
          guard ftruncate(file, 256 << 20) == 0 else { return pbview_errno() }
        }
        return 0
      },
      Attempt("write a memory file of five gigabytes") {
        withMemoryFile { file in
          var byte: UInt8 = 1
          lseek(file, 5 << 30, SEEK_SET)
          return write(file, &byte, 1) == 1 ? 0 : pbview_errno()
        }
      },
      Attempt("run without a limit of processor time") {
        var limit = rlimit()
        guard getrlimit(Int32(RLIMIT_CPU.rawValue), &limit) == 0 else { return pbview_errno() }
        return limit.rlim_max == rlim_t.max ? 0 : ETIME
      },
      Attempt("open two hundred descriptors") {
        for _ in 0..<200 where dup(3) < 0 { return pbview_errno() }
        return 0
      },
    ]
  }

  private static func map(_ size: Int, _ protection: Int32) -> Int32 {
    let flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
    guard let memory = helper_map(size, protection, flags, -1) else { return pbview_errno() }
    munmap(memory, size)
    return 0
  }

  private static func memory(of size: Int) -> Int32 {
    let memory = memfd_create("probe", UInt32(MFD_CLOEXEC | MFD_ALLOW_SEALING))
    guard memory >= 0 else { return pbview_errno() }
    defer { close(memory) }
    guard ftruncate(memory, size) == 0 else { return pbview_errno() }
    return linux_add_seals(memory, F_SEAL_SHRINK | F_SEAL_GROW) == 0 ? 0 : pbview_errno()
  }

  /// Starts `count` threads that sleep until exit, with stacks of `stack` bytes or of the default
  /// size.
  private static func threads(atMost count: Int, stack: Int? = nil) -> Int32 {
    var attributes = pthread_attr_t()
    pthread_attr_init(&attributes)
    defer { pthread_attr_destroy(&attributes) }
    if let stack { pthread_attr_setstacksize(&attributes, stack) }
    for _ in 0..<count {
      var thread = pthread_t()
      let error = pthread_create(
        &thread, &attributes,
        { _ in
          poll(nil, 0, -1); return nil
        }, nil)
      if error != 0 { return error }
    }
    return 0
  }
}
