# Rules for Makefiles of programs that are verified with Belnap:
#
#   include /usr/local/share/belnap/belnap.mk
#   check: prog.verdict
#
# prog.verdict         what `belnap verify` says of prog.c (or prog.i) and, if there is one, prog.ctl;
#                      its last line is TRUE, FALSE or UNKNOWN
# prog.cfg.json        the control-flow graph of prog.c
# prog.bp              the Boolean program of prog.cfg.json over prog.preds
# prog.kripke.json     the structure of prog.bp
# prog.result.json     what holds of prog.kripke.json: prog.ctl, or that no assertion fails
# prog.next.preds      better predicates than prog.preds, from an inconclusive prog.result.json

# Options: of C programs (-m32, -I include), and of single commands.
C2CFGFLAGS ?=
VERIFYFLAGS ?=
CFG2BPFLAGS ?=
BP2KRIPKEFLAGS ?=
CHECKFLAGS ?= --no-timing
REFINEFLAGS ?=

# Where the executables are, with a slash at the end; empty: on the PATH.
BELNAP_BIN ?=

# Names of files are names, whatever a shell would take them for.
belnap-quoted = '$(subst ','\'',$(1))'
belnap-first = $(call belnap-quoted,$<)
belnap-all = $(foreach name,$^,$(call belnap-quoted,$(name)))
belnap-target = $(call belnap-quoted,$@)

# Whatever the verdict, the file is made; only an error is one for make.
belnap-verify = $(BELNAP_BIN)belnap verify $(C2CFGFLAGS) $(VERIFYFLAGS) \
  $(foreach name,$(filter %.ctl,$^),--property-file $(call belnap-quoted,$(name))) \
  -- $(belnap-first) > $(belnap-target); \
  case $$? in 0|5|10) ;; *) rm -f -- $(belnap-target); exit 1 ;; esac

%.verdict: %.c %.ctl
	$(belnap-verify)

%.verdict: %.c
	$(belnap-verify)

%.verdict: %.i %.ctl
	$(belnap-verify)

%.verdict: %.i
	$(belnap-verify)

%.cfg.json: %.c
	$(BELNAP_BIN)belnap-c2cfg $(C2CFGFLAGS) -o $(belnap-target) -- $(belnap-first)

%.cfg.json: %.i
	$(BELNAP_BIN)belnap-c2cfg $(C2CFGFLAGS) -o $(belnap-target) -- $(belnap-first)

%.bp: %.cfg.json %.preds
	$(BELNAP_BIN)belnap-cfg2bp $(CFG2BPFLAGS) -o $(belnap-target) -- $(belnap-all)

%.kripke.json: %.bp
	$(BELNAP_BIN)belnap-bp2kripke $(BP2KRIPKEFLAGS) -o $(belnap-target) -- $(belnap-first)

%.result.json: %.kripke.json %.ctl
	$(BELNAP_BIN)belnap-check $(CHECKFLAGS) -o $(belnap-target) -- $(belnap-all)

%.result.json: %.kripke.json
	$(BELNAP_BIN)belnap-check $(CHECKFLAGS) -o $(belnap-target) -- $(belnap-first)

%.next.preds: %.cfg.json %.preds %.result.json
	$(BELNAP_BIN)belnap-refine $(REFINEFLAGS) -o $(belnap-target) -- $(belnap-all)
