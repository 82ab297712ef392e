#pragma once

/// The commit of the sources that the program was built from, or NULL if the build did not name one.
const char *cbuild_commit(void);
