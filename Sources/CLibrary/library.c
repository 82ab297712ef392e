// The target has only a header.
#include "clibrary.h"
