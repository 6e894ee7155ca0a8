import Confinement
import Foundation
import Synchronization
import TestSupport
import Testing

/// The confinement of a replay, entered by a thread of the tests: it restricts no other thread.
struct WriteRestrictionTests {
  /// The attempts that succeeded, by their names.
  private final class Outcome: Sendable {
    let succeeded = Mutex<[String]>([])

    func note(_ attempt: String, _ isSuccess: Bool) {
      if isSuccess { succeeded.withLock { $0.append(attempt) } }
    }
  }

  @Test(.enabled(if: Probe.landlockVersion > 0, "the kernel has no Landlock"))
  func `files are written below the folder only, and no program is started`() throws {
    let inside = try TemporaryFolder()
    let outside = try TemporaryFolder()
    let victim = try outside.write([1, 2, 3], named: "victim")
    let own = try inside.write([1], named: "own")
    let (new, stranger) = (inside.file("new"), outside.file("stranger"))
    let folder = inside.path
    let outcome = Outcome()
    let end = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      defer { end.signal() }
      guard WriteRestriction.enter(folder: folder) else { return }
      outcome.note("make inside", Self.opens(new, O_WRONLY | O_CREAT))
      outcome.note("remove inside", unlink(own) == 0)
      outcome.note("read outside", Self.opens(victim, O_RDONLY))
      outcome.note("write outside", Self.opens(victim, O_WRONLY))
      outcome.note("make outside", Self.opens(stranger, O_WRONLY | O_CREAT))
      outcome.note("remove outside", unlink(victim) == 0)
      outcome.note("start a program", Self.starts("/bin/true"))
    }
    end.wait()
    let succeeded = outcome.succeeded.withLock { $0 }
    #expect(succeeded == ["make inside", "remove inside", "read outside"])
    #expect(try outside.read("victim") == [1, 2, 3])
  }

  private static func opens(_ path: String, _ flags: Int32) -> Bool {
    let descriptor = open(path, flags | O_CLOEXEC, 0o600)
    if descriptor >= 0 { close(descriptor) }
    return descriptor >= 0
  }

  private static func starts(_ program: String) -> Bool {
    let word = strdup(program)
    defer { free(word) }
    var words: [UnsafeMutablePointer<CChar>?] = [word, nil]
    var environment: [UnsafeMutablePointer<CChar>?] = [nil]
    var process: pid_t = 0
    guard posix_spawn(&process, program, nil, nil, &words, &environment) == 0 else { return false }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    return true
  }
}
