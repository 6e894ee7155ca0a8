import Hashing
import Testing

/// The test vectors of draft-eastlake-fnv, and hashes that are made in parts.
@Suite struct FNV1aTests {
  @Test func `the hash of a text is that of the specification`() {
    let vectors: [(text: String, hash: UInt64)] = [
      ("", 0xCBF2_9CE4_8422_2325), ("a", 0xAF63_DC4C_8601_EC8C), ("foobar", 0x8594_4171_F739_67E8),
    ]
    for vector in vectors { #expect(FNV1a.hash(of: Array(vector.text.utf8)) == vector.hash) }
  }

  @Test func `a hash made in parts is that of the whole`() {
    var parts = FNV1a()
    parts.add(Array("foo".utf8))
    parts.add(Array("bar".utf8))
    #expect(parts.value == FNV1a.hash(of: Array("foobar".utf8)))
    #expect(FNV1a.hash(of: [], from: 7) == 7)
  }

  @Test func `words are added as they are one by one`() {
    let words: [UInt64] = [1, 0x0102_0304_0506_0708]
    var (whole, single) = (FNV1a(), FNV1a())
    words.withUnsafeBufferPointer { whole.add(words: $0) }
    for word in words { single.add(word: word) }
    #expect(whole == single && whole != FNV1a())
  }
}
