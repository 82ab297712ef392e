#include "CBuild.h"

#include <stddef.h>

#define TEXT(name) #name
#define VALUE_TEXT(name) TEXT(name)

const char *cbuild_commit(void) {
#ifdef LADDER_COMMIT
  return VALUE_TEXT(LADDER_COMMIT);
#else
  return NULL;
#endif
}
