import Glibc
import Localization
import MessageCatalogues
import Testing

/// The catalogues of gettext, compiled with `msgfmt` from small texts.
@Suite(.serialized) struct GettextTests {
  @Test(arguments: [
    ([:], []),
    (["LANG": "de_DE.UTF-8"], ["de_DE"]),
    (["LANG": "de_DE.UTF-8", "LC_MESSAGES": "fr_FR"], ["fr_FR"]),
    (["LANG": "de_DE.UTF-8", "LC_ALL": "C"], []),
    (["LANG": "de_DE.UTF-8", "LC_ALL": ""], ["de_DE"]),
    (["LANG": "C.UTF-8", "LANGUAGE": "pt_BR:fr"], ["pt_BR", "fr"]),
    (["LANG": "C", "LANGUAGE": "fr"], []),
    (["LANG": "de_DE.UTF-8", "LANGUAGE": "en_GB:fr"], []),
    (["LANG": "en_US.UTF-8", "LANGUAGE": "fr:en:de"], ["fr"]),
    (["LANG": "sr_RS.UTF-8@latin"], ["sr_RS@latin"]),
    (["LANG": "../../etc"], []),
  ])
  func `languages before English are wanted`(environment: [String: String], languages: [String]) {
    #expect(UserLanguages.beforeEnglish { environment[$0] } == languages)
  }

  @Test(
    arguments: [
      (["LANG": "pt_BR.UTF-8"], ["pt-BR"]), (["LANG": "en_GB.UTF-8"], ["en-GB"]),
      (["LANG": "de_AT@euro", "LANGUAGE": "de_AT:en:fr"], ["de-AT", "en", "fr"]),
      (["LC_ALL": "sr_RS.UTF-8@latin"], ["sr-Latn-RS"]), (["LANG": "C.UTF-8"], []),
      (["LANG": "C", "LANGUAGE": "de"], []), ([:], []), (["LANG": "../../etc"], []),
    ] as [([String: String], [String])])
  func `language tags have English among them`(environment: [String: String], tags: [String]) {
    #expect(UserLanguages.languageTags { environment[$0] } == tags)
  }

  @Test func `a country falls back to its language`() {
    #expect(UserLanguages.folders(of: "pt_BR") == ["pt_BR", "pt"])
    #expect(UserLanguages.folders(of: "sr_RS@latin") == ["sr_RS@latin", "sr_RS", "sr"])
  }

  /// A catalogue of one language in a separate folder. It changes the environment, so it is made in
  /// processes of its own, in which no other test reads the environment.
  private static func catalogue(_ language: String, _ plural: String, _ body: String) throws
    -> GettextCatalogue
  {
    let folder =
      "\(getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp")/pbview-gettext-\(getpid())-\(language)"
    let messages = "\(folder)/\(language)/LC_MESSAGES"
    let text = """
      msgid ""
      msgstr ""
      "Content-Type: text/plain; charset=UTF-8\\n"
      "Plural-Forms: \(plural)\\n"

      \(body)
      """
    try #require(system("mkdir -p '\(messages)'") == 0)
    let file = try #require(fopen("\(messages)/pbview.po", "w"))
    fputs(text, file)
    fclose(file)
    try #require(
      system("msgfmt -c -o '\(messages)/pbview.mo' '\(messages)/pbview.po' 2>/dev/null") == 0)
    setenv("LANGUAGE", language, 1)
    return try #require(GettextCatalogue([language], in: ["/nowhere", folder]))
  }

  private static func forms(
    _ language: String, _ count: Int, _ rule: String, _ numbers: [Int]
  ) throws -> [String] {
    let lines = (0..<count).map { "msgstr[\($0)] \"form \($0)\"" }.joined(separator: "\n")
    let catalogue = try Self.catalogue(
      language, "nplurals=\(count); plural=\(rule);",
      "msgid \"{count} photo\"\nmsgid_plural \"{count} photos\"\n\(lines)\n")
    return numbers.map { number in
      let texts = TextCatalogue { catalogue.text(of: $0) }
      return TextCatalogue.$testOverride.withValue(texts) {
        trPlural("{count} photo", "{count} photos", count: number)
      }
    }
  }

  @Test func `Polish, Russian and Arabic have their plural forms`() async {
    await #expect(processExitsWith: .success) {
      let polish =
        "n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
      let inPolish = try Self.forms("pl", 3, polish, [1, 2, 5, 11, 12, 22, 25])
      #expect(inPolish == [0, 1, 2, 2, 2, 1, 2].map { "form \($0)" })
      let russian =
        "n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2"
      let inRussian = try Self.forms("ru", 3, russian, [0, 1, 2, 5, 11, 21, 22, 25, 101, 111])
      #expect(inRussian == [2, 0, 1, 2, 2, 0, 1, 2, 0, 2].map { "form \($0)" })
      let arabic =
        "n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5"
      let inArabic = try Self.forms("ar", 6, arabic, [0, 1, 2, 3, 11, 100, 101, 111])
      #expect(inArabic == [0, 1, 2, 3, 4, 5, 5, 4].map { "form \($0)" })
    }
  }

  @Test func `a context is part of the key`() async {
    await #expect(processExitsWith: .success) {
      let catalogue = try Self.catalogue(
        "de", "nplurals=2; plural=(n != 1);",
        """
        msgctxt "margins"
        msgid "None"
        msgstr "Ohne"

        msgid "Close"
        msgstr "Schließen"
        """)
      let texts = TextCatalogue { catalogue.text(of: $0) }
      TextCatalogue.$testOverride.withValue(texts) {
        #expect(tr("None", context: "margins") == "Ohne")
        #expect(tr("None") == "None")
        #expect(tr("Close") == "Schließen")
        #expect(tr("Open") == "Open")
      }
    }
  }

  @Test func `there is no catalogue without a file of the language`() {
    let missing = GettextCatalogue(["nl"], in: ["/nowhere"])
    let none = GettextCatalogue([], in: ["/"])
    #expect(missing?.folder == nil && none?.folder == nil)
  }
}
