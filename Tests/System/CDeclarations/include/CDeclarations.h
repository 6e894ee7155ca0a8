#pragma once
// Declarations of C libraries as tables of numbers, from two sources: the modules of Sources/System, which copy them so
// that the build needs no headers, and the libraries' own headers.
#include <stddef.h>

// The relation that must hold between the copied number and that of the header.
enum DeclarationRelation { DECLARATION_EQUAL, DECLARATION_AT_LEAST };

// A size or offset in bytes, or the value of a constant.
struct Declaration {
  // The library, then the name in Sources/System.
  const char *library, *name;
  enum DeclarationRelation relation;
  long long value;
};

struct DeclarationTable {
  const struct Declaration *first;
  size_t count;
};

// The declarations in Sources/System.
struct DeclarationTable declarations_copied(void);
// Those of the headers that are installed; a library without headers is left out.
struct DeclarationTable declarations_of_headers(void);
