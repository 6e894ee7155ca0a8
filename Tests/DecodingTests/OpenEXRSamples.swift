import Foundation

/// Small OpenEXR files: the corners of ``Samples`` in linear light, 32 × 24 pixels.
enum OpenEXRSamples {
  /// A picture in scan lines, with ZIP compression.
  static let color = bytes(
    """
    di8xAQIAAABjaGFubmVscwBjaGxpc3QANwAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAAAAABAAAAAQAAAFIAAQAAAAAA\
    AAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAAA2RhdGFXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAAHwAA\
    ABcAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAB8AAAAXAAAAbGluZU9yZGVyAGxpbmVPcmRlcgABAAAAAHBp\
    eGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgAAAAAAAAAAAAAAHNjcmVlbldp\
    bmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/AEkBAAAAAAAAwQEAAAAAAAAAAAAAcAAAAHhe7cwxFYBAEANRD6hAGTrQgT9aNND/\
    Ive2uyLT7WaS855x+IDPx5DuZ7qf6X5mt319c1n55qIv9vXNRV/s65uLvtjXN3+5Vzw+4PIxpPuZ7me6n9ltX99cVr656It9\
    fXPRF/v65qIv9vXNfxUAABQQAAAAcwAAAHheXctBEQBACMNADycSHacDKYjCArzZ/DpJ61+aLY9trxd78W+vF3vxb68Xe/Fv\
    rxd78W+vF3vxb68Xe/Fvrxd78W+vH3awJdn2erEX//Z6sRf/9nqxF//2erEX//Z6sRf/9nqxF//2erEX//b6BWRLAOc=
    """)

  /// The picture of ``color`` in tiles of 16 × 16 pixels.
  static let tiles = bytes(
    """
    di8xAQICAABjaGFubmVscwBjaGxpc3QANwAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAAAAABAAAAAQAAAFIAAQAAAAAA\
    AAABAAAAAQAAAABjaHVua0NvdW50AGludAAEAAAABAAAAGNvbXByZXNzaW9uAGNvbXByZXNzaW9uAAEAAAADZGF0YVdpbmRv\
    dwBib3gyaQAQAAAAAAAAAAAAAAAfAAAAFwAAAGRpc3BsYXlXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAAHwAAABcAAABsaW5l\
    T3JkZXIAbGluZU9yZGVyAAEAAAAAcGl4ZWxBc3BlY3RSYXRpbwBmbG9hdAAEAAAAAACAP3NjcmVlbldpbmRvd0NlbnRlcgB2\
    MmYACAAAAAAAAAAAAAAAc2NyZWVuV2luZG93V2lkdGgAZmxvYXQABAAAAAAAgD90aWxlcwB0aWxlZGVzYwAJAAAAEAAAABAA\
    AAAAdHlwZQBzdHJpbmcACgAAAHRpbGVkaW1hZ2UApgEAAAAAAAD0AQAAAAAAAD8CAAAAAAAAfQIAAAAAAAAAAAAAAAAAAAAA\
    AAAAAAAAOgAAAHhe02jAD4TQ+O/Q+OhgVD1+MNzUowNS9Q+0+nJ0ATQwC42fhsZHB6Pq8YPhph4dkKp/oNUDAI3x/74BAAAA\
    AAAAAAAAAAAAAAAANwAAAHhe02hABUJo/HdofHQwqh4/GOnq0QG6/oFW/xSNPwuNn4bGRwej6vGDka4eHaDrH2j1AHjx/9gA\
    AAAAAQAAAAAAAAAAAAAAKgAAAHhe29WACt6h8dGBEBp/VD0qIFX9RDR+GhofHcxC44+qRwWkqgcApV6ArwEAAAABAAAAAAAA\
    AAAAAAAqAAAAeF7TaEAFQmh8dPAOjT+qHhWQqv4pGn8WGh8dpKHxR9WjAlLVAwB7MX/J
    """)

