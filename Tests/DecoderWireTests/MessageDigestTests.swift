import DecoderWire
import Testing

struct MessageDigestTests {
  /// Texts and their MD5 digests: from RFC 1321, appendix A.5, and from md5sum.
  static let known: [(String, String)] = [
    ("", "d41d8cd98f00b204e9800998ecf8427e"),
    ("a", "0cc175b9c0f1b6a831c399e269772661"),
    ("message digest", "f96b697d7cb7938d525a2f31aaf161d0"),
    (
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
      "d174ab98d277d9f5a5611c2c9f419d9f"
    ),
    (
      "12345678901234567890123456789012345678901234567890123456789012345678901234567890",
      "57edf4a22be3c955ac49da2e2107b67a"
    ),
    ("file:///home/jens/photos/me.png", "c6ee772d9e49320e97ec29a7eb5b1697"),
    // The padding fits into the block at 55 bytes, and not at 56; 64 bytes are one block.
    (String(repeating: "x", count: 55), "04364420e25c512fd958a70738aa8f72"),
    (String(repeating: "x", count: 56), "668a72d5ba17f08e62dabcafad6db14b"),
    (String(repeating: "x", count: 64), "c1bb4f81d892b2d57947682aeb252456"),
  ]

  @Test(arguments: known)
  func `the digest matches known MD5 values`(text: String, digest: String) {
    #expect(MessageDigest(of: text.utf8).hexadecimal == digest)
  }
}
