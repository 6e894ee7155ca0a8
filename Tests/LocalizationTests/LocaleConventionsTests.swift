import Localization
import Testing

@testable import MessageCatalogues

struct LocaleConventionsTests {
  @Test func `the separators of a locale count only in UTF-8`() {
    let (narrow, latin) = ("\u{202F}", [CChar(bitPattern: 0xA0), 0])
    let texts = [
      narrow.withCString { LocaleConventions.text($0) },
      latin.withUnsafeBufferPointer { LocaleConventions.text($0.baseAddress) },
      LocaleConventions.text(nil),
    ]
    #expect(texts == [narrow, nil, ""])
  }

  /// The orders of names that people expect: letters, in their order in a locale.
  @Test(arguments: [
    ("de_DE", "a ä b z"), ("sv_SE", "a z å ä ö"), ("da_DK", "a z æ ø å aa"), ("ru_RU", "е ё ж"),
    ("pl_PL", "l ł m"), ("es_ES", "n ñ o"), ("cs_CZ", "c d h ch i"), ("tr_TR", "h ı i j"),
    ("ja_JP", "a b あ ア 亜 一 漢 日 本"), ("zh_CN", "啊 北 李 王 张 中"), ("ko_KR", "a B c 가 나"),
    ("uk_UA", "г ґ е є и і"), ("he_IL", "א ב"), ("hi_IN", "अ आ क ख"),
  ])
  func `letters are sorted as in the locale`(locale: String, letters: String) throws {
    guard let makeKey = LocaleConventions.collationKeyMaker(ofLocale: locale) else {
      print("skipped: the locale \(locale) is not installed")
      return
    }
    let words = letters.split(separator: " ").map(String.init)
    let keys = try words.map { try #require(makeKey(Array($0.utf8)[...])) }
    for index in keys.indices.dropFirst() {
      #expect(!keys[index].lexicographicallyPrecedes(keys[index - 1]), "\(words[index])")
    }
    let collation = try #require(TextCollation(makeKey))
    let reordering = ["cs_CZ", "da_DK", "tr_TR"]
    #expect(collation.reordersASCII == reordering.contains(locale))
    #expect(makeKey(Array("Foto".utf8)[...]) == makeKey(Array("foto".utf8)[...]))
  }

  @Test func `the locale C has the order of code points`() {
    for name in ["C", "POSIX", "C.UTF-8", "xx_XX.UTF-8"] {
      #expect(LocaleConventions.collationKeyMaker(ofLocale: name) == nil)
    }
  }
}
