# `just up` starts Mergit, `just test` checks it. On a machine without just:
# `npx --yes rust-just up`, `npx --yes rust-just test`.

set shell := ["bash", "-euo", "pipefail", "-c"]

# List the recipes.
default:
    @just --list

# Start everything in one process and print URL and token; Ctrl-C stops it.
[positional-arguments]
up *ARGS: build
    @exec ./mergit up "$@"

# A checkout that git does not trust, as another user's, has no revision to stamp.
stamp := `git status >/dev/null 2>&1 && echo auto || echo false`

# Build ./mergit.
build:
    go build -buildvcs={{stamp}} -o mergit ./cmd/mergit

# Everything CI checks. The contracts come first: Go tests look at what is built of them.
test: lint contracts-test go-test generated

# Format, vet and staticcheck.
lint:
    @test -z "$(gofmt -l $(git ls-files '*.go'))" || { echo "not formatted; run: gofmt -w ."; gofmt -l $(git ls-files '*.go'); exit 1; }
    go vet ./...
    go tool staticcheck ./...

# The Go tests, with the real nats-server, Postgres and EVM.
go-test: contracts-install
    MERGIT_TEST_NPM=1 go test -timeout 20m ./...

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

# Regenerating must give no difference.
generated: generate
    git diff --exit-code -- contracts/bindings schemas

# The spine's figures, beside its own limits in the same run.
bench *ARGS:
    go run ./cmd/mergit bench spine {{ARGS}}
