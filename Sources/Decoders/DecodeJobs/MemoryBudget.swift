import CLinux
import DecoderWire
package import DecodingSupport
import Pixels

/// A limit of the address space of the process while a document is decoded, from the creation of
/// this value until ``restoreLimit()``: libraries decode the pictures inside without a limit of
/// their own. The libraries abort the process after a failed allocation; the helper then sends a
/// prepared reply and exits.
///
/// The budget has no effect in a process without a ``ProcessorBudget``, such as one that is no
/// helper.
package struct MemoryBudget {
  /// The address space in bytes that a document may use beside its file and the result: libraries,
  /// stacks and the reserves of the C library take up to 1 GB of it.
  private static let maxExtraAddressSpaceBytes = 3 << 30

  private let formerLimit: rlimit?

  /// Lowers the limit of the address space for a job.
  package init(for job: DecodeJob, _ format: PictureFormat) {
    guard PreparedReply.request != nil else {
      formerLimit = nil
      return
    }
    PreparedReply.prepareAbortReply(
      format.name, "more memory than the \(Self.maxExtraAddressSpaceBytes >> 30) GB for a document")
    for number in [SIGABRT, SIGTRAP] {
      signal(number) { _ in PreparedReply.sendAbortReplyAndExit() }
    }
    var limit = rlimit()
    getrlimit(Int32(RLIMIT_AS.rawValue), &limit)
    formerLimit = limit
    let result = (job.request.target.area ?? 0).multipliedReportingOverflow(by: 4)
    let own = result.overflow ? 0 : result.partialValue
    limit.rlim_cur = min(
      limit.rlim_cur, rlim_t(clamping: Self.maxExtraAddressSpaceBytes + own + job.bytes.count))
    setrlimit(Int32(RLIMIT_AS.rawValue), &limit)
  }

  /// Restores the previous limit of the address space, and the default handling of `SIGABRT` and
  /// `SIGTRAP`.
  package func restoreLimit() {
    guard var formerLimit else { return }
    setrlimit(Int32(RLIMIT_AS.rawValue), &formerLimit)
    for number in [SIGABRT, SIGTRAP] { signal(number, nil) }
  }
}
