import ArchiveWire
import DecoderWire
import PhotoBrowser
import Testing

@testable import BrowserHost
@testable import Imaging

/// The offer of another attempt in the messages about pictures that cannot be shown.
@MainActor @Suite struct FailureRetryTests {
  @Test func `a retry is offered only for failures that another attempt can mend`() {
    func canRetry(_ kind: ArchiveFailure.Kind) -> Bool {
      FailureMessage(DecodeFailure(ArchiveFailure(kind))).canRetry
    }
    let mendable: [ArchiveFailure.Kind] = [.unreadable, .tooSlow, .crashed, .noHelper, .noSuchFile]
    #expect(ArchiveFailure.Kind.allCases.filter { canRetry($0) } == mendable)
    let encrypted = FailureMessage(DecodeFailure(ArchiveFailure(.encrypted)))
    #expect(encrypted.sentence == "The archive is encrypted")
    #expect(
      FailureMessage(DecodeFailure(ArchiveFailure(.emptyFile))).sentence == "The file is empty")
    #expect(FailureMessage(DecodeFailure(.unreadable, detail: "no such file")).canRetry)
    #expect(!FailureMessage(DecodeFailure(.unsupported)).canRetry)
  }
}
