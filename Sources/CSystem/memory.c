#include "csystem_memory.h"

#include <malloc.h>

void csys_use_single_heap(void) { mallopt(M_ARENA_MAX, 1); }
