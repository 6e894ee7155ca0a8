#pragma once
// The include path of Pango's headers, from pkg-config; the headers may be missing.
