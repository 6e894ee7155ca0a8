// swift-tools-version: 6.2
//
// The architecture as code. A target depends on lower layers, or on targets named before it in its
// own layer. Platform targets do not depend on each other, except for the groundwork:
// `RuntimeLibraries`, which opens C libraries at run time, `HelperProcesses`, the viewer's side of
// helper processes, `Threads`, `Descriptors`, `BaseDirectories`, the user's folders, and `Archives`,
// the files in archives.
// `FloorPlanTests` reads this file and checks every import.

import PackageDescription

/// Flags that optimise the pixel kernels in debug builds too: without them the kernels are two
/// hundred times slower. The modules of pixels and rectangles, which all drawing calls, have the
/// flags as well. Only the project's own scripts set the variable, because SwiftPM accepts no
/// package with unsafe flags as a dependency.
let kernelFlags: [SwiftSetting] =
  Context.environment["PBVIEW_OPTIMISED_KERNELS"] == nil
  ? [] : [.unsafeFlags(["-O"]), .define("OPTIMISED_KERNELS")]

/// Whether `scripts/fuzz` builds: then the code is instrumented for coverage and there is a driver.
let isFuzzing = Context.environment["PBVIEW_FUZZ"] != nil
let fuzzFlags: [SwiftSetting] = isFuzzing ? [.unsafeFlags(["-sanitize=fuzzer", "-O"])] : []

let strict: [SwiftSetting] =
  fuzzFlags + [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .treatAllWarnings(as: .error),
  ]
let onMainActor: [SwiftSetting] = strict + [.defaultIsolation(MainActor.self)]

extension Target {
  static func system(_ name: String, pkgConfig: String? = nil, apt: [String] = []) -> Target {
    .systemLibrary(
      name: name, path: "Sources/System/\(name)", pkgConfig: pkgConfig,
      providers: apt.isEmpty ? nil : [.apt(apt)])
  }
  static func core(
    _ name: String, uses: [Dependency] = [], settings: [SwiftSetting] = []
  ) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/Core/\(name)",
      swiftSettings: strict + settings, linkerSettings: [.linkedLibrary("m")])
  }
  static func platform(
    _ name: String, uses: [Dependency], settings: [SwiftSetting] = strict
  ) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/Platform/\(name)", swiftSettings: settings)
  }
  static func decoder(_ name: String, uses: [Dependency]) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/Decoders/\(name)", exclude: ["README.md"],
      swiftSettings: strict + kernelFlags)
  }
  static func interface(_ name: String, uses: [Dependency]) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/Interface/\(name)",
      swiftSettings: onMainActor)
  }
  static func app(_ name: String, uses: [Dependency]) -> Target {
    .target(
      name: name, dependencies: uses, path: "Sources/App/\(name)", swiftSettings: onMainActor)
  }
  static func program(_ name: String, uses: [Dependency]) -> Target {
    .executableTarget(
      name: name, dependencies: uses, path: "Sources/App/\(name)", swiftSettings: strict)
  }
  static func tests(
    _ name: String, uses: [Dependency], exclude: [String] = []
  ) -> Target {
    .testTarget(
      name: "\(name)Tests", dependencies: uses + ["TestSupport"], path: "Tests/\(name)Tests",
      exclude: exclude, swiftSettings: strict)
  }
}

let geometry: [Target.Dependency] = ["Geometry"]
let motion: [Target.Dependency] = geometry + ["Motion"]
let input: [Target.Dependency] = motion + ["Input"]
let gestures: [Target.Dependency] = input + ["Gestures"]

/// The engines behind `Decoding`, the service, and their groundwork.
let engines: [Target.Dependency] = [
  "DecodingSupport", "Deflate", "PictureMetadata", "MetadataReading", "ColorManagement",
  "DecodeJobs", "JPEGDecoding",
  "AnimationDecoding", "PNGDecoding", "BitmapFormats", "PixbufLoading", "WebPDecoding",
  "JXLDecoding", "TIFFDecoding", "HEIFDecoding", "JPEG2000Decoding", "OpenEXRDecoding",
  "FreeImageDecoding", "VectorDecoding", "DocumentDecoding", "RawDecoding", "SidecarEditing",
  "OrientationEditing", "PictureEncoding",
]

