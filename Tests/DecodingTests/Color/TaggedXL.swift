/// JPEG XL files of cjxl 0.7 with colour encodings.
enum TaggedXL {
  /// The picture of ``HEIFSample`` without loss, in the primaries of BT.2100.
  static let perceptualQuantizer = FormatSamples.hexadecimal(
    "ff0acf051090478f381c0000000002080201003c014b2834328e05074c83891813273ede8d188317c560e7468c"
      + "c1c5408cc14c5d2020005ee40480c259145601f056c429eef7ce82db8e866b82606c09d55a941162940b82207d"
      + "6899f5646800c6027208")
  static let hybridLogGamma = FormatSamples.hexadecimal(
    "ff0acf0510906720d0630000000008080201003c014b2834328e05074c83891813273ede8d188317c560e7468c"
      + "c1c5408cc14c5d2020005ee40480c259145601f056c429eef7ce82db8e866b82606c09d55a941162940b82207d"
      + "6899f5646800c6027208")
  /// The gray picture of ``HEIFSample`` without loss.
  static let grayPerceptualQuantizer = FormatSamples.hexadecimal(
    "ff0acf0510143de2700000000008080201008c004b188b1500941f3fc68df12f000400a0680000000100d08002"
      + "0841207b2dcade24e800")
  /// Two frames of 16 × 16 pixels with a profile that is sRGB with its channels in another order:
  /// red lights green, green lights blue, and blue lights red.
  static let rotatedFrames = FormatSamples.hexadecimal(
    "ff0a43040308c95bc380149a07e0ed75e8b709c639a4d33caea44d5fdb7ca95936dac4ac6db1c12973ca5176b1"
      + "38775010a4847766dd98ef4c89d5de2859ad565ba31c40d6d1d61901bee2dc3557ecb1c30d540318f07f6169c5"
      + "d70c96ba4eecb2edace4a150a0686d2a2b7d9ba92ebfddf7978c1fd5856cebf81638fa0a9b2b9b7a8a4a971558"
      + "3b5b16682a5b5aca9a43efbd323e55496f632c15e0d46ffefcc96f79a22781f88de4cf9f3e50fefcf13b82a35d"
      + "68f0b1f66d088aa3c3d10894e481eb16a0b784a09805b26580cdb01c8fced4d484ce33c1a519bcd328acdc1c45"
      + "956df9700024ca0a52ee201313c27403359a8f8b1c0802920900005c004b188b1500d48c3118c70b4400404824"
      + "1006f9036aab06080292050068004b188b1500d417638cf1e2dd05220020180c002024e02ce0bd6f")
  /// The same frames in Display P3, lossy.
  static let lossyFrames = FormatSamples.hexadecimal(
    "ff0a43040348c8e4960012904c5000dc005de5120000152aa38c1bbc9cebf9f24387c5b48deb0c6db56d6149a2"
      + "c8383649277048126b20f386102000e038f3260e6082a1292a49000012902c0a00ec005de5120000152aa38c1b"
      + "bc9cebf9f24387c5b48deb0c6db56d6149a2c8383649277048128b30d86530803778c0cc2371a719db2e471832"
      + "12952400")
}
