package fileops

import (
	"path"
	"strings"
)

type known struct{ name, kind string }

const (
	code   = "code"
	markup = "markup"
	values = "data"
	prose  = "prose"
)

// languageOf goes by name, then by extension, then by the #! line.
func languageOf(name, firstLine string) known {
	lower := strings.ToLower(name)
	if is, ok := byName[lower]; ok {
		return is
	}
	if head, _, ok := strings.Cut(lower, "."); ok && head == "dockerfile" {
		return byName["dockerfile"]
	}
	if is, ok := byExtension[path.Ext(lower)]; ok {
		return is
	}
	if interpreter, ok := strings.CutPrefix(firstLine, "#!"); ok {
		for _, word := range strings.Fields(interpreter) {
			if is, ok := byInterpreter[strings.TrimRight(path.Base(word), "0123456789.")]; ok {
				return is
			}
		}
	}
	return known{"Other text", prose}
}

var byName = table(map[known]string{
	{"Dockerfile", code}:      "dockerfile containerfile",
	{"Makefile", code}:        "makefile gnumakefile makefile.am",
	{"just", code}:            "justfile .justfile",
	{"CMake", code}:           "cmakelists.txt",
	{"Go module", values}:     "go.mod go.sum go.work go.work.sum",
	{"Ruby", code}:            "gemfile rakefile vagrantfile podfile",
	{"Starlark", code}:        "build build.bazel workspace module.bazel tiltfile",
	{"Jenkins", code}:         "jenkinsfile",
	{"Configuration", values}: ".gitignore .gitattributes .gitmodules .dockerignore .npmrc .editorconfig .env .prettierignore .eslintignore",
	{"Lock file", values}:     "package-lock.json yarn.lock pnpm-lock.yaml cargo.lock poetry.lock uv.lock composer.lock gemfile.lock flake.lock pipfile.lock",
})

var byExtension = table(map[known]string{
	{"Ada", code}:                   ".adb .ads",
	{"Assembly", code}:              ".s .asm",
	{"Astro", code}:                 ".astro",
	{"AWK", code}:                   ".awk",
	{"Batch", code}:                 ".bat .cmd",
	{"C", code}:                     ".c",
	{"C header", code}:              ".h",
	{"C#", code}:                    ".cs",
	{"C++", code}:                   ".cc .cpp .cxx .c++ .hh .hpp .hxx .ipp",
	{"Clojure", code}:               ".clj .cljs .cljc .edn",
	{"CMake", code}:                 ".cmake",
	{"COBOL", code}:                 ".cob .cbl",
	{"CoffeeScript", code}:          ".coffee",
	{"Common Lisp", code}:           ".lisp .lsp",
	{"Configuration", values}:       ".ini .cfg .conf .properties .env",
	{"Crystal", code}:               ".cr",
	{"CSS", markup}:                 ".css",
	{"CSV", values}:                 ".csv .tsv",
	{"CUDA", code}:                  ".cu .cuh",
	{"D", code}:                     ".d",
	{"Dart", code}:                  ".dart",
	{"Elixir", code}:                ".ex .exs",
	{"Elm", code}:                   ".elm",
	{"Emacs Lisp", code}:            ".el",
	{"Erlang", code}:                ".erl .hrl",
	{"F#", code}:                    ".fs .fsi .fsx",
	{"Fortran", code}:               ".f .f90 .f95 .f03 .for",
	{"GLSL", code}:                  ".glsl .vert .frag",
	{"Go", code}:                    ".go",
	{"GraphQL", code}:               ".graphql .gql",
	{"Groovy", code}:                ".groovy .gradle",
	{"Haskell", code}:               ".hs .lhs",
	{"HCL", code}:                   ".tf .hcl .tfvars",
	{"HTML", markup}:                ".html .htm .xhtml",
	{"Java", code}:                  ".java",
	{"JavaScript", code}:            ".js .mjs .cjs .jsx",
	{"JSON", values}:                ".json .jsonc .json5 .ndjson .jsonl .webmanifest",
	{"Julia", code}:                 ".jl",
	{"Jupyter notebook", values}:    ".ipynb",
	{"just", code}:                  ".just",
	{"Kotlin", code}:                ".kt .kts",
	{"Less", markup}:                ".less",
	{"Lua", code}:                   ".lua",
	{"Markdown", prose}:             ".md .markdown .mdx",
	{"MATLAB or Objective-C", code}: ".m",
	{"Nim", code}:                   ".nim",
	{"Nix", code}:                   ".nix",
	{"Objective-C++", code}:         ".mm",
	{"OCaml", code}:                 ".ml .mli",
	{"Pascal", code}:                ".pas .pp",
	{"Perl", code}:                  ".pl .pm",
	{"PHP", code}:                   ".php",
	{"Plain text", prose}:           ".txt .text",
	{"PowerShell", code}:            ".ps1 .psm1",
	{"Prolog", code}:                ".pro",
	{"Protocol Buffers", code}:      ".proto",
	{"Python", code}:                ".py .pyi .pyx",
	{"R", code}:                     ".r .rmd",
	{"Racket", code}:                ".rkt",
	{"reStructuredText", prose}:     ".rst",
	{"AsciiDoc", prose}:             ".adoc .asciidoc",
	{"Org", prose}:                  ".org",
	{"TeX", prose}:                  ".tex .bib",
	{"Ruby", code}:                  ".rb .rake .gemspec",
	{"Rust", code}:                  ".rs",
	{"Sass", markup}:                ".scss .sass",
	{"Scala", code}:                 ".scala .sc .sbt",
	{"Scheme", code}:                ".scm .ss",
	{"Shell", code}:                 ".sh .bash .zsh .fish .ksh",
	{"Solidity", code}:              ".sol",
	{"SQL", code}:                   ".sql",
	{"Starlark", code}:              ".bzl .star",
	{"SVG", markup}:                 ".svg",
	{"Svelte", code}:                ".svelte",
	{"Swift", code}:                 ".swift",
	{"Tcl", code}:                   ".tcl",
	{"Templates", markup}:           ".tmpl .tpl .gotmpl .j2 .hbs .mustache .ejs",
	{"TOML", values}:                ".toml",
	{"TypeScript", code}:            ".ts .mts .cts .tsx",
	{"V", code}:                     ".v",
	{"VHDL", code}:                  ".vhd .vhdl",
	{"Visual Basic", code}:          ".vb .vbs",
	{"Vim script", code}:            ".vim",
	{"Vue", code}:                   ".vue",
	{"Vyper", code}:                 ".vy",
	{"WebAssembly text", code}:      ".wat .wast",
	{"XML", values}:                 ".xml .xsd .xsl .xslt .plist .csproj .fsproj",
	{"YAML", values}:                ".yaml .yml",
	{"Zig", code}:                   ".zig .zon",
})

var byInterpreter = table(map[known]string{
	{"Shell", code}:      "sh bash zsh dash ksh fish",
	{"Python", code}:     "python",
	{"Perl", code}:       "perl",
	{"Ruby", code}:       "ruby",
	{"JavaScript", code}: "node deno bun",
	{"PHP", code}:        "php",
	{"Lua", code}:        "lua",
	{"AWK", code}:        "awk gawk",
	{"Tcl", code}:        "tclsh wish",
	{"R", code}:          "Rscript",
	{"just", code}:       "just",
	{"Makefile", code}:   "make",
})

// table turns language → words into word → language.
func table(rows map[known]string) map[string]known {
	index := map[string]known{}
	for is, words := range rows {
		for word := range strings.FieldsSeq(words) {
			index[word] = is
		}
	}
	return index
}
