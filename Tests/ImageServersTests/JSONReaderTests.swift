import ImageServers
import TestSupport
import Testing

@Suite(.tags(.seeded)) struct JSONReaderTests {
  private static func read(_ text: String) throws -> JSONValue {
    try JSONReader.read(Array(text.utf8))
  }

  @Test func `values of every kind are read`() throws {
    let value = try Self.read(
      " {\"a\": [1, -2.5e1, true, false, null], \"b\": \"x\\n\\u00e9\\ud83d\\ude00/\\/\", \"a b\": {}} "
    )
    #expect(
      value["a"] == .array([.number(1), .number(-25), .boolean(true), .boolean(false), .null]))
    #expect(value["b"]?.text == "x\né😀//")
    #expect(value["a b"] == .object([:]))
  }

  @Test func `a byte order mark is skipped, and the last of equal members wins`() throws {
    #expect(
      try JSONReader.read([0xEF, 0xBB, 0xBF] + Array("{\"a\":1,\"a\":2}".utf8))["a"] == .number(2))
  }

  @Test(arguments: [
    "", " ", "{", "[1,]", "{\"a\":}", "{a:1}", "01", "1.", ".5", "+1", "1e", "- 1", "nul", "[1 2]",
    "\"\u{1}\"", "\"\\x\"", "\"\\ud800\"", "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"abc", "1 1",
    "NaN",
    "Infinity", "1e999", "{\"a\":1,}", "'a'", "// 1", "\"\\u12\"",
  ])
  func `anything that RFC 8259 does not allow is refused`(text: String) {
    #expect(throws: JSONReader.Failure.self) { try Self.read(text) }
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    #expect(throws: JSONReader.Failure.self) { try JSONReader.read([0x22, 0xFF, 0x22]) }
  }

  @Test func `depth, length and the number of values are limited`() {
    #expect(throws: JSONReader.Failure.tooLarge) {
      try JSONReader.read(Array(repeating: UInt8(ascii: "["), count: 1_000_000))
    }
    var limits = JSONReader.Limits()
    limits.maxValues = 10
    #expect(throws: JSONReader.Failure.tooLarge) {
      try JSONReader.read(Array("[1,2,3,4,5,6,7,8,9,10]".utf8), limits: limits)
    }
    limits.maxBytes = 3
    #expect(throws: JSONReader.Failure.tooLarge) {
      try JSONReader.read(Array("1234".utf8), limits: limits)
    }
    let deepest = String(repeating: "[", count: 32) + String(repeating: "]", count: 32)
    #expect(throws: Never.self) { try Self.read(deepest) }
  }

  @Test func `extents are whole numbers from 1 to the largest of 32 bits`() throws {
    let text =
      "[1, 2147483647, 0, -1, 1.5, 2147483648, 9223372036854775808, 1e300, \"12\", \"-1\", \"\", null]"
    #expect(
      try Self.read(text).elements.map(\.positiveInteger) == [
        1, 2_147_483_647, nil, nil, nil, nil, nil, nil, 12, nil, nil, nil,
      ])
  }

  @Test(arguments: Seeds.block(0, of: 200))
  func `damaged texts are refused or read, and never end the program`(seed: Int) {
    var dice = SeededRandom(seed: seed)
    var bytes = Array(
      "{\"@context\":\"x\",\"sizes\":[{\"width\":1e3,\"height\":-0.5}],\"l\":\"\\ud83d\\ude00\",\"n\":null}"
        .utf8)
    for _ in 0..<dice.whole(1...6) {
      let offset = dice.whole(0...bytes.count - 1)
      switch dice.whole(0...2) {
      case 0: bytes[offset] = UInt8(dice.whole(0...255))
      case 1: bytes.remove(at: offset)
      default: bytes.insert(Array("{}[],:\"\\u09eE+-.".utf8)[dice.whole(0...15)], at: offset)
      }
    }
    _ = try? JSONReader.read(bytes)
    _ = try? XMLReader.read(bytes)
  }
}

struct XMLReaderTests {
  private static func read(_ text: String) throws -> XMLElement {
    try XMLReader.read(Array(text.utf8))
  }

  @Test func `elements, attributes and the predefined entities are read`() throws {
    let root = try Self.read(
      "<?xml version='1.0'?><!-- a --><a x = '1' y=\"&lt;&#65;&#x42;&amp;\">t<b/><![CDATA[<c/>]]><d></d></a>\n"
    )
    #expect(root.name == "a" && root.attributes == ["x": "1", "y": "<AB&"])
    #expect(root.children.map(\.name) == ["b", "d"])
  }

  @Test(arguments: [
    "", "<a>", "<a></b>", "<a x=1/>", "<a x='1' x='2'/>", "<a/><b/>", "<a x='&e;'/>", "<a x='<'/>",
    "<a x='1'y='2'/>",
    "<!DOCTYPE a [<!ENTITY e 'x'>]><a/>", "<a><!DOCTYPE b></a>", "text", "<a x='&#0;'/>",
    "<a x='&#xD800;'/>", "<!--",
    "<a x='&amp'/>", "<a x='1", "<>", "< a/>",
  ])
  func `XML that is not well-formed or has a document type is refused`(text: String) {
    #expect(throws: XMLReader.Failure.self) { try Self.read(text) }
  }

  @Test func `depth, length and the number of elements are limited`() {
    #expect(throws: XMLReader.Failure.tooLarge) {
      try Self.read(String(repeating: "<a>", count: 9))
    }
    #expect(throws: XMLReader.Failure.tooLarge) {
      try Self.read("<a>" + String(repeating: "<b/>", count: 1000) + "</a>")
    }
    #expect(throws: XMLReader.Failure.tooLarge) {
      try XMLReader.read(Array(repeating: UInt8(ascii: " "), count: XMLReader.maxBytes + 1))
    }
  }
}
