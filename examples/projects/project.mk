# What the projects have in common. A project sets SOURCES: the library's files, and harness.c.
#
#   make verify   the library has the property of its harness
#   make bug      with -DBUG, a mistake that people make in such code, it does not
#   make check    both, and an error if a verdict is another one

BELNAP ?= belnap
TIMEOUT ?= 60
FLAGS ?=
verify_with = $(BELNAP) verify --timeout $(TIMEOUT) $(FLAGS) $(SOURCES)

.PHONY: verify bug check
check: verify bug

verify:
	$(verify_with)

bug: # the exit code of a refutation is 10
	$(verify_with) -D BUG; test $$? -eq 10
