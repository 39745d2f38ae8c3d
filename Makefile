# A thin front for meson: `make help` says what there is. Build options go to meson (`meson configure build`).
BUILD ?= build
MESON ?= meson
SANITIZE_DIR ?= build-sanitize
DEBUG_DIR ?= build-debug

.PHONY: all help setup configure build libc debug sanitize demo check check-long unit format lint install clean

all: build libc

help:
	@echo 'make            build heddle and its libc bitcode in $(BUILD)/'
	@echo 'make demo       install what is missing, build, find a bug in examples/addall.c and replay it'
	@echo 'make check      install what is missing, build, run all tests'
	@echo 'make check-long the same with many more random programs; HEDDLE_LONG=10: ten times as many'
	@echo 'make unit       only the unit tests'
	@echo 'make debug      unoptimised build with more checks in $(DEBUG_DIR)/'
	@echo 'make sanitize   build with address and undefined-behaviour sanitizers in $(SANITIZE_DIR)/'
	@echo 'make install    install below /usr/local, or PREFIX=FOLDER: programs, library, manual page, docs, completion'
	@echo 'make format     run clang-format over the C sources'
	@echo 'make lint       install clang-tidy where it is missing, run it over the C sources (LINT: folders, files)'
	@echo 'CONTRIBUTING.md says how to run one suite or one case, and how to read a failure.'

setup:
	@scripts/setup.sh

# $(1): folder, $(2): meson options. Configures once, and again when the list of sources changed.
define configure
	@scripts/configure.sh '$(MESON)' '$(1)' $(2)
endef

configure:
	$(call configure,$(BUILD),)
	@ln -sfn $(BUILD)/compile_commands.json compile_commands.json

build: configure
	@ninja -C $(BUILD)

libc: | build
	@scripts/build-libc.sh $(BUILD)

debug:
	$(call configure,$(DEBUG_DIR),-Doptimization=0 -Ddebug=true -Dverify_door=true -Dinvariants=true)
	@ninja -C $(DEBUG_DIR)
	@scripts/build-libc.sh $(DEBUG_DIR)

sanitize:
	$(call configure,$(SANITIZE_DIR),-Db_sanitize=address$(comma)undefined -Db_lundef=false -Doptimization=1 -Dinvariants=true)
	@ninja -C $(SANITIZE_DIR)
	@scripts/build-libc.sh $(SANITIZE_DIR)
comma := ,

unit: build
	@HEDDLE_BUILD=$(BUILD) tests/unit/run.sh

demo: setup configure
	@ninja -C $(BUILD) heddle heddle-cc
	@scripts/build-libc.sh $(BUILD)
	@scripts/demo.sh $(BUILD)

check:
	@scripts/setup.sh --tests
	@$(MAKE) --no-print-directory all
	@scripts/check.sh $(BUILD)

check-long:
	@scripts/setup.sh --tests
	@$(MAKE) --no-print-directory all
	@HEDDLE_LONG=$${HEDDLE_LONG:-1} scripts/check.sh $(BUILD)

# PREFIX is kept for the next time; DESTDIR is put before it.
install: all
	@[ -z '$(PREFIX)' ] || $(MESON) configure $(BUILD) '-Dprefix=$(abspath $(PREFIX))'
	@DESTDIR='$(DESTDIR)' $(MESON) install -C $(BUILD)

format:
	@scripts/format.sh

lint:
	@scripts/setup.sh clang-tidy-19
	@$(MAKE) --no-print-directory configure
	@scripts/lint.sh $(BUILD) $(LINT)

clean:
	rm -rf $(BUILD) $(DEBUG_DIR) $(SANITIZE_DIR) compile_commands.json
