import Testing

@testable import Network

struct FailureTests {
  @Test func `failure messages contain the received and total bytes`() {
    let cases: [(NetworkFailure, String)] = [
      (.connectionLost(after: 0, of: nil), "the connection broke off before the first byte"),
      (.connectionLost(after: 5000, of: nil), "the connection broke off after 5.0 kB"),
      (.connectionLost(after: 5000, of: 20_000), "the connection broke off after 5.0 of 20 kB"),
      (
        .connectionLost(after: 500, of: 20_000), "the connection broke off after 500 bytes of 20 kB"
      ),
      (.stalled(30, after: 0, of: nil), "the server did not answer within 30 seconds"),
      (.stalled(30, after: 10, of: 20), "the server stopped sending after 10 of 20 bytes"),
    ]
    for (failure, sentence) in cases { #expect(failure.sentence == sentence) }
  }

  @Test func `temporary failures allow a stale picture, permanent failures do not`() {
    for number in [500, 503, 429] { #expect(NetworkFailure.status(number).allowsStale) }
    for number in [404, 410, 403] { #expect(!NetworkFailure.status(number).allowsStale) }
    #expect(NetworkFailure.noLibrary.allowsStale)
    #expect(!NetworkFailure.tooLarge(5).allowsStale)
  }

  @Test func `a missing library names its package`() {
    #expect(NetworkFailure.noLibrary.hint.contains("libcurl4"))
  }
}