let package = Package(
  name: "pbview",
  products: [
    .library(name: "PhotoBrowser", targets: ["PhotoBrowser", "PhotoGrid", "BrowserHost"]),
    .executable(name: "pbview", targets: ["pbview"]),
    .executable(name: "pbview-decoder", targets: ["pbview-decoder"]),
    .executable(name: "pbview-player", targets: ["pbview-player"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-numerics", from: "1.1.1"),
  ],
  targets: [
    // System
    .system(
      "CX11", pkgConfig: "x11",
      apt: [
        "libx11-dev", "libxext-dev", "libxi-dev", "libxrandr-dev", "libxpresent-dev",
        "libxfixes-dev", "libxcursor-dev", "libxrender-dev",
      ]),
    .system("CCairo", pkgConfig: "cairo", apt: ["libcairo2-dev"]),
    .system("CJPEG", pkgConfig: "libturbojpeg", apt: ["libturbojpeg0-dev"]),
    // Found at run time, never linked: their own libraries would slow every start.
    .system("CPango"),
    .system("CGio"),
    .system("CCurl", apt: ["libcurl4-openssl-dev"]),
    .system("CMpv"),
    .system("CSession"),
    .system("CPixbuf"),
    .system("CWebP"),
    .system("CLCMS"),
    .system("CJXL"),
    .system("CTIFF"),
    .system("CHEIF"),
    .system("CJ2K"),
    .system("CEXR"),
    .system("CSQLite"),
    .system("CArchive"),
    .system("CLibRaw"),
    .system("CFreeImage"),
    .system("CDjVu"),
    .system("CPoppler"),
    .system("CGExiv2"),
    .system("CExpat"),
    .system("CSurfaces"),
    .system("CLinux"),
    .system("CGettext"),
    .system("CKernels"),

    // Core
    .core("Localization"),
    .core("Hashing"),
    .core("PercentCoding"),
    .core("TextSearch"),
    .core("Geometry", settings: kernelFlags),
    .core("Motion", uses: geometry + [.product(name: "RealModule", package: "swift-numerics")]),
    .core("Input", uses: motion),
    .core("Gestures", uses: input + [.product(name: "RealModule", package: "swift-numerics")]),
    .core(
      "Transitions",
      uses: motion + ["Localization", .product(name: "RealModule", package: "swift-numerics")]),
    .core(
      "BrowserCore",
      uses: motion + ["Transitions", .product(name: "RealModule", package: "swift-numerics")]),
    .core(
      "GalleryCore",
      uses: motion + [
        "Localization", .product(name: "RealModule", package: "swift-numerics"),
      ]),
    .core(
      "Cropping", uses: geometry + [.product(name: "RealModule", package: "swift-numerics")]),
    .core("Pixels", uses: geometry, settings: kernelFlags),
    .core(
      "Resampling",
      uses: geometry + [
        "Pixels", "CKernels", .product(name: "RealModule", package: "swift-numerics"),
      ], settings: kernelFlags),
    .core("Tiles", uses: geometry + ["Pixels"]),
    .core("ImageServers", uses: geometry + ["TextSearch", "Pixels", "Tiles"]),
    .core("Recordings", uses: input + ["PercentCoding"]),
    .core("PNGEncoding", uses: ["Pixels"], settings: kernelFlags),
    .core("Wire"),
    .core("BusWire"),
    .core("AccessibilityTree", uses: geometry),
    .core("DecoderWire", uses: geometry + ["Localization", "Pixels", "Wire"]),
    .core("ClipWire", uses: geometry + ["Pixels", "Wire"]),
    .core("ArchiveWire", uses: ["Localization", "Wire", "DecoderWire"]),

    // Platform
    .platform("RuntimeLibraries", uses: ["Localization"]),
    .platform("BaseDirectories", uses: []),
    .platform("Threads", uses: []),
    .platform("Descriptors", uses: ["CLinux"]),
    .platform("MessageCatalogues", uses: ["Localization", "CGettext"]),
    .platform("PhotoIndex", uses: ["RuntimeLibraries", "BaseDirectories", "CSQLite"]),
    .platform(
      "Drawing",
      uses: geometry + [
        "Localization", "TextSearch", "Pixels", "Resampling", "RuntimeLibraries", "Threads",
        "CCairo", "CPango",
        "CLinux",
      ]),
    .platform("HelperProcesses", uses: ["Localization", "Descriptors", "CLinux"]),
    .platform(
      "Archives",
      uses: [
        "Hashing", "GalleryCore", "ArchiveWire", "BaseDirectories", "HelperProcesses", "Threads",
        "CLinux",
      ]),
    .platform(
      "ArchiveReading",
      uses: [
        "TextSearch", "ArchiveWire", "RuntimeLibraries", "Descriptors", "CArchive", "CLinux",
      ]),
    .platform(
      "Imaging",
      uses: geometry + [
        "Localization", "Hashing", "PercentCoding",
        "Pixels", "Resampling", "PNGEncoding", "DecoderWire", "BaseDirectories",
        "HelperProcesses", "Threads", "ArchiveWire", "Archives", "CLinux",
      ]),
    .platform(
      "Windowing",
      uses: input + [
        "Localization", "Pixels", "Resampling", "RuntimeLibraries", "Descriptors", "Threads",
        "CX11", "CLinux",
      ],
      settings: onMainActor),

    .platform(
      "Network",
      uses: [
        "Localization", "Hashing", "PercentCoding", "RuntimeLibraries", "BaseDirectories",
        "Descriptors", "CCurl", "CLinux",
      ],
      settings: onMainActor),
    .platform(
      "Desktop",
      uses: geometry + [
        "Localization", "GalleryCore", "TextSearch",
        "RuntimeLibraries", "BaseDirectories", "HelperProcesses", "ArchiveWire", "Archives", "CGio",
        "CSession", "CLinux",
      ],
      settings: onMainActor),
    .platform(
      "Accessibility",
      uses: geometry + ["PercentCoding", "BusWire", "AccessibilityTree", "Descriptors", "CLinux"],
      settings: onMainActor),
    .platform(
      "Video",
      uses: geometry + [
        "Localization", "Pixels", "ClipWire", "Descriptors", "HelperProcesses", "CLinux",
      ],
      settings: onMainActor),
    .platform(
      "Playing",
      uses: geometry + [
        "Pixels", "ClipWire", "RuntimeLibraries", "Descriptors", "CMpv", "CLinux",
      ],
      settings: strict + kernelFlags),
    .platform("Confinement", uses: ["CLinux"]),

    // Decoders: `pbview-decoder` alone links them, through the service, `Decoding`.
    .decoder(
      "DecodingSupport",
      uses: geometry + ["Pixels", "Resampling", "DecoderWire", "Threads", "CLinux"]),
    .decoder("Deflate", uses: ["DecoderWire", "DecodingSupport"]),
    .decoder(
      "PictureMetadata",
      uses: geometry + ["Pixels", "DecoderWire", "DecodingSupport", "Deflate", "CLinux"]),
    .decoder(
      "MetadataReading",
      uses: [
        "TextSearch", "Pixels", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata",
        "CGExiv2",
      ]),
    .decoder(
      "SidecarEditing",
      uses: ["TextSearch", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "CExpat"]),
    .decoder(
      "ColorManagement",
      uses: [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "Deflate",
        "PictureMetadata", "CLCMS", "CLinux",
      ]),
    .decoder(
      "DecodeJobs",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "DecodingSupport", "ColorManagement", "CLinux",
      ]),
    .decoder(
      "JPEGDecoding",
      uses: geometry + [
        "TextSearch", "Pixels", "Resampling", "DecoderWire", "DecodingSupport", "PictureMetadata",
        "ColorManagement", "DecodeJobs", "Threads", "CJPEG", "CLinux",
      ]),
    .decoder(
      "AnimationDecoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "DecodingSupport", "PictureMetadata",
        "ColorManagement", "DecodeJobs",
      ]),
    .decoder(
      "PNGDecoding",
      uses: geometry + [
        "Pixels", "PNGEncoding", "Resampling", "DecoderWire", "DecodingSupport", "Deflate",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "AnimationDecoding", "Threads",
        "CLinux",
      ]),
    .decoder(
      "OrientationEditing",
      uses: geometry + [
        "Pixels", "DecoderWire", "DecodingSupport", "PictureMetadata", "PNGDecoding",
      ]),
    .decoder(
      "BitmapFormats",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "DecodingSupport", "PictureMetadata",
        "ColorManagement", "DecodeJobs", "JPEGDecoding", "PNGDecoding",
      ]),
    .decoder(
      "PixbufLoading",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "CPixbuf",
      ]),
    .decoder(
      "WebPDecoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata", "DecodeJobs", "AnimationDecoding", "PixbufLoading", "CWebP", "CLinux",
      ]),
    .decoder(
      "JXLDecoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "ColorManagement", "DecodeJobs", "AnimationDecoding", "PixbufLoading", "CJXL",
      ]),
    .decoder(
      "TIFFDecoding",
      uses: geometry + [
        "Pixels", "PNGEncoding", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "PixbufLoading", "CTIFF",
      ]),
    .decoder(
      "HEIFDecoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "PixbufLoading", "CHEIF",
      ]),
    .decoder(
      "JPEG2000Decoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "ColorManagement", "DecodeJobs", "CJ2K",
      ]),
    .decoder(
      "OpenEXRDecoding",
      uses: geometry + [
        "Pixels", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "ColorManagement",
        "DecodeJobs", "CEXR",
      ]),
    .decoder(
      "FreeImageDecoding",
      uses: geometry + [
        "Pixels", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "PictureMetadata",
        "ColorManagement", "DecodeJobs", "CFreeImage",
      ]),
    .decoder(
      "VectorDecoding",
      uses: geometry + [
        "PercentCoding", "Pixels", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "Deflate",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "PixbufLoading", "CSurfaces", "CLinux",
      ]),
    .decoder(
      "DocumentDecoding",
      uses: geometry + [
        "Pixels", "DecoderWire", "RuntimeLibraries", "DecodingSupport", "ColorManagement",
        "DecodeJobs", "VectorDecoding", "CDjVu", "CPoppler",
      ]),
    .decoder(
      "RawDecoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "DecodingSupport",
        "PictureMetadata", "ColorManagement", "DecodeJobs", "CLibRaw",
      ]),
    .decoder(
      "PictureEncoding",
      uses: geometry + [
        "Pixels", "Resampling", "PNGEncoding", "DecoderWire", "RuntimeLibraries",
        "DecodingSupport", "JPEGDecoding", "JXLDecoding", "HEIFDecoding", "CLinux",
      ]),
    .decoder(
      "Decoding",
      uses: geometry + [
        "Pixels", "Resampling", "DecoderWire", "DecodingSupport", "Deflate", "PictureMetadata",
        "ColorManagement", "DecodeJobs", "JPEGDecoding", "AnimationDecoding", "PNGDecoding",
        "BitmapFormats", "PixbufLoading", "WebPDecoding", "JXLDecoding", "TIFFDecoding",
        "HEIFDecoding", "JPEG2000Decoding", "OpenEXRDecoding", "FreeImageDecoding",
        "VectorDecoding", "DocumentDecoding", "RawDecoding", "MetadataReading", "SidecarEditing",
        "OrientationEditing", "PictureEncoding", "CLinux",
      ]),

    // Interface
    .interface(
      "Views",
      uses: gestures + ["Localization", "TextSearch", "AccessibilityTree", "Pixels", "Drawing"]),
    .interface(
      "Scenes",
      uses: gestures + [
        "Localization", "AccessibilityTree", "Transitions", "Pixels", "Drawing", "Views",
      ]),
    .interface(
      "PhotoBrowser",
      uses: gestures + [
        "Localization", "AccessibilityTree", "Transitions", "BrowserCore", "Pixels", "Resampling",
        "Tiles", "Drawing", "Views", "Scenes",
        .product(name: "RealModule", package: "swift-numerics"),
      ]),

    .interface(
      "PhotoGrid",
      uses: gestures + [
        "Localization",
        "AccessibilityTree", "Transitions", "GalleryCore", "Pixels", "Resampling", "Drawing",
        "Views", "Scenes", "PhotoBrowser",
      ]),

    // App
    .app(
      "BrowserHost",
      uses: gestures + [
        "Localization", "PercentCoding",
        "Transitions", "BrowserCore", "Pixels", "Resampling", "Tiles", "ImageServers",
        "Threads", "DecoderWire", "ArchiveWire", "Archives", "Drawing", "Imaging", "Windowing",
        "Network", "Desktop", "Video",
        "AccessibilityTree", "Accessibility",
        "Views", "Scenes", "PhotoBrowser", "PhotoGrid", "CLinux",
      ]),
    .app(
      "ViewerApp",
      uses: gestures + [
        "Localization", "Hashing", "PercentCoding", "TextSearch", "MessageCatalogues",
        "Transitions", "BrowserCore", "GalleryCore", "Cropping", "Pixels", "Resampling",
        "DecoderWire", "ImageServers", "ArchiveWire", "Archives", "Recordings",
        "BaseDirectories", "CLinux", "Threads", "PhotoIndex", "Drawing", "Imaging", "Windowing",
        "Network", "Desktop", "HelperProcesses", "Video", "Confinement", "Views", "Scenes",
        "PhotoBrowser", "PhotoGrid", "AccessibilityTree",
        "BrowserHost", .product(name: "RealModule", package: "swift-numerics"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .program("pbview", uses: ["ViewerApp"]),
    .target(
      name: "PlayerProgram", dependencies: ["ClipWire", "Playing", "Confinement", "CLinux"],
      path: "Sources/App/PlayerProgram", swiftSettings: strict),
    .program(
      "pbview-decoder",
      uses: geometry + [
        "Pixels", "DecoderWire", "Decoding", "ArchiveWire", "ArchiveReading", "Confinement",
        "PlayerProgram", "CLinux",
      ]),
    .program("pbview-player", uses: ["PlayerProgram"]),

    // Benchmarks
    .executableTarget(
      name: "thumbnail-bench", dependencies: ["Imaging", "DecoderWire", "CLinux"],
      path: "bench/thumbnails", swiftSettings: onMainActor),

    // Tests
    .systemLibrary(
      name: "CXTest", path: "Tests/System/CXTest", pkgConfig: "xtst",
      providers: [.apt(["libxtst-dev"])]),
    .systemLibrary(
      name: "CGDBus", path: "Tests/System/CGDBus", pkgConfig: "gio-2.0",
      providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CPangoHeaders", path: "Tests/System/CPangoHeaders", pkgConfig: "pango",
      providers: [.apt(["libpango1.0-dev"])]),
    .target(
      name: "CDeclarations", dependencies: ["CGDBus", "CPangoHeaders"],
      path: "Tests/System/CDeclarations",
      exclude: ["declarations.def"]),
    .target(
      name: "TestSupport",
      dependencies: gestures + ["Pixels", "Drawing", "Views", "CCairo", "CLinux"],
      path: "Tests/TestSupport", swiftSettings: strict + kernelFlags),
    .target(
      name: "ImagingTestSupport", dependencies: ["DecoderWire", "Imaging"],
      path: "Tests/ImagingTestSupport",
      swiftSettings: strict),
    .executableTarget(
      name: "ConfinementProbe", dependencies: ["Confinement", "CLinux"],
      path: "Tests/ConfinementProbe", swiftSettings: strict),
    .executableTarget(
      name: "HostileHelper", dependencies: ["Pixels", "DecoderWire", "ClipWire", "CLinux"],
      path: "Tests/HostileHelper", swiftSettings: strict),
    .executableTarget(
      name: "FileWorkProbe",
      dependencies: ["Desktop", "PhotoGrid", "BrowserHost", "ViewerApp", "TestSupport"] + geometry,
      path: "Tests/FileWorkProbe", swiftSettings: strict),
    .target(
      name: "FuzzTargets",
      dependencies: input + engines + [
        "Pixels", "Resampling", "DecoderWire", "ClipWire", "ArchiveWire", "Decoding", "Imaging",
        "Network", "BrowserHost", "ViewerApp", "Tiles", "ImageServers", "BusWire", "Recordings",
        "CLinux",
      ], path: "Fuzz/Targets", swiftSettings: strict),
    .tests("Fuzz", uses: ["DecoderWire", "ClipWire", "FuzzTargets"]),
    .tests("Localization", uses: ["Localization", "MessageCatalogues"]),
    .tests("Hashing", uses: ["Hashing"]),
    .tests("PercentCoding", uses: ["PercentCoding"]),
    .tests("TextSearch", uses: ["TextSearch"]),
    .tests("Threads", uses: ["Threads"]),
    .tests("Geometry", uses: geometry),
    .tests("Motion", uses: motion),
    .tests("Gestures", uses: gestures),
    .tests("Transitions", uses: motion + ["Transitions"]),
    .tests("BrowserCore", uses: motion + ["Transitions", "BrowserCore"]),
    .tests("GalleryCore", uses: motion + ["Localization", "GalleryCore"]),
    .tests("Cropping", uses: geometry + ["Cropping"]),
    .tests("Resampling", uses: geometry + ["Pixels", "Resampling"]),
    .tests("Tiles", uses: geometry + ["Pixels", "Tiles"]),
    .tests("Recordings", uses: input + ["Recordings"]),
    .tests("ImageServers", uses: geometry + ["Pixels", "Tiles", "ImageServers"]),
    .tests("DecoderWire", uses: geometry + ["Pixels", "Wire", "DecoderWire"]),
    .tests("CDeclarations", uses: ["CDeclarations"]),
    .tests("RuntimeLibraries", uses: ["RuntimeLibraries"]),
    .tests("BaseDirectories", uses: ["BaseDirectories"]),
    .tests("PhotoIndex", uses: ["PhotoIndex"]),
    .tests("Drawing", uses: geometry + ["Pixels", "Drawing"], exclude: ["Snapshots"]),
    .tests(
      "Imaging",
      uses: geometry + [
        "Pixels", "DecoderWire", "Imaging", "HelperProcesses", "Threads", "CLinux",
      ]),
    .tests(
      "Decoding",
      uses: geometry + engines + [
        "Pixels", "Resampling", "DecoderWire", "RuntimeLibraries", "Decoding", "CEXR", "CJPEG",
        "CJXL", "CLinux",
      ]),
    .target(
      name: "WindowingTestSupport", dependencies: ["CX11", "CXTest", "CLinux"],
      path: "Tests/WindowingTestSupport", swiftSettings: strict + kernelFlags),
    .tests(
      "Windowing",
      uses: input + ["Pixels", "Windowing", "CX11", "CXTest", "CLinux", "WindowingTestSupport"]),
    .tests(
      "Views", uses: gestures + ["AccessibilityTree", "Pixels", "Drawing", "Views"],
      exclude: ["Snapshots"]),
    .tests(
      "Desktop",
      uses: geometry + ["RuntimeLibraries", "HelperProcesses", "Desktop", "CGDBus", "CLinux"]),
    .tests("Network", uses: ["Network", "CLinux"]),
    .tests(
      "Confinement",
      uses: ["ConfinementProbe", "Confinement", "HelperProcesses", "Video", "CLinux"]),
    .tests(
      "Accessibility", uses: geometry + ["BusWire", "AccessibilityTree", "Accessibility"]),
    .tests("ClipWire", uses: geometry + ["Pixels", "Wire", "ClipWire"]),
    .tests(
      "Archives",
      uses: [
        "Threads", "Wire", "ArchiveWire", "HelperProcesses", "Archives", "ArchiveReading", "CLinux",
      ]),
    .tests(
      "Video", uses: geometry + ["Pixels", "ClipWire", "HelperProcesses", "Video", "CLinux"]),
    .tests(
      "Scenes",
      uses: gestures + ["Transitions", "Pixels", "Drawing", "Views", "Scenes"],
      exclude: ["Snapshots"]),
    .tests(
      "PhotoBrowser",
      uses: gestures + [
        "AccessibilityTree", "Transitions", "BrowserCore", "Pixels", "Resampling", "Tiles",
        "Drawing", "Views", "Scenes", "PhotoBrowser",
      ],
      exclude: ["Snapshots"]),
    .target(
      name: "PhotoGridTestSupport",
      dependencies: gestures + [
        "GalleryCore", "Pixels", "Views", "PhotoGrid", "TestSupport",
      ], path: "Tests/PhotoGridTestSupport", swiftSettings: strict + kernelFlags),
    .tests(
      "PhotoGrid",
      uses: gestures + [
        "AccessibilityTree", "Transitions", "GalleryCore", "Pixels", "Drawing", "Views",
        "PhotoBrowser", "PhotoGrid", "PhotoGridTestSupport",
      ],
      exclude: ["Snapshots"]),
    .tests(
      "BrowserHost",
      uses: gestures + [
        "AccessibilityTree", "Transitions", "BrowserCore", "Pixels", "DecoderWire", "ImageServers",
        "Drawing", "Imaging", "Windowing", "Network", "Video", "Views", "Scenes", "PhotoBrowser",
        "PhotoGrid", "BrowserHost", "CLinux", "CX11", "RuntimeLibraries", "ImagingTestSupport",
        "WindowingTestSupport",
      ]),
    .tests(
      "ViewerApp",
      uses: gestures + [
        "Localization",
        "Transitions", "BrowserCore", "GalleryCore", "Cropping", "Pixels", "DecoderWire", "Drawing",
        "Imaging", "Threads", "BaseDirectories", "CLinux",
        "Windowing", "Network", "Desktop", "Video", "Views", "Scenes", "PhotoBrowser", "PhotoGrid",
        "ImageServers", "ArchiveWire", "Archives", "HelperProcesses", "Recordings", "BrowserHost",
        "ViewerApp", "ImagingTestSupport", "PhotoGridTestSupport",
        "FileWorkProbe",
      ]),
    .tests("FloorPlan", uses: []),
    .tests("Documentation", uses: ["PhotoBrowser", "BrowserHost"]),
    .tests(
      "EndToEnd",
      uses: geometry + [
        "Pixels", "PhotoIndex", "CX11", "CXTest", "CGDBus", "CLinux", "BrowserHost", "pbview",
        "pbview-decoder",
        "pbview-player",
        "HostileHelper",
      ], exclude: ["Snapshots"]),
  ]
)

if isFuzzing {
  package.targets.append(
    .executableTarget(
      name: "fuzz", dependencies: ["FuzzTargets"], path: "Fuzz/Driver", swiftSettings: strict))
}
