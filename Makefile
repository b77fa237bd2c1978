# Targets are documented by the `##` after them; `make help` prints that.

PREFIX ?= /usr/local
CARGO ?= cargo
FUZZ_SECONDS ?= 60
# For test-robust: how often a run is killed.
KILLS ?= 200
# For bench-verify and compare: folders of sv-benchmarks, seconds per task, other tools.
TASKS ?=
TIMEOUT ?= 30
PEERS ?= cbmc
BIN := $(or $(CARGO_TARGET_DIR),target)/release
PROGRAMS := belnap belnap-check belnap-bp2kripke belnap-c2cfg belnap-passes belnap-cfg2bp \
  belnap-refine belnap-unroll belnap-certify belnap-kmts belnap-compose belnap-project

# Where rustup puts cargo, for the run that has just installed it.
export PATH := $(PATH):$(or $(CARGO_HOME),$(HOME)/.cargo)/bin

.DEFAULT_GOAL := help
.PHONY: help setup build demo test test-robust lint bless fuzz bench bench-abstractor bench-checker bench-thorough bench-formats \
  bench-verify bench-everyday bench-systems compare tasks-given install clean

help: ## list the targets
	@sed -n 's/^\([a-z-]*\):[^#]*## \(.*\)/\1|\2/p' $(firstword $(MAKEFILE_LIST)) | \
	  awk -F'|' '{ printf "  make %-16s %s\n", $$1, $$2 }'

setup: ## install what is missing (Rust, Z3), or say how
	@scripts/setup

build: setup ## build the executables, optimised
	$(CARGO) build --release -p belnap -p belnap-checker -p belnap-frontend -p belnap-passes \
	  -p belnap-abstractor -p belnap-refiner -p belnap-bounded -p belnap-certifier -p belnap-systems

# $(call show,EXIT CODE,ARGUMENTS): runs belnap for a reader; its exit code is part of the answer.
show = echo "\$$ belnap $(2)"; code=0; $(BIN)/belnap $(2) || code=$$?; echo; \
  test $$code -eq $(1) || { echo "demo: exit code $$code, expected $(1)" >&2; exit 1; }

demo: build ## build, then check the examples and show the verdicts
	@$(call show,0,check examples/never-ends.bp --property 'AG !at(P1)')
	@$(call show,10,check examples/either-way.bp --property 'AG !at(P1)')
	@$(call show,5,check examples/never-ends-coarse.bp --property 'AG !at(P1)')
	@$(call show,0,check examples/lock.bp)
	@$(call show,0,verify examples/retry.c)
	@$(call show,10,verify examples/turnstile.c)
	@$(call show,0,c2cfg examples/retry.c --show)

test: setup ## run all tests
	$(CARGO) test --workspace

test-robust: setup ## kill runs KILLS (200) times, fill disks, reach limits, give hostile input; prints figures
	BELNAP_ROBUST=$(KILLS) $(CARGO) test --release -p belnap --test robust

lint: setup ## check formatting and run clippy, warnings denied
	$(CARGO) fmt --all --check
	$(CARGO) clippy --workspace --all-targets -- -D warnings

bless: setup ## run all tests and accept what they now print as expected
	INSTA_UPDATE=always BELNAP_BLESS=1 $(CARGO) test --workspace
	@echo 'Look at the difference before you commit it: git diff'

fuzz: setup ## run every fuzz target FUZZ_SECONDS (60) long; needs a C++ compiler
	@scripts/fuzz $(FUZZ_SECONDS)

bench: bench-abstractor bench-checker bench-thorough bench-formats ## run all benchmarks

bench-abstractor: setup ## measure the abstractor: prover calls, time and size, by method
	$(CARGO) run --release -p belnap-tests --bin bench-abstractor

bench-checker: setup ## measure the checker: exact against over, and growth on generated families
	$(CARGO) run --release -p belnap-tests --bin bench-checker

bench-thorough: setup ## measure thorough checking: time over states, and over formulas
	$(CARGO) run --release -p belnap-tests --bin bench-thorough

bench-formats: setup ## measure reading and writing of large control-flow graphs
	$(CARGO) run --release -p belnap-tests --bin bench-formats

tasks-given:
	@test -n '$(TASKS)' || { echo 'Give folders of sv-benchmarks, for example' \
	  'TASKS="../sv-benchmarks/c/locks ../sv-benchmarks/c/loops"' >&2; exit 1; }

bench_verify = scripts/bench-verify --belnap $(BIN)/belnap --timeout $(TIMEOUT) --tasks $(TASKS)

bench-verify: tasks-given build ## verify the folders TASKS of sv-benchmarks, TIMEOUT (30) seconds each
	$(bench_verify)

compare: tasks-given build ## the same next to other tools, PEERS (cbmc), task by task
	$(bench_verify) --peers $(PEERS)

bench-everyday: build ## verify the small programs of tests/everyday, 15 seconds each, next to PEERS
	scripts/bench-verify --belnap $(BIN)/belnap --timeout 15 --everyday --peers $(PEERS)

bench-systems: build ## verify systems of more and more components, over abstractions and as they are
	scripts/bench-systems --belnap $(BIN)/belnap

install: build ## put the executables in $(PREFIX)/bin, belnap.mk in share; DESTDIR is respected
	install -d "$(DESTDIR)$(PREFIX)/bin"
	install -m 755 $(PROGRAMS:%=$(BIN)/%) "$(DESTDIR)$(PREFIX)/bin"
	install -d "$(DESTDIR)$(PREFIX)/share/belnap"
	install -m 644 driver/share/belnap.mk "$(DESTDIR)$(PREFIX)/share/belnap"
	install -d "$(DESTDIR)$(PREFIX)/lib"
	test ! -e third_party/z3/lib || \
	  install -m 644 third_party/z3/lib/libz3.so.* "$(DESTDIR)$(PREFIX)/lib"

clean: ## remove what was built
	$(CARGO) clean
