/// The characters of keysyms older than Unicode.
///
/// Layouts made before 1998 name letters by alphabet: `0x6c1` is the Cyrillic а. Newer keysyms
/// contain the code point.
///
/// - Source: `X11/keysymdef.h`, comments `U+…`; technical and publishing symbols are left out.
nonisolated enum LegacyKeysyms {
  /// The runs of consecutive keysyms: the first keysym of a run, and the characters of it and the
  /// following ones. U+0000 stands for a keysym without a character.
  private static let runs: [(first: UInt32, scalars: String)] = [
    (
      0x1a1,
      """
      \u{104}\u{2D8}\u{141}\0\u{13D}\u{15A}\0\0\u{160}\u{15E}\u{164}\u{179}\0\
      \u{17D}\u{17B}\0\u{105}\u{2DB}\u{142}\0\u{13E}\u{15B}\u{2C7}\0\u{161}\u{15F}\
      \u{165}\u{17A}\u{2DD}\u{17E}\u{17C}\u{154}\0\0\u{102}\0\u{139}\u{106}\0\
      \u{10C}\0\u{118}\0\u{11A}\0\0\u{10E}\u{110}\u{143}\u{147}\0\0\u{150}\0\0\
      \u{158}\u{16E}\0\u{170}\0\0\u{162}\0\u{155}\0\0\u{103}\0\u{13A}\u{107}\0\
      \u{10D}\0\u{119}\0\u{11B}\0\0\u{10F}\u{111}\u{144}\u{148}\0\0\u{151}\0\0\
      \u{159}\u{16F}\0\u{171}\0\0\u{163}\u{2D9}
      """
    ),
    (
      0x2a1,
      """
      \u{126}\0\0\0\0\u{124}\0\0\u{130}\0\u{11E}\u{134}\0\0\0\0\u{127}\0\0\0\0\
      \u{125}\0\0\u{131}\0\u{11F}\u{135}\0\0\0\0\0\0\0\0\u{10A}\u{108}\0\0\0\0\
      \0\0\0\0\0\0\0\0\0\0\u{120}\0\0\u{11C}\0\0\0\0\u{16C}\u{15C}\0\0\0\0\0\0\
      \u{10B}\u{109}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{121}\0\0\u{11D}\0\0\0\0\u{16D}\
      \u{15D}
      """
    ),
    (
      0x3a2,
      """
      \u{138}\u{156}\0\u{128}\u{13B}\0\0\0\u{112}\u{122}\u{166}\0\0\0\0\0\0\u{157}\
      \0\u{129}\u{13C}\0\0\0\u{113}\u{123}\u{167}\u{14A}\0\u{14B}\u{100}\0\0\0\
      \0\0\0\u{12E}\0\0\0\0\u{116}\0\0\u{12A}\0\u{145}\u{14C}\u{136}\0\0\0\0\0\
      \u{172}\0\0\0\u{168}\u{16A}\0\u{101}\0\0\0\0\0\0\u{12F}\0\0\0\0\u{117}\0\
      \0\u{12B}\0\u{146}\u{14D}\u{137}\0\0\0\0\0\u{173}\0\0\0\u{169}\u{16B}
      """
    ),
    (
      0x47e,
      """
      \u{203E}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\
      \0\0\u{3002}\u{300C}\u{300D}\u{3001}\u{30FB}\u{30F2}\u{30A1}\u{30A3}\u{30A5}\
      \u{30A7}\u{30A9}\u{30E3}\u{30E5}\u{30E7}\u{30C3}\u{30FC}\u{30A2}\u{30A4}\
      \u{30A6}\u{30A8}\u{30AA}\u{30AB}\u{30AD}\u{30AF}\u{30B1}\u{30B3}\u{30B5}\
      \u{30B7}\u{30B9}\u{30BB}\u{30BD}\u{30BF}\u{30C1}\u{30C4}\u{30C6}\u{30C8}\
      \u{30CA}\u{30CB}\u{30CC}\u{30CD}\u{30CE}\u{30CF}\u{30D2}\u{30D5}\u{30D8}\
      \u{30DB}\u{30DE}\u{30DF}\u{30E0}\u{30E1}\u{30E2}\u{30E4}\u{30E6}\u{30E8}\
      \u{30E9}\u{30EA}\u{30EB}\u{30EC}\u{30ED}\u{30EF}\u{30F3}\u{309B}\u{309C}
      """
    ),
    (
      0x5ac,
      """
      \u{60C}\0\0\0\0\0\0\0\0\0\0\0\0\0\0\u{61B}\0\0\0\u{61F}\0\u{621}\u{622}\
      \u{623}\u{624}\u{625}\u{626}\u{627}\u{628}\u{629}\u{62A}\u{62B}\u{62C}\u{62D}\
      \u{62E}\u{62F}\u{630}\u{631}\u{632}\u{633}\u{634}\u{635}\u{636}\u{637}\u{638}\
      \u{639}\u{63A}\0\0\0\0\0\u{640}\u{641}\u{642}\u{643}\u{644}\u{645}\u{646}\
      \u{647}\u{648}\u{649}\u{64A}\u{64B}\u{64C}\u{64D}\u{64E}\u{64F}\u{650}\u{651}\
      \u{652}
      """
    ),
    (
      0x6a1,
      """
      \u{452}\u{453}\u{451}\u{454}\u{455}\u{456}\u{457}\u{458}\u{459}\u{45A}\u{45B}\
      \u{45C}\u{491}\u{45E}\u{45F}\u{2116}\u{402}\u{403}\u{401}\u{404}\u{405}\
      \u{406}\u{407}\u{408}\u{409}\u{40A}\u{40B}\u{40C}\u{490}\u{40E}\u{40F}\u{44E}\
      \u{430}\u{431}\u{446}\u{434}\u{435}\u{444}\u{433}\u{445}\u{438}\u{439}\u{43A}\
      \u{43B}\u{43C}\u{43D}\u{43E}\u{43F}\u{44F}\u{440}\u{441}\u{442}\u{443}\u{436}\
      \u{432}\u{44C}\u{44B}\u{437}\u{448}\u{44D}\u{449}\u{447}\u{44A}\u{42E}\u{410}\
      \u{411}\u{426}\u{414}\u{415}\u{424}\u{413}\u{425}\u{418}\u{419}\u{41A}\u{41B}\
      \u{41C}\u{41D}\u{41E}\u{41F}\u{42F}\u{420}\u{421}\u{422}\u{423}\u{416}\u{412}\
      \u{42C}\u{42B}\u{417}\u{428}\u{42D}\u{429}\u{427}\u{42A}
      """
    ),
    (
      0x7a1,
      """
      \u{386}\u{388}\u{389}\u{38A}\u{3AA}\0\u{38C}\u{38E}\u{3AB}\0\u{38F}\0\0\
      \u{385}\u{2015}\0\u{3AC}\u{3AD}\u{3AE}\u{3AF}\u{3CA}\u{390}\u{3CC}\u{3CD}\
      \u{3CB}\u{3B0}\u{3CE}\0\0\0\0\0\u{391}\u{392}\u{393}\u{394}\u{395}\u{396}\
      \u{397}\u{398}\u{399}\u{39A}\u{39B}\u{39C}\u{39D}\u{39E}\u{39F}\u{3A0}\u{3A1}\
      \u{3A3}\0\u{3A4}\u{3A5}\u{3A6}\u{3A7}\u{3A8}\u{3A9}\0\0\0\0\0\0\0\u{3B1}\
      \u{3B2}\u{3B3}\u{3B4}\u{3B5}\u{3B6}\u{3B7}\u{3B8}\u{3B9}\u{3BA}\u{3BB}\u{3BC}\
      \u{3BD}\u{3BE}\u{3BF}\u{3C0}\u{3C1}\u{3C3}\u{3C2}\u{3C4}\u{3C5}\u{3C6}\u{3C7}\
      \u{3C8}\u{3C9}
      """
    ),
    (
      0xcdf,
      """
      \u{2017}\u{5D0}\u{5D1}\u{5D2}\u{5D3}\u{5D4}\u{5D5}\u{5D6}\u{5D7}\u{5D8}\
      \u{5D9}\u{5DA}\u{5DB}\u{5DC}\u{5DD}\u{5DE}\u{5DF}\u{5E0}\u{5E1}\u{5E2}\u{5E3}\
      \u{5E4}\u{5E5}\u{5E6}\u{5E7}\u{5E8}\u{5E9}\u{5EA}
      """
    ),
    (
      0xda1,
      """
      \u{E01}\u{E02}\u{E03}\u{E04}\u{E05}\u{E06}\u{E07}\u{E08}\u{E09}\u{E0A}\u{E0B}\
      \u{E0C}\u{E0D}\u{E0E}\u{E0F}\u{E10}\u{E11}\u{E12}\u{E13}\u{E14}\u{E15}\u{E16}\
      \u{E17}\u{E18}\u{E19}\u{E1A}\u{E1B}\u{E1C}\u{E1D}\u{E1E}\u{E1F}\u{E20}\u{E21}\
      \u{E22}\u{E23}\u{E24}\u{E25}\u{E26}\u{E27}\u{E28}\u{E29}\u{E2A}\u{E2B}\u{E2C}\
      \u{E2D}\u{E2E}\u{E2F}\u{E30}\u{E31}\u{E32}\u{E33}\u{E34}\u{E35}\u{E36}\u{E37}\
      \u{E38}\u{E39}\u{E3A}\0\0\0\0\u{E3F}\u{E40}\u{E41}\u{E42}\u{E43}\u{E44}\
      \u{E45}\u{E46}\u{E47}\u{E48}\u{E49}\u{E4A}\u{E4B}\u{E4C}\u{E4D}\0\0\u{E50}\
      \u{E51}\u{E52}\u{E53}\u{E54}\u{E55}\u{E56}\u{E57}\u{E58}\u{E59}
      """
    ),
    (
      0xea1,
      """
      \u{3131}\u{3132}\u{3133}\u{3134}\u{3135}\u{3136}\u{3137}\u{3138}\u{3139}\
      \u{313A}\u{313B}\u{313C}\u{313D}\u{313E}\u{313F}\u{3140}\u{3141}\u{3142}\
      \u{3143}\u{3144}\u{3145}\u{3146}\u{3147}\u{3148}\u{3149}\u{314A}\u{314B}\
      \u{314C}\u{314D}\u{314E}\u{314F}\u{3150}\u{3151}\u{3152}\u{3153}\u{3154}\
      \u{3155}\u{3156}\u{3157}\u{3158}\u{3159}\u{315A}\u{315B}\u{315C}\u{315D}\
      \u{315E}\u{315F}\u{3160}\u{3161}\u{3162}\u{3163}\u{11A8}\u{11A9}\u{11AA}\
      \u{11AB}\u{11AC}\u{11AD}\u{11AE}\u{11AF}\u{11B0}\u{11B1}\u{11B2}\u{11B3}\
      \u{11B4}\u{11B5}\u{11B6}\u{11B7}\u{11B8}\u{11B9}\u{11BA}\u{11BB}\u{11BC}\
      \u{11BD}\u{11BE}\u{11BF}\u{11C0}\u{11C1}\u{11C2}\u{316D}\u{3171}\u{3178}\
      \u{317F}\u{3181}\u{3184}\u{3186}\u{318D}\u{318E}\u{11EB}\u{11F0}\u{11F9}\
      \0\0\0\0\u{20A9}
      """
    ),
    (
      0x13bc,
      """
      \u{152}\u{153}\u{178}
      """
    ),
    (
      0x20ac,
      """
      \u{20AC}
      """
    ),
  ]

  /// The character of a keysym that is older than Unicode; nil when it is not in the table.
  static func scalar(of keysym: UInt32) -> Unicode.Scalar? {
    for run in runs where keysym >= run.first {
      let scalars = run.scalars.unicodeScalars
      guard
        let index = scalars.index(
          scalars.startIndex, offsetBy: Int(keysym - run.first), limitedBy: scalars.endIndex),
        index < scalars.endIndex, scalars[index].value != 0
      else { continue }
      return scalars[index]
    }
    return nil
  }
}
