import Localization
import Testing

struct ByteCountTests {
  @Test(arguments: [
    (-5, "0 bytes"), (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1000, "1.0 kB"),
    (1260, "1.3 kB"), (9_949, "9.9 kB"), (9_950, "10 kB"), (12_345, "12 kB"),
    (999_499, "999 kB"), (999_500, "1.0 MB"), (999_950, "1.0 MB"), (1_260_000, "1.3 MB"),
    (256_000_000, "256 MB"), (4_200_000_000, "4.2 GB"), (Int.max, "9.2 EB"),
  ])
  func `byte counts use decimal units and one decimal below 10`(bytes: Int, text: String) {
    #expect(ByteCount(bytes).description == text)
  }

  @Test(
    arguments: [
      (12_000, 480_000, "12 of 480 kB"), (500, 20_000, "500 bytes of 20 kB"),
      (10, 20, "10 of 20 bytes"), (5000, nil, "5.0 kB"),
    ] as [(Int, Int?, String)])
  func `progress states a shared unit once`(done: Int, total: Int?, text: String) {
    #expect(ByteCount(done).progressText(of: total.map { ByteCount($0) }) == text)
  }
}
