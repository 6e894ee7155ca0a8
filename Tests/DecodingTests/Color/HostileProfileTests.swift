import Testing

/// Profiles that are cut, forged or random.
struct HostileProfileTests: ColorComparing {
  @Test func `a truncated profile is ignored`() {
    let whole = TestProfile.swapped.bytes
    for end in stride(from: 0, to: whole.count, by: 97) {
      let jpeg = TaggedSamples.jpeg(TaggedSamples.segments(Array(whole[..<end])))
      #expect(error(jpeg) { $0 } == 0)
    }
  }

  @Test func `a profile of an unsupported class or colour space is ignored`() {
    for (offset, word) in [
      (12, "link"), (12, "abst"), (12, "nmcl"), (16, "HSV "), (16, "CMYK"), (20, "RGB "),
      (36, "ascp"), (132, "xxxx"),
    ] {
      var bytes = TestProfile.swapped.bytes
      // The name of the second column's tag is at 132 + 3 × 12.
      let at = offset == 132 ? 132 + 3 * 12 : offset
      bytes.replaceSubrange(at..<at + 4, with: Array(word.utf8))
      #expect(error(TaggedSamples.jpeg(TaggedSamples.segments(bytes))) { $0 } == 0)
    }
  }

  @Test func `a segment shorter than its header is ignored`() {
    for length in 12...14 {
      let body: [UInt8] = Array((Array("ICC_PROFILE\0".utf8) + [1, 1]).prefix(length))
      let segment = [0xFF, 0xE2] + Samples.big16(body.count + 2) + body
      let two = [0xFF, 0xE2] + Samples.big16(16) + Array("ICC_PROFILE\0".utf8) + [2, 2]
      #expect(error(TaggedSamples.jpeg([segment])) { $0 } == 0)
      #expect(error(TaggedSamples.jpeg([two, segment])) { $0 } == 0)
    }
  }

  @Test func `a profile with random bytes does not prevent decoding`() {
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    for _ in 0..<300 {
      var bytes = TestProfile.swapped.bytes
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        bytes[Int(seed >> 33) % min(bytes.count, 420)] = UInt8(truncatingIfNeeded: seed >> 24)
      }
      #expect(decode(TaggedSamples.jpeg(TaggedSamples.segments(bytes))).pixels != nil)
    }
  }
}
