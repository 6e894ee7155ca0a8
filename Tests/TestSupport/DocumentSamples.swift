import Foundation

/// Small documents.
public enum DocumentSamples {
  /// A page of a PDF: its size in points, its drawing operators, its resources, and further entries
  /// of its dictionary. The font `F` is Helvetica, which is not embedded.
  public struct Page {
    var width: Int
    var height: Int
    var content: String
    var resources: String
    var entries: String

    public init(
      _ width: Int, _ height: Int, _ content: String,
      resources: String = "/Font << /F 3 0 R >>", entries: String = ""
    ) {
      (self.width, self.height, self.content) = (width, height, content)
      (self.resources, self.entries) = (resources, entries)
    }

    /// A page that is filled with one colour, each component from 0 to 1.
    public static func filled(
      _ width: Int, _ height: Int, _ red: Double, _ green: Double, _ blue: Double
    ) -> Page {
      Page(width, height, "\(red) \(green) \(blue) rg 0 0 \(width) \(height) re f")
    }
  }

  /// A PDF of pages. The objects in `further` have the numbers after those of the pages, of which
  /// the first has number 4; each page has two.
  public static func pdf(_ pages: [Page], further: [String] = []) -> [UInt8] {
    let kids = pages.indices.map { "\(4 + 2 * $0) 0 R" }.joined(separator: " ")
    var objects = [
      "<< /Type /Catalog /Pages 2 0 R >>",
      "<< /Type /Pages /Kids [\(kids)] /Count \(pages.count) >>",
      "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for page in pages {
      let box = "/MediaBox [0 0 \(page.width) \(page.height)]"
      objects.append(
        "<< /Type /Page /Parent 2 0 R \(box) /Resources << \(page.resources) >> "
          + "/Contents \(objects.count + 2) 0 R \(page.entries) >>")
      objects.append(
        "<< /Length \(page.content.utf8.count) >>\nstream\n\(page.content)\nendstream")
    }
    objects += further
    var out = "%PDF-1.4\n"
    var offsets: [Int] = []
    for (index, object) in objects.enumerated() {
      offsets.append(out.utf8.count)
      out += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    let table = out.utf8.count
    out += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n"
    for offset in offsets {
      let digits = String(offset)
      out += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    }
    out += "trailer\n<< /Size \(objects.count + 1) /Root 1 0 R >>\n"
    out += "startxref\n\(table)\n%%EOF\n"
    return Array(out.utf8)
  }

  /// A PDF of one page that asks for a password.
  public static let encrypted = bytes(
    """
    JVBERi0xLjYKJb/3ov4KMSAwIG9iago8PCAvUGFnZXMgMiAwIFIgL1R5cGUgL0NhdGFsb2cgPj4KZW5kb2JqCjIgMCBvYmoK\
    PDwgL0NvdW50IDEgL0tpZHMgWyAzIDAgUiBdIC9UeXBlIC9QYWdlcyA+PgplbmRvYmoKMyAwIG9iago8PCAvQ29udGVudHMg\
    NCAwIFIgL01lZGlhQm94IFsgMCAwIDcyIDQ4IF0gL1BhcmVudCAyIDAgUiAvUmVzb3VyY2VzIDw8IC9Gb250IDw8IC9GIDUg\
    MCBSID4+ID4+IC9UeXBlIC9QYWdlID4+CmVuZG9iago0IDAgb2JqCjw8IC9MZW5ndGggNDggL0ZpbHRlciAvRmxhdGVEZWNv\
    ZGUgPj4Kc3RyZWFtCpb+n+w7KYlUiPaFZQ1EpgnvyG3O2dJZv4n+w0O/FxBprUeFtDwTjVvFTFOOKps222VuZHN0cmVhbQpl\
    bmRvYmoKNSAwIG9iago8PCAvQmFzZUZvbnQgL0hlbHZldGljYSAvU3VidHlwZSAvVHlwZTEgL1R5cGUgL0ZvbnQgPj4KZW5k\
    b2JqCjYgMCBvYmoKPDwgL0NGIDw8IC9TdGRDRiA8PCAvQXV0aEV2ZW50IC9Eb2NPcGVuIC9DRk0gL0FFU1YyIC9MZW5ndGgg\
    MTYgPj4gPj4gL0ZpbHRlciAvU3RhbmRhcmQgL0xlbmd0aCAxMjggL08gPDBlNTIyOTI1YTNlNGU4NzRjM2NmYWNiZWY1MTFh\
    NzNhYzRlYzJiZDg2NWRjZDNkNDYyNzYxNDkxN2FiZmQ3ZTQ+IC9QIC00IC9SIDQgL1N0bUYgL1N0ZENGIC9TdHJGIC9TdGRD\
    RiAvVSA8ZjgzYmYwMzExMjBlMTBhN2IzZDk3ZjhkNDU1NzI2NzUwMTIyNDU2YTkxYmFlNTEzNDI3M2E2ZGIxMzRjODdjND4g\
    L1YgNCA+PgplbmRvYmoKeHJlZgowIDcKMDAwMDAwMDAwMCA2NTUzNSBmIAowMDAwMDAwMDE1IDAwMDAwIG4gCjAwMDAwMDAw\
    NjQgMDAwMDAgbiAKMDAwMDAwMDEyMyAwMDAwMCBuIAowMDAwMDAwMjQ4IDAwMDAwIG4gCjAwMDAwMDAzNjYgMDAwMDAgbiAK\
    MDAwMDAwMDQzNiAwMDAwMCBuIAp0cmFpbGVyIDw8IC9Sb290IDEgMCBSIC9TaXplIDcgL0lEIFs8YzY0NjM2MDdkZTVjN2Q0\
    ZmVkMzk5NzI3MTA4YWQ1ZTA+PGM2NDYzNjA3ZGU1YzdkNGZlZDM5OTcyNzEwOGFkNWUwPl0gL0VuY3J5cHQgNiAwIFIgPj4K\
    c3RhcnR4cmVmCjczNQolJUVPRgo=
    """)

  /// A DjVu document: a page of 64 × 48 pixels whose quarters are red, green, blue and white, and a
  /// black page of 48 × 64 pixels.
  public static let djvu = bytes(
    """
    QVQmVEZPUk0AAAD0REpWTURJUk0AAAAkgQACAAAAPAAAALD//+a/iiOWe6ty0gQTMaKNYKUFJ8NuUTLPRk9STQAAAGtESlZV\
    SU5GTwAAAAoAQAAwGABkABYBU2piegAAAA+B+rprpDPAf5W4g8veqV8ARkdiegAAABqAAAT/AAAAAP8A/wD///8AAAP///iC\
    +aLsOEJHNDQAAAATAGEBAgAGAASK5uGxN9l/KoqnJwBGT1JNAAAASERKVlVJTkZPAAAACgAwAEAYAGQAFgFTamJ6AAAABILr\
    hu9GR2J6AAAABgAAAQAAAEJHNDQAAAAQAGEBAgAEAAaKg8Uv/////w==
    """)

  private static func bytes(_ text: String) -> [UInt8] {
    Data(base64Encoded: text).map(Array.init) ?? []
  }
}
