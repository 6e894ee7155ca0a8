import CLinux
import DecoderWire
import DecodingSupport
import Pixels
import Testing

@testable import Decoding
@testable import SidecarEditing

/// Whether libexpat is installed.
private let hasLibrary = ExpatLibrary.shared != nil

/// Changes of XMP sidecars, which must not change any other content.
@Suite(.enabled(if: hasLibrary)) struct SidecarEditorTests {
  /// A sidecar as darktable writes it, with a comment and a history.
  private static let darktable = """
    <?xml version="1.0" encoding="UTF-8"?>
    <!-- keep me -->
    <x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="XMP Core 4.4.0-Exiv2">
     <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
      <rdf:Description rdf:about="uuid:7"
        xmlns:xmp="http://ns.adobe.com/xap/1.0/"
        xmlns:darktable="http://darktable.sf.net/"
       xmp:Rating="1"
       darktable:history_end='2'>
       <darktable:history>
        <rdf:Seq><rdf:li darktable:operation="exposure" darktable:params="0&amp;f"/></rdf:Seq>
       </darktable:history>
       <darktable:colorlabels>
        <rdf:Seq><rdf:li>3</rdf:li></rdf:Seq>
       </darktable:colorlabels>
      </rdf:Description>
     </rdf:RDF>
    </x:xmpmeta>
    <?xpacket end="w"?>

    """

  /// A sidecar with properties as elements, under other prefixes than the usual ones.
  private static let elements = """
    <r:RDF xmlns:r="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns:a="http://ns.adobe.com/xap/1.0/">
    <r:Description r:about="">
      <a:Label>Blue</a:Label>
      <a:Rating/>
      <xmp:Other xmlns:xmp="urn:other">7</xmp:Other>
    </r:Description>
    </r:RDF>
    """

  private func edited(_ text: String, _ changes: SidecarChange...) throws -> String {
    let bytes = Array(text.utf8)
    let edits = try bytes.withUnsafeBytes { raw throws(DecodeFailure) in
      try SidecarEditor.edits(of: PictureBytes(raw: raw), for: changes)
    }
    let result = try #require(FileEdit.apply(edits, to: bytes))
    return String(decoding: result, as: UTF8.self)
  }

  @Test func `changing an attribute leaves all other bytes unchanged`() throws {
    let result = try edited(Self.darktable, SidecarChange(.rating, "5"))
    #expect(
      result
        == Self.darktable.replacingOne("xmp:Rating=\"1\"", by: "xmp:Rating=\"5\""))
  }

  @Test func `removing an attribute removes the white space before it`() throws {
    let result = try edited(Self.darktable, SidecarChange(.rating, nil))
    #expect(result == Self.darktable.replacingOne("\n   xmp:Rating=\"1\"", by: ""))
  }

  @Test func `a missing property becomes an attribute, laid out like the others`() throws {
    let result = try edited(
      Self.darktable, SidecarChange(.label, "Red"), SidecarChange(.pickLabel, "3"))
    let added =
      "darktable:history_end='2'\n   xmlns:digiKam=\"http://www.digikam.org/ns/1.0/\""
      + "\n   xmp:Label=\"Red\"\n   digiKam:PickLabel=\"3\">"
    #expect(result == Self.darktable.replacingOne("darktable:history_end='2'>", by: added))
  }

  @Test func `darktable's colour labels are changed in place and never added`() throws {
    let changed = try edited(Self.darktable, SidecarChange(.darktableColors, "0"))
    #expect(changed.contains("<darktable:colorlabels><rdf:Seq><rdf:li>0</rdf:li></rdf:Seq></"))
    let removed = try edited(Self.darktable, SidecarChange(.darktableColors, nil))
    #expect(!removed.contains("colorlabels") && removed.contains("history>\n  </rdf:Desc"))
    #expect(try edited(Self.elements, SidecarChange(.darktableColors, "0")) == Self.elements)
  }

  @Test func `elements are changed under the prefixes of the file`() throws {
    let result = try edited(
      Self.elements, SidecarChange(.label, "Red & <b>"), SidecarChange(.rating, "-1"),
      SidecarChange(.metadataDate, "2024-05-01T10:00:00Z"))
    #expect(result.contains("<a:Label>Red &amp; &lt;b&gt;</a:Label>"))
    #expect(result.contains("<a:Rating>-1</a:Rating>"))
    #expect(result.contains("<r:Description r:about=\"\" a:MetadataDate=\"2024-05-01T10:00:00Z\">"))
  }

  @Test func `a reserved character with a combining mark is escaped`() throws {
    let element = try edited(Self.elements, SidecarChange(.label, "A &\u{301} B"))
    #expect(element.utf8.firstOffset(of: "<a:Label>A &amp;\u{301} B</a:Label>") != nil)
    let attribute = try edited(Self.darktable, SidecarChange(.label, "A \"\u{301} B"))
    #expect(attribute.utf8.firstOffset(of: "xmp:Label=\"A &quot;\u{301} B\"") != nil)
  }

  @Test func `a prefix bound to another namespace is not reused`() throws {
    let text = Self.elements.replacingOne("xmlns:a=", by: "xmlns:digiKam=\"urn:x\" xmlns:a=")
    let result = try edited(text, SidecarChange(.pickLabel, "1"))
    #expect(
      result.contains("xmlns:digiKam1=\"http://www.digikam.org/ns/1.0/\" digiKam1:PickLabel=\"1\""))
  }

  @Test func `very long white space is not copied, and a change that is too long is refused`()
    throws
  {
    let text = Self.darktable.replacingOne(
      "\n   darktable:history_end",
      by: String(repeating: "\n", count: 300) + "darktable:history_end")
    let result = try edited(text, SidecarChange(.label, "Red"))
    #expect(result.contains("darktable:history_end='2' xmp:Label=\"Red\">"))
    let long = String(repeating: "&", count: 190)
    #expect(throws: DecodeFailure.self) {
      _ = try edited(Self.darktable, SidecarChange(.label, long), SidecarChange(.pickLabel, long))
    }
  }

  @Test func `a duplicate property is reduced to one`() throws {
    let text = Self.darktable.replacingOne(
      "<darktable:history>", by: "<xmp:Rating>2</xmp:Rating>\n   <darktable:history>")
    let result = try edited(text, SidecarChange(.rating, "4"))
    #expect(result == Self.darktable.replacingOne("Rating=\"1\"", by: "Rating=\"4\""))
  }

  @Test(arguments: [
    "<r:RDF xmlns:r='\(XMPName.rdf)'/>", "<r:RDF xmlns:r='\(XMPName.rdf)'></r:RDF>",
  ])
  func `a packet without a description gets a new description`(text: String) throws {
    let result = try edited(text, SidecarChange(.rating, "3"))
    #expect(
      result
        == "<r:RDF xmlns:r='\(XMPName.rdf)'><r:Description r:about=\"\" "
        + "xmlns:xmp=\"http://ns.adobe.com/xap/1.0/\" xmp:Rating=\"3\"/></r:RDF>")
  }

  @Test(arguments: [
    "", "no XML", "<x:xml_doc xmlns:x='adobe:ns:meta/'/>", "<html/>", "<a:b/>",
    "<!DOCTYPE a [<!ENTITY b 'c'>]><r:RDF xmlns:r='\(XMPName.rdf)'/>",
    "<r:RDF xmlns:r='\(XMPName.rdf)'>",
    "<?xml version='1.0' encoding='ISO-8859-1'?><r:RDF xmlns:r='\(XMPName.rdf)'/>",
    "<RDF xmlns='\(XMPName.rdf)'/>",
  ])
  func `a file that is no XMP sidecar in UTF-8 is refused`(text: String) throws {
    #expect(throws: DecodeFailure.self) { _ = try edited(text, SidecarChange(.rating, "3")) }
  }

  @Test func `the helper answers with edits`() throws {
    let file = DecodedPicture.memory(holding: Array(Self.darktable.utf8))
    defer { close(file) }
    var request = DecodeRequest(id: 1, kind: .sidecarEdits, target: .zero)
    request.sidecarChanges = [SidecarChange(.rating, "2")]
    let reply = PictureDecoder.decode(request, file: file).reply
    let offset = try #require(Self.darktable.utf8.firstOffset(of: "1\"\n   darktable"))
    #expect(reply.result == .edits([FileEdit(offset: offset, removedCount: 1, text: "2")]))
  }
}

extension String {
  /// The text with the first occurrence of `old` replaced.
  fileprivate func replacingOne(_ old: String, by new: String) -> String {
    guard let offset = utf8.firstOffset(of: old) else { return self }
    let start = utf8.index(utf8.startIndex, offsetBy: offset)
    return self[..<start] + new + self[utf8.index(start, offsetBy: old.utf8.count)...]
  }
}

extension String.UTF8View {
  /// The offset of the first occurrence of `text`.
  fileprivate func firstOffset(of text: String) -> Int? {
    let (all, part) = (Array(self), Array(text.utf8))
    return (0...Swift.max(0, all.count - part.count)).first { all[$0...].starts(with: part) }
  }
}
