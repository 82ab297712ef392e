# The build of Ladder. `make` alone lists the targets.

PREFIX ?= /usr/local
DESTDIR ?=
# The version that `make release` prepares.
VERSION ?=
# Options of the linker that `make order` adds.
LINKER_FLAGS ?=
# Options that `make run`, `make bench`, `make test` and `make check` pass on: make run ARGS="--as Ada"
ARGS ?=

SHARE := $(DESTDIR)$(PREFIX)/share
BINARY := .build/release/ladder
SERVER := .build/release/ladder-server
YARDSTICK := .build/yardstick
# Without debug information the build takes less time; stack traces have the names of functions, but no lines.
RELEASE := LADDER_COMMIT=$$(scripts/commit.sh) swift build -c release -debug-info-format none --static-swift-stdlib \
  --disable-local-rpath $(LINKER_FLAGS)
# Includes folders, whose time changes when a file is removed.
SOURCES := $(shell find Package.swift Sources Resources)
# SwiftPM does not know these files of the linker, so a program that is older is linked again.
LINK_FILES := $(wildcard scripts/link/order.txt scripts/link/unnamed.ld scripts/link/libstdc++.so)
# The examples use the libraries like any other package.
CONTROLS := env -u LADDER_TUNED swift run --package-path Examples controls
FORMATTED := Sources Tests Package.swift Examples/Sources Examples/Tests Examples/Package.swift

# Turns on the manifest's unsafe flags, which only Ladder's own builds use.
export LADDER_TUNED := 1

.DEFAULT_GOAL := help
.PHONY: help deps build server run demo controls test check torture golden shots docs bench yardstick order lint format install install-server deb dist release clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1	/p' Makefile | expand -t 16

deps: ## check for Swift and the C libraries; install what is missing
	@scripts/deps.sh

build: $(BINARY) ## the release binary, .build/release/ladder

server: $(SERVER) ## the release binary of the server, .build/release/ladder-server

# SwiftPM leaves the file alone when only a comment changed. Touching it tells make that it is as new as the build's start;
# a source that changed since then is built by the next make.
$(BINARY): $(SOURCES) $(LINK_FILES)
	@scripts/deps.sh app
	@$(unlink_old)
	@mkdir -p .build && touch .build/started
	$(RELEASE) --product ladder
	@touch -r .build/started $@

$(SERVER): $(SOURCES) $(LINK_FILES)
	@scripts/deps.sh server
	@$(unlink_old)
	@mkdir -p .build && touch .build/started
	$(RELEASE) --product ladder-server
	@touch -r .build/started $@

# Removes a program that is older than one of the linker's files.
unlink_old = $(if $(filter $(LINK_FILES),$?),rm -f $@)

run: build ## start Ladder; options go in ARGS="…"
	@$(BINARY) $(ARGS)

demo: build ## watch Ladder play by itself, with a throwaway database
	@$(BINARY) demo

controls: ## try the controls of TerminalUI
	@scripts/deps.sh app
	@$(CONTROLS)

test: deps ## build and run the tests; options for swift test in ARGS="--filter NAME"
	@scripts/test-deps.sh
	@scripts/test-install.sh
	@scripts/test.sh test $(ARGS)

check: deps ## run the tests in all variants, and those with kills, faults and full disks, as in CI
	@scripts/test-deps.sh
	@scripts/test-install.sh
	@scripts/deps.sh tests
	@scripts/test.sh check $(ARGS)

torture: deps ## the longest tests: fuzzers, sanitizers, hours of use; one of them with STEP=name
	@scripts/torture.sh $(STEP)

golden: deps ## write the expected screens and the generated tables, and show the changes
	LADDER_GOLDEN=write scripts/test.sh check --filter 'ScriptFileTests|CommandTablesTests|ReportPictureTests|KeyTablesTests'
	git --no-pager diff --stat -p -- Tests/Scripts/Goldens docs/COMMANDS.md docs/GUIDE.md docs/report.svg
	git status --short -- Tests/Scripts/Goldens

shots: build ## create the pictures of docs/pictures, and the page of the controls
	$(BINARY) play docs/pictures.ladder --speed max --shots docs/pictures
	$(BINARY) demo tour --speed max --record docs/pictures/tour.svg > /dev/null
	$(CONTROLS) --write Examples

docs: ## build the site, .build/site/html
	@scripts/deps.sh docs
	@scripts/site/build.sh

bench: build yardstick ## build and run the benchmarks; the largest sizes too with FULL=1, options in ARGS="…"
	$(RELEASE) --product ladder-bench
	.build/release/ladder-bench --yardstick $(YARDSTICK) $(if $(FULL),--full) $(ARGS)

# The program that `make bench` compares Ladder with, and the tools that measure both.
yardstick:
	@mkdir -p $(YARDSTICK)
	cc -O2 -o $(YARDSTICK)/stopwatch Tests/Benchmarks/Yardstick/stopwatch.c -lncursesw -ltinfo
	cc -O2 -shared -fPIC -o $(YARDSTICK)/allocations.so -I Tests/CTestSupport/include \
	  Tests/CTestSupport/CTestSupport.c
	cp Tests/Benchmarks/Yardstick/ticklab.py $(YARDSTICK)

order: deps ## write scripts/link/order.txt, the functions that come first in the release binary
	scripts/link/order.py

lint: ## check format, imports, boundaries, suites, documents, prose and shell scripts
	swift format lint --strict --recursive $(FORMATTED)
	scripts/check-imports.sh
	scripts/check-boundaries.sh
	scripts/check-suites.sh
	scripts/check-runtime-tables.sh
	scripts/check-docs.sh
	scripts/check-prose.sh
	@for script in scripts/*.sh scripts/site/*.sh scripts/torture/*.sh packaging/*.sh .ci/run; do sh -n "$$script" || exit 1; done

format: ## format the Swift code in place
	swift format --in-place --recursive $(FORMATTED)

install: build ## install program, man page and completions under PREFIX (/usr/local)
	$(call install_program,$(BINARY))

install-server: server ## install the server in the same way
	$(call install_program,$(SERVER))

define install_program
	install -d "$(DESTDIR)$(PREFIX)/bin" "$(SHARE)/man/man1" "$(SHARE)/bash-completion/completions" \
	  "$(SHARE)/zsh/site-functions" "$(SHARE)/fish/vendor_completions.d"
	install -m 755 $(1) "$(DESTDIR)$(PREFIX)/bin/$(notdir $(1))"
	$(1) man > "$(SHARE)/man/man1/$(notdir $(1)).1"
	$(1) completions bash > "$(SHARE)/bash-completion/completions/$(notdir $(1))"
	$(1) completions zsh > "$(SHARE)/zsh/site-functions/_$(notdir $(1))"
	$(1) completions fish > "$(SHARE)/fish/vendor_completions.d/$(notdir $(1)).fish"
endef

deb: deps ## build the Debian packages of the last commit in .build/deb
	@scripts/deps.sh packages
	scripts/package.sh .build/deb

dist: deb ## build archives for other systems from the packages, in .build/dist
	rm -rf .build/dist
	scripts/dist.sh .build/deb .build/dist

release: deps ## check everything and prepare a release in .build/release-VERSION: make release VERSION=1.0.0
	@scripts/release.sh "$(VERSION)"

clean: ## remove all build products
	rm -rf .build
