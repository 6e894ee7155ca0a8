import CLinux
import Testing

@testable import ArchiveReading

/// The charset of names without one, guessed from their bytes and the user's languages.
struct NameDecoderTests {
  private static func bytes(_ text: String, in charset: String) throws -> [UInt8] {
    let converter = try #require(iconv_open(charset, "UTF-8"))
    try #require(converter != iconv_t(bitPattern: -1), "\(charset) is missing")
    defer { iconv_close(converter) }
    return try #require(NameDecoder.convert(Array(text.utf8), with: converter))
  }

  private static func read(
    _ names: [String], in charset: String, by languages: [String] = []
  ) throws -> [String] {
    let stored = try names.map { try bytes($0, in: charset) }
    return NameDecoder(languages: languages).decoded(stored).map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test(arguments: [
    ("ru_RU", "CP866", ["Привет.jpg", "Лето 2.jpg"]), ("uk", "CP1251", ["Літо №1.jpg"]),
    ("zh_CN", "GB18030", ["第1页.jpg", "封面.jpg"]), ("zh_TW", "BIG5", ["第1頁.jpg", "封面.jpg"]),
    ("ko_KR", "CP949", ["표지.jpg", "1쪽.jpg"]), ("el", "CP737", ["Θάλασσα.jpg"]),
    ("he_IL", "CP1255", ["תמונה.jpg"]), ("pl", "CP852", ["Żółw.jpg"]),
    ("tr", "CP857", ["Güneş.jpg"]), ("ja", "CP932", ["犬.jpg"]),
  ])
  func `names are in a charset of the user's language`(
    language: String, charset: String, names: [String]
  ) throws {
    #expect(try Self.read(names, in: charset, by: ["en_US", language]) == names)
  }

  @Test func `Japanese names are known in every language`() throws {
    for language in ["ru", "zh_CN", "ko", "de"] {
      #expect(try Self.read(["漫画の本.jpg"], in: "CP932", by: [language]) == ["漫画の本.jpg"])
    }
  }

  @Test func `names of western Europe stay so where another language is usual`() throws {
    for language in ["ru", "el", "he", "zh_CN", "ko", "de"] {
      #expect(try Self.read(["Pokémon.png"], in: "CP437", by: [language]) == ["Pokémon.png"])
    }
  }

  @Test(arguments: [
    ["Größe Übung 1.jpg", "Größe Übung 2.jpg"], ["Château.jpg", "Pâtisserie 2.jpg"],
    ["Höhle.jpg", "Bär.jpg", "Süß.jpg"],
  ])
  func `accented letters between others are not Japanese`(names: [String]) throws {
    for language in ["de", "fr", "en_US"] {
      #expect(try Self.read(names, in: "CP437", by: [language]) == names)
    }
  }

  @Test func `single ideographs beside capitals and digits are Japanese`() throws {
    let names = ["A面 1.jpg", "B面 2.jpg"]
    #expect(try Self.read(names, in: "CP932", by: ["de"]) == names)
  }

  @Test func `long Chinese and Korean names are known in every language`() throws {
    let chinese = ["第一章 海上的月光.jpg", "第二章 北方的雪.jpg"]
    #expect(try Self.read(chinese, in: "GB18030", by: ["de"]) == chinese)
    let korean = ["제주도의 푸른 바다와 산.jpg"]
    #expect(try Self.read(korean, in: "CP949") == korean)
  }

  @Test func `names in UTF-8 are kept beside others`() throws {
    let names = [Array("Лето.jpg".utf8), try Self.bytes("Зима.jpg", in: "CP866")]
    let read = NameDecoder(languages: ["ru"]).decoded(names)
    #expect(read.map { String(decoding: $0, as: UTF8.self) } == ["Лето.jpg", "Зима.jpg"])
  }

  @Test func `the first names of an archive read in parts tell the charset of all`() throws {
    let charset = NameDecoder(languages: ["de"])
    var guess: NameDecoder.CharsetGuess?
    func read(_ name: [UInt8]) -> [String] {
      charset.decoded([name], by: &guess).map { String(decoding: $0, as: UTF8.self) }
    }
    #expect(read(Array("Info.txt".utf8)) == ["Info.txt"])
    #expect(read(try Self.bytes("漫画の本.jpg", in: "CP932")) == ["漫画の本.jpg"])
    #expect(read(Array("Лето.jpg".utf8)) == ["Лето.jpg"])
    // One ideograph alone would be taken for code page 437.
    #expect(read(try Self.bytes("犬.jpg", in: "CP932")) == ["犬.jpg"])
  }
}
