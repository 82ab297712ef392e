#include "Resources.h"

// SwiftPM can ask for C17 and gnu17 at most without unsafe flags; clang knows #embed there too.
#pragma clang diagnostic ignored "-Wc23-extensions"

#define RESOURCE(function, array) \
  ladder_resource function(void) { return (ladder_resource){array, sizeof array}; }

// To carry another file: declare its function in Resources.h and add three lines like these.
static const unsigned char catalogue[] = {
#embed "catalogue.json"
};
RESOURCE(ladder_catalogue, catalogue)

static const unsigned char demo[] = {
#embed "demo.ladder"
};
RESOURCE(ladder_demo, demo)

static const unsigned char exercises[] = {
#embed "exercises.txt"
};
RESOURCE(ladder_exercises, exercises)
