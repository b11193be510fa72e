# `just up` starts Mergit, `just test` checks it. On a machine without just:
# `npx --yes rust-just up`, `npx --yes rust-just test`.

set shell := ["bash", "-euo", "pipefail", "-c"]

# Git, which Go asks too, refuses a checkout that belongs to another user, such as one mounted into a container. Who runs these
# recipes runs its code anyway.
export GIT_CONFIG_COUNT := "1"
export GIT_CONFIG_KEY_0 := "safe.directory"
export GIT_CONFIG_VALUE_0 := justfile_directory()

# List the recipes.
default:
    @'{{just_executable()}}' --list

# Start everything in one process and print URL and token; Ctrl-C stops it.
[no-exit-message]
[positional-arguments]
up *ARGS: build
    @exec ./mergit up "$@"

# Build ./mergit.
build:
    go build -o mergit ./cmd/mergit

# Everything CI checks. The contracts come first: Go tests look at what is built of them.
test: lint generated contracts-test go-test

# Format, vet and staticcheck.
lint:
    @unformatted=$(git ls-files -z '*.go' | xargs -0 gofmt -l) && [ -z "$unformatted" ] || { echo "not formatted, run gofmt -w on: $unformatted"; exit 1; }
    go vet ./...
    go tool staticcheck ./...

# The Go tests, with the real nats-server, Postgres and EVM.
go-test: contracts-install sandbox-install
    MERGIT_TEST_NPM=1 go test -timeout 20m ./...

# The Go tests, and those that take minutes: a million agents, a chain of 100,000 blocks.
test-long: contracts-install sandbox-install
    MERGIT_LONG=1 MERGIT_TEST_NPM=1 go test -timeout 60m ./...

# Fetch what the tool code_exec runs programs in, where that is up to us: as root, with apt-get. Elsewhere the tool is absent
# without it, `mergit doctor` says how to get it, and its tests are skipped unless MERGIT_TEST_SANDBOX asks for them.
sandbox-install:
    @command -v bwrap >/dev/null && [ -x /usr/bin/python3 ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null || { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends bubblewrap python3 >/dev/null; } || echo "bubblewrap could not be installed: code_exec will be absent"

# The Go tests under the race detector; needs a C compiler.
race:
    CGO_ENABLED=1 go test -race -timeout 40m ./...

# Fetch the Solidity toolchain.
contracts-install:
    cd contracts && { [ -e node_modules/.package-lock.json ] && [ node_modules/.package-lock.json -nt package-lock.json ] || npm ci --no-audit --no-fund --loglevel=error; }

# Solidity: format, lint, tests, gas snapshot.
contracts-test: contracts-install
    cd contracts && npm run --silent lint && npm run --silent build && npm run --silent test && npm run --silent snapshot:check

# Regenerate what is generated.
generate: contracts-install
    cd contracts && npm run --silent bindings

# Regenerating must give no difference to what is committed, and no new file.
generated: generate
    @[ -z "$(git status --porcelain -- contracts/bindings schemas)" ] || { git status --short -- contracts/bindings schemas; git diff -- contracts/bindings schemas; exit 1; }

# The spine's figures, beside its own limits in the same run.
bench *ARGS:
    go run ./cmd/mergit bench spine {{ARGS}}
