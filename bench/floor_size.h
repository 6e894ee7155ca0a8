// The size of the window of the floor programs.

#pragma once

enum { WIDTH = 1920, HEIGHT = 1080 };