  /// The picture of ``color`` with alpha, which is 128 of 255 in the right half.
  static let alpha = bytes(
    """
    di8xAQIAAABjaGFubmVscwBjaGxpc3QASQAAAEEAAQAAAAAAAAABAAAAAQAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAA\
    AAABAAAAAQAAAFIAAQAAAAAAAAABAAAAAQAAAABjb21wcmVzc2lvbgBjb21wcmVzc2lvbgABAAAAA2RhdGFXaW5kb3cAYm94\
    MmkAEAAAAAAAAAAAAAAAHwAAABcAAABkaXNwbGF5V2luZG93AGJveDJpABAAAAAAAAAAAAAAAB8AAAAXAAAAbGluZU9yZGVy\
    AGxpbmVPcmRlcgABAAAAAHBpeGVsQXNwZWN0UmF0aW8AZmxvYXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgA\
    AAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQAAAAAAIA/AFsBAAAAAAAA2wEAAAAAAAAAAAAAeAAAAHhe7c27\
    DYIAGEVhwwgOwyxMoEtYYGQKEjtncRxnsL5fAaGgu6c7/yPnMicL/sH3uDqAHz7h7SftH6P9bdpP2k/sj7j/Yt9791+8/eTs\
    /oA/8Du+x+oAbvgbbz9p/xjtb9N+0n5i/4n7L/a9d//C20/O7v8BNJf/IxAAAABXAAAAeF7tzUERgDAUA1EGCYhBUlVwKAMq\
    Kgg5aOg5z0L/3naSSbaevPiJ/7gcuH3zD6//pP4T98R9++ar/+/4hd94w2Xg9s0fvP6T+k/cE/ftm6/+PwGKtf7n
    """)

  /// A file of two parts, of which the second has one color.
  static let parts = bytes(
    """
    di8xAQIQAABjaGFubmVscwBjaGxpc3QANwAAAEIAAQAAAAAAAAABAAAAAQAAAEcAAQAAAAAAAAABAAAAAQAAAFIAAQAAAAAA\
    AAABAAAAAQAAAABjaHVua0NvdW50AGludAAEAAAAAgAAAGNvbXByZXNzaW9uAGNvbXByZXNzaW9uAAEAAAADZGF0YVdpbmRv\
    dwBib3gyaQAQAAAAAAAAAAAAAAAfAAAAFwAAAGRpc3BsYXlXaW5kb3cAYm94MmkAEAAAAAAAAAAAAAAAHwAAABcAAABsaW5l\
    T3JkZXIAbGluZU9yZGVyAAEAAAAAbmFtZQBzdHJpbmcAAQAAAGFwaXhlbEFzcGVjdFJhdGlvAGZsb2F0AAQAAAAAAIA/c2Ny\
    ZWVuV2luZG93Q2VudGVyAHYyZgAIAAAAAAAAAAAAAABzY3JlZW5XaW5kb3dXaWR0aABmbG9hdAAEAAAAAACAP3R5cGUAc3Ry\
    aW5nAA0AAABzY2FubGluZWltYWdlAGNoYW5uZWxzAGNobGlzdAA3AAAAQgABAAAAAAAAAAEAAAABAAAARwABAAAAAAAAAAEA\
    AAABAAAAUgABAAAAAAAAAAEAAAABAAAAAGNodW5rQ291bnQAaW50AAQAAAACAAAAY29tcHJlc3Npb24AY29tcHJlc3Npb24A\
    AQAAAANkYXRhV2luZG93AGJveDJpABAAAAAAAAAAAAAAAB8AAAAXAAAAZGlzcGxheVdpbmRvdwBib3gyaQAQAAAAAAAAAAAA\
    AAAfAAAAFwAAAGxpbmVPcmRlcgBsaW5lT3JkZXIAAQAAAABuYW1lAHN0cmluZwABAAAAYnBpeGVsQXNwZWN0UmF0aW8AZmxv\
    YXQABAAAAAAAgD9zY3JlZW5XaW5kb3dDZW50ZXIAdjJmAAgAAAAAAAAAAAAAAHNjcmVlbldpbmRvd1dpZHRoAGZsb2F0AAQA\
    AAAAAIA/dHlwZQBzdHJpbmcADQAAAHNjYW5saW5laW1hZ2UAABUDAAAAAAAAkQMAAAAAAAAQBAAAAAAAAGIEAAAAAAAAAAAA\
    AAAAAABwAAAAeF7tzDEVgEAQA1EPqEAZOtCBP1o00P8i97a7ItPtZpLznnH4gM/HkO5nup/pfma3fX1zWfnmoi/29c1FX+zr\
    m4u+2Nc3f7lXPD7g8jGk+5nuZ7qf2W1f31xWvrnoi319c9EX+/rmoi/29c1/FQAAFAAAAAAQAAAAcwAAAHheXctBEQBACMNA\
    DycSHacDKYjCArzZ/DpJ61+aLY9trxd78W+vF3vxb68Xe/Fvrxd78W+vF3vxb68Xe/Fvrxd78W+vH3awJdn2erEX//Z6sRf/\
    9nqxF//2erEX//Z6sRf/9nqxF//2erEX//b6BWRLAOcBAAAAAAAAAEYAAAB4Xu3MIQEAIBDF0Hz0QKLB0oEAVCAifmIF7j85\
    sbvdYIDOAI8B8nf5u/xd/q76vzHAZIDFAIcB8nf5u/xd/q76/wNwLQAAAQAAABAAAAA+AAAAeF7tzCEBACEUBcF89DiJ5iwd\
    CEAFIuJHPIP9I1fsnlk34DPgGFD/rP7Z678ZMAz4DVgG1D+rf/b6vzEP/8Q=
    """)

