#include "csystem_memory.h"

#include <malloc.h>

void csys_limit_heaps(int count) { mallopt(M_ARENA_MAX, count); }
