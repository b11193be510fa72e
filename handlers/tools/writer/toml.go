package writer

import (
	"regexp"
	"strings"
)

// tomlEntry is one key of a TOML file with its table; the value is as written, with an array's lines joined.
type tomlEntry struct{ table, key, value string }

// tomlEntries reads as much of TOML as manifests use. Nothing is decided by it, so what it does not understand it leaves out.
func tomlEntries(text string) []tomlEntry {
	var all []tomlEntry
	table := ""
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := 0; i < len(lines); i++ {
		line := strings.TrimSpace(withoutComment(lines[i]))
		switch {
		case line == "":
		case strings.HasPrefix(line, "["):
			table = strings.ReplaceAll(strings.Trim(line, "[] "), `"`, "")
		default:
			key, value, ok := strings.Cut(line, "=")
			if !ok {
				continue
			}
			value = strings.TrimSpace(value)
			for strings.HasPrefix(value, "[") && depthOf(value) > 0 && i+1 < len(lines) {
				i++
				value += " " + strings.TrimSpace(withoutComment(lines[i]))
			}
			all = append(all, tomlEntry{table, strings.Trim(strings.TrimSpace(key), `"'`), value})
		}
	}
	return all
}

func withoutComment(line string) string {
	var quote rune
	for i, r := range line {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '#':
			return line[:i]
		}
	}
	return line
}

// depthOf counts brackets that are open outside quotes.
func depthOf(value string) int {
	depth := 0
	var quote rune
	for _, r := range value {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			}
		case r == '"' || r == '\'':
			quote = r
		case r == '[':
			depth++
		case r == ']':
			depth--
		}
	}
	return depth
}

var (
	quoted        = regexp.MustCompile(`"([^"]*)"|'([^']*)'`)
	inlineVersion = regexp.MustCompile(`\bversion\s*=\s*["']([^"']*)["']`)
	inlineGit     = regexp.MustCompile(`\b(git|path)\s*=\s*["']([^"']*)["']`)
	pep508        = regexp.MustCompile(`^\s*([A-Za-z0-9][A-Za-z0-9._-]*)\s*(?:\[[^\]]*\])?\s*(.*)$`)
)

func strip(value string) string {
	if found := quoted.FindStringSubmatch(value); found != nil {
		return found[1] + found[2]
	}
	return value
}

func quotedAll(value string) []string {
	var all []string
	for _, found := range quoted.FindAllStringSubmatch(value, -1) {
		all = append(all, found[1]+found[2])
	}
	return all
}

// version reads "1.2" or { version = "1.2", … } or { path = "…" }.
func version(value string) string {
	if !strings.HasPrefix(value, "{") {
		return strip(value)
	}
	if found := inlineVersion.FindStringSubmatch(value); found != nil {
		return found[1]
	}
	if found := inlineGit.FindStringSubmatch(value); found != nil {
		return found[1] + " " + found[2]
	}
	if strings.Contains(value, "workspace") {
		return "from the workspace"
	}
	return ""
}

func cargoTOML(m *manifest, text string) error {
	bin := false
	for _, e := range tomlEntries(text) {
		last := e.table[strings.LastIndex(e.table, ".")+1:]
		switch {
		case e.table == "package" && e.key == "name":
			m.name = strip(e.value)
		case e.table == "package" && e.key == "license":
			m.licence = strip(e.value)
		case e.table == "package" && e.key == "edition":
			m.note = "Rust edition " + strip(e.value)
		case e.table == "workspace" && e.key == "members":
			m.note = strings.TrimPrefix(m.note+", ", ", ") + "workspace of " + strings.Join(quotedAll(e.value), ", ")
		case e.table == "bin" && e.key == "name":
			bin = true
			m.starts = append(m.starts, "command "+codeSpan(strip(e.value)))
		case last == "dependencies" || last == "dev-dependencies" || last == "build-dependencies":
			m.needs = append(m.needs, need{e.key, version(e.value), last != "dependencies"})
		default:
			// [dependencies.NAME]
			if kind, ok := strings.CutSuffix(e.table, "."+last); ok && strings.HasSuffix(kind, "dependencies") && e.key == "version" {
				m.needs = append(m.needs, need{last, strip(e.value), kind != "dependencies"})
			}
		}
	}
	if !bin && m.name != "" && strings.Contains(text, "default-run") {
		m.starts = append(m.starts, codeSpan("cargo run"))
	}
	return nil
}

func pyproject(m *manifest, text string) error {
	for _, e := range tomlEntries(text) {
		poetry, inPoetry := strings.CutPrefix(e.table, "tool.poetry")
		switch {
		case (e.table == "project" || e.table == "tool.poetry") && e.key == "name":
			m.name = strip(e.value)
		case (e.table == "project" || e.table == "tool.poetry") && e.key == "license":
			m.licence = strip(e.value)
		case e.table == "project" && e.key == "requires-python":
			m.note = "Python " + strip(e.value)
		case e.table == "project" && e.key == "dependencies":
			m.addPython(quotedAll(e.value), false)
		case e.table == "project.optional-dependencies" || e.table == "dependency-groups":
			m.addPython(quotedAll(e.value), true)
		case e.table == "project.scripts" || e.table == "tool.poetry.scripts":
			m.starts = append(m.starts, "command "+codeSpan(e.key))
		case inPoetry && strings.HasSuffix(poetry, "dependencies") && e.key == "python":
			m.note = "Python " + strip(e.value)
		case inPoetry && strings.HasSuffix(poetry, "dependencies"):
			m.needs = append(m.needs, need{e.key, version(e.value), poetry != ".dependencies"})
		}
	}
	return nil
}

func pipfile(m *manifest, text string) error {
	for _, e := range tomlEntries(text) {
		if e.table == "packages" || e.table == "dev-packages" {
			m.needs = append(m.needs, need{e.key, version(e.value), e.table == "dev-packages"})
		}
	}
	return nil
}

func (m *manifest) addPython(specs []string, dev bool) {
	for _, spec := range specs {
		spec, _, _ = strings.Cut(spec, ";")
		if found := pep508.FindStringSubmatch(spec); found != nil {
			m.needs = append(m.needs, need{found[1], strings.Trim(strings.TrimSpace(found[2]), "()"), dev})
		}
	}
}

func requirements(m *manifest, text string) error {
	var specs []string
	for line := range strings.SplitSeq(text, "\n") {
		line, _, _ = strings.Cut(line, " #")
		if line = strings.TrimSpace(line); line != "" && line[0] != '#' && line[0] != '-' {
			specs = append(specs, line)
		}
	}
	lower := strings.ToLower(m.path)
	m.addPython(specs, strings.Contains(lower, "dev") || strings.Contains(lower, "test"))
	return nil
}