  /// An uncompressed picture of one row, whose components are floats.
  static func row(
    _ pixels: [(red: Float, green: Float, blue: Float, alpha: Float)]
  ) -> [UInt8] {
    func long(_ value: Int) -> [UInt8] { TIFFWriter.little(value, 4) }
    func float(_ value: Float) -> [UInt8] { long(Int(value.bitPattern)) }
    func text(_ value: String) -> [UInt8] { Array(value.utf8) + [0] }
    func attribute(_ name: String, _ type: String, _ value: [UInt8]) -> [UInt8] {
      text(name) + text(type) + long(value.count) + value
    }
    // Each channel has its type, four bytes of flags, and the sampling of both axes.
    let channel = long(2) + long(0) + long(1) + long(1)
    var channels = ["A", "B", "G", "R"].flatMap { (name: String) -> [UInt8] in
      text(name) + channel
    }
    channels.append(0)
    let window = long(0) + long(0) + long(pixels.count - 1) + long(0)
    var out: [UInt8] = [0x76, 0x2F, 0x31, 0x01, 2, 0, 0, 0]
    out += attribute("channels", "chlist", channels)
    out += attribute("compression", "compression", [0])
    out += attribute("dataWindow", "box2i", window)
    out += attribute("displayWindow", "box2i", window)
    out += attribute("lineOrder", "lineOrder", [0])
    out += attribute("pixelAspectRatio", "float", float(1))
    out += attribute("screenWindowCenter", "v2f", float(0) + float(0))
    out += attribute("screenWindowWidth", "float", float(1))
    out.append(0)
    out += TIFFWriter.little(out.count + 8, 8)
    out += long(0) + long(pixels.count * 16)
    out += pixels.flatMap { float($0.alpha) } + pixels.flatMap { float($0.blue) }
    out += pixels.flatMap { float($0.green) } + pixels.flatMap { float($0.red) }
    return out
  }

  private static func bytes(_ text: String) -> [UInt8] {
    Array(Data(base64Encoded: text) ?? Data())
  }
}
