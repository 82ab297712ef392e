#!/bin/sh
# Checks that a module imports only those of our modules that it may use.
#
# SwiftPM lets a module import the dependencies of its dependencies, so the manifest alone does not enforce the rules.
set -eu
cd "$(dirname "$0")/.."

# Each line has a module and the modules that it may use, from the bottom up; docs/ARCHITECTURE.md has a picture of them.
# A module may also use the Swift modules that those modules may use, because it may need their types. C
# modules are available only to the modules that name them.
arrows='
ReducerMacroExpansion
ReducerMacros: ReducerMacroExpansion
ReducerRuntime: ReducerMacros
ReducerObservation: ReducerRuntime
ReducerTestSupport: ReducerRuntime
TerminalUI: ReducerRuntime
TerminalHost: TerminalUI CNcurses CSystem
Files
SQLite: Files CSQLite CSystem
Models: Resources CSystem
Clients: Models ReducerRuntime
ClientsLive: Clients ServerAPI Sodium HTTPClient SQLite Files CSystem Resources
ServerAPI: Models
HTTPClient: CCurl
Sodium: CSodium
PostgreSQL: CPostgres
Server: ServerAPI Models Resources SQLite PostgreSQL Files Sodium CHTTPServer CQREncode
SharedFeatures: Clients Models ReducerRuntime TerminalUI
HistoryFeatures: SharedFeatures
TimerFeatures: HistoryFeatures
CatalogueFeatures: TimerFeatures
AppFeatures: CatalogueFeatures
Scripting: AppFeatures ClientsLive Clients TerminalUI Resources SQLite Files CPCRE2
CommandLineInterface: Models Files CBuild CSystem
LadderCommands: CommandLineInterface Scripting ClientsLive TerminalHost SQLite Files ServerAPI HTTPClient
ladder: LadderCommands CommandLineInterface
ServerCommands: CommandLineInterface Server Sodium Files CSystem
ladder-server: ServerCommands CommandLineInterface
terminal-probe: TerminalHost HTTPClient
WorkoutSeeding: Scripting ClientsLive SQLite
Benchmarks: WorkoutSeeding Scripting AppFeatures ClientsLive ReducerTestSupport SQLite CSystem CTestSupport
ladder-bench: Benchmarks
'

# Besides `Sources`, this checks the programs and libraries for measurements and tests.
set -- Tests/terminal-probe Tests/WorkoutSeeding Tests/Benchmarks Tests/ladder-bench
find Sources "$@" -name '*.swift' -exec awk -v arrows="$arrows" '
  BEGIN {
    split("Resources CNcurses CSystem CBuild CSQLite CPCRE2 CHTTPServer CSodium CCurl CPostgres CQREncode CTestSupport", libraries, " ")
    for (i in libraries) ours[libraries[i]]
    count = split(arrows, lines, "\n")
    for (i = 1; i <= count; i++) {
      words = split(lines[i], names, /:? +|:/)
      if (words == 0) continue
      ours[names[1]]
      for (j = 2; j <= words; j++) {
        allowed[names[1], names[j]]
        for (name in ours) {
          if (name !~ /^(C[A-Z]|Resources$)/ && ((names[j], name) in allowed)) allowed[names[1], name]
        }
      }
    }
  }
  /^[ \t]*(@[A-Za-z_]+(\([^)]*\))?[ \t]+)*((public|package|internal|fileprivate|private)[ \t]+)?import[ \t]/ {
    split(FILENAME, path, "/")
    module = path[2]
    if (!(module in ours)) {
      printf "%s: %s has no line in scripts/check-imports.sh\n", FILENAME, module
      found = 1
    }
    name = $0
    sub(/[ \t]*(\/\/.*)?$/, "", name)
    sub(/.*[ \t]/, "", name)
    sub(/\..*/, "", name)
    if (name in ours && name != module && !((module, name) in allowed)) {
      printf "%s:%d: %s may not use %s\n", FILENAME, FNR, module, name
      found = 1
    }
  }
  END { exit found }
' {} +
