#include "csystem_memory.h"

#include <malloc.h>

void csys_share_heap(void) { mallopt(M_ARENA_MAX, 1); }
