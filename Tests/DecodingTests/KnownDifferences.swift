/// Pictures of the collection that are not shown as its references say, each with the reason.
enum KnownDifferences {
  static func reason(for file: String) -> String? {
    groups.first { $0.files.contains { file.hasPrefix($0) } }?.reason
  }

  private static let groups: [(reason: String, files: [String])] = [
    (
      "what no frame covers stays clear, as in browsers; the reference fills it",
      [
        "gif-test-suite/dispose-restore-background", "gif-test-suite/high-color",
        "gif-test-suite/image-inside-bg", "gif-test-suite/images-combine",
        "gif-test-suite/missing-pixels", "image-rs/gif/anim/border_touching_layers",
        "image-rs/gif/anim/issue_1455_undersized",
        "wuffs/artificial-gif/background-color", "wuffs/artificial-gif/metadata-",
        "wuffs/artificial-gif/multiple-loop-counts", "wuffs/artificial-gif/small-frame-interlaced",
      ]
    ),
    (
      "a frame beyond the screen does not enlarge it; the reference does",
      [
        "gif-test-suite/image-outside-bg", "gif-test-suite/image-overlap-bg",
        "image-rs/gif/anim/oob", "image-rs/gif/simple/issue_1455_oversized",
        "wuffs/artificial-gif/frame-out-of-bounds",
      ]
    ),
    (
      "the reference does not follow tRNS of grays that have not eight bits",
      ["image-rs/png/transparency/tbbn0g04", "pngsuite/tbbn0g04", "pngsuite/tbwn0g16"]
    ),
    (
      "a bit that is set is black, as X draws it; the reference has it white",
      ["gdk-pixbuf/randomly-modified/valid.1.xbm"]
    ),
    (
      "no loader in this release, which the sentence says",
      ["serenity/jxl/"]
    ),
    (
      "neither magic nor extension says what it is",
      ["gdk-pixbuf/reftests/tga/gtk-logo-16bpp-"]
    ),
    (
      "the AVIF loader of this release: no sequences, no odd grids, strict about its boxes",
      [
        "libavif/colors-animated-", "libavif/poc_b_506387278", "serenity/loop_forever",
        "libavif/draw_points_idat_", "libavif/color_grid_alpha_nogrid",
        "libavif/sofa_grid1x5_420_reversed_dimg_order",
      ]
    ),
    (
      "the loaders of this release for rare kinds of TIFF, Targa, BMP and icons",
      [
        "image-rs/ico/images/bmp_v5_with_icc", "image-rs/ico/images/multiple_entries_with_diff",
        "image-rs/tiff/testsuite/hpredict", "image-rs/tiff/testsuite/ycbcr_lzw_broken",
        "serenity/tiff/rgb_palette_alpha", "image-rs/tga/testsuite/b5-attrib",
        "image-rs/tga/testsuite/ccm8", "image-rs/tga/testsuite/cmap_offset",
        "image-rs/tga/testsuite/ucm8", "image-rs/bmp/images/pal4rletrns",
        "image-rs/bmp/images/pal8os2sp",
      ]
    ),
  ]
}
