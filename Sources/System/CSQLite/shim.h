#pragma once
// Constants of SQLite 3. The library is opened with the first database; neither the library nor its
// headers are needed to build. Declared names are those of sqlite3.h.

// Result codes.
#define SQLITE_OK 0
#define SQLITE_BUSY 5
#define SQLITE_CORRUPT 11
#define SQLITE_SCHEMA 17
#define SQLITE_NOTADB 26
#define SQLITE_ROW 100
#define SQLITE_DONE 101

// The type of a column without a value.
#define SQLITE_NULL 5

// Flags for sqlite3_open_v2.
#define SQLITE_OPEN_READWRITE 0x2
#define SQLITE_OPEN_CREATE 0x4
#define SQLITE_OPEN_NOMUTEX 0x8000
#define SQLITE_OPEN_NOFOLLOW 0x1000000

// The destructor argument of a binding function that makes it copy the value, a pointer in sqlite3.h.
#define SQLITE_TRANSIENT (-1)
