#pragma once
// Constants of libexpat 2. The library is opened for the first sidecar file to edit; neither the
// library nor its headers are needed to build. Declared names are those of expat.h.

#define XML_STATUS_OK 1
