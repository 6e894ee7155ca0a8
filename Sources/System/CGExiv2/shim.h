#pragma once
// Constants of gexiv2 0.14 and later. The library is opened for the first request of metadata;
// neither the library nor its headers are needed to build. Declared names are those of gexiv2.

#define GEXIV2_LOG_LEVEL_MUTE 4
#define GEXIV2_BYTE_ORDER_LITTLE 0
// The packet option for XMP without white space and other expendable text.
#define GEXIV2_USE_COMPACT_FORMAT 0x40
