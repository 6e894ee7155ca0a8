import Testing

@testable import Network

struct FailureTests {
  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"), (1260, "1.3 kB"),
    (12_345, "12 kB"), (999_499, "999 kB"), (999_500, "1.0 MB"), (256_000_000, "256 MB"),
    (5_600_000_000, "5.6 GB"),
  ])
  func `byte counts use decimal units and one decimal below 10`(count: Int, text: String) {
    #expect(ByteCountText.text(count) == text)
  }

  @Test func `failure messages contain the received and total bytes`() {
    let cases: [(NetworkFailure, String)] = [
      (.connectionLost(after: 0, of: nil), "the connection broke off before the first byte"),
      (.connectionLost(after: 5000, of: nil), "the connection broke off after 5.0 kB"),
      (.connectionLost(after: 5000, of: 20_000), "the connection broke off after 5.0 of 20 kB"),
      (
        .connectionLost(after: 500, of: 20_000), "the connection broke off after 500 bytes of 20 kB"
      ),
      (.silent(30, after: 0, of: nil), "the server did not answer within 30 seconds"),
      (.silent(30, after: 10, of: 20), "the server stopped sending after 10 of 20 bytes"),
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
