import Foundation

/// Information about running processes from `/proc`.
enum ProcessTable {
  /// The running children of `parent`, without zombies.
  static func children(of parent: pid_t) -> [pid_t] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return names.compactMap { pid_t($0) }.filter { id in
      guard let fields = stat(of: id), fields.count > 1 else { return false }
      return fields[0] != "Z" && fields[1] == "\(parent)"
    }
  }

  /// The running children of `parent` whose executable has this name.
  static func children(of parent: pid_t, named name: String) -> [pid_t] {
    children(of: parent).filter { (program(of: $0) as NSString).lastPathComponent == name }
  }

  /// The path of the executable; empty if the process is gone.
  static func program(of id: pid_t) -> String {
    (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")) ?? ""
  }

  /// The processor time used, in clock ticks of 1/100 s.
  static func processorTicks(of id: pid_t) -> Int {
    guard let fields = stat(of: id), fields.count > 12 else { return 0 }
    return (Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0)
  }

  /// The niceness, from -20 to 19; a higher number is a lower priority.
  static func niceness(of id: pid_t) -> Int {
    guard let fields = stat(of: id), fields.count > 16 else { return 0 }
    return Int(fields[16]) ?? 0
  }

  /// The number of voluntary context switches of all threads.
  static func contextSwitches(of id: pid_t) -> Int {
    let tasks = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(id)/task")) ?? []
    return tasks.reduce(0) { sum, task in
      sum + number("voluntary_ctxt_switches", in: "/proc/\(id)/task/\(task)/status")
    }
  }

  /// The resident memory in bytes.
  static func residentBytes(of id: pid_t) -> Int {
    number("VmRSS", in: "/proc/\(id)/status") * 1024
  }

  /// The file names of the mapped shared libraries.
  static func libraries(of id: pid_t) -> Set<String> {
    let maps = text(of: "/proc/\(id)/maps") ?? ""
    let files = maps.split(separator: "\n").compactMap { line -> String? in
      guard let slash = line.firstIndex(of: "/"), line.contains(".so") else { return nil }
      return (String(line[slash...]) as NSString).lastPathComponent
    }
    return Set(files)
  }

  /// The fields of `/proc/ID/stat` after the name: state, parent, …
  private static func stat(of id: pid_t) -> [Substring]? {
    guard let text = text(of: "/proc/\(id)/stat"),
      let end = text.lastIndex(of: ")")
    else { return nil }
    return text[text.index(after: end)...].split(separator: " ")
  }

  private static func number(_ key: String, in path: String) -> Int {
    guard let text = text(of: path) else { return 0 }
    for line in text.split(separator: "\n") where line.hasPrefix("\(key):") {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }

  /// Reads a file in `/proc`. These files report no size and are read up to the end.
  private static func text(of path: String) -> String? {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = read(descriptor, &buffer, buffer.count)
      guard count > 0 else { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[0..<count]
    }
  }
}
