#pragma once
// Constants of libarchive 3. The library is opened with the first archive; neither the library nor
// its headers are needed to build. Declared names are those of archive.h.

// Result codes.
#define ARCHIVE_OK 0
#define ARCHIVE_EOF 1
#define ARCHIVE_WARN (-20)
#define ARCHIVE_FATAL (-30)

// The mask of the bits of a format's number that name its family.
#define ARCHIVE_FORMAT_BASE_MASK 0xFF0000
#define ARCHIVE_FORMAT_7ZIP 0xE0000

// The code of a filter that leaves the bytes as they are.
#define ARCHIVE_FILTER_NONE 0

// The mask of the bits of a file type, and the type of a regular file.
#define AE_IFMT 0xF000
#define AE_IFREG 0x8000
