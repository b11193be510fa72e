package writer

import (
	"cmp"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// manifest is what a file says about a program: its name, what it needs, how it is started, its licence.
type manifest struct {
	path, format, name string
	// note is what else is worth a word, such as the language's version.
	note     string
	needs    []need
	indirect int
	starts   []string
	licence  string
}

type need struct {
	name, version string
	dev           bool
}

var readers = map[string]func(*manifest, string) error{
	"go.mod": goMod, "package.json": packageJSON, "cargo.toml": cargoTOML, "pyproject.toml": pyproject, "pipfile": pipfile,
	"gemfile": gemfile, "composer.json": composerJSON, "pom.xml": pomXML, "build.gradle": gradle, "build.gradle.kts": gradle,
}

func readerOf(file string) func(*manifest, string) error {
	name := strings.ToLower(path.Base(file))
	if strings.HasPrefix(name, "requirements") && strings.HasSuffix(name, ".txt") {
		return requirements
	}
	return readers[name]
}

func manifestsOf(from json.RawMessage) ([]manifest, error) {
	if len(from) == 0 {
		return nil, nil
	}
	files, closed, err := filesOf(from)
	if err != nil {
		return nil, err
	}
	var all []manifest
	for _, f := range closed {
		if readerOf(f.Path) != nil {
			all = append(all, manifest{path: f.Path, format: path.Base(f.Path), note: "cannot be read: " + f.why()})
		}
	}
	for _, f := range files {
		read := readerOf(f.Path)
		if read == nil {
			continue
		}
		m := manifest{path: f.Path, format: path.Base(f.Path)}
		if err := read(&m, f.Content); err != nil {
			m.note = "cannot be read: " + err.Error()
		}
		all = append(all, m)
	}
	slices.SortStableFunc(all, func(a, b manifest) int {
		return cmp.Compare(strings.Count(a.path, "/"), strings.Count(b.path, "/"))
	})
	return all, nil
}

// dependenciesPart lists what each manifest names itself, and only counts what follows from that.
func dependenciesPart(s section) (part, error) {
	all, err := manifestsOf(s.From)
	if err != nil {
		return part{}, err
	}
	if len(all) == 0 {
		return part{missing: "a dependency manifest"}, nil
	}
	var out strings.Builder
	most, direct := orUsual(s.Most, 12), 0
	var formats []string
	var aside int
	all = slices.DeleteFunc(all, func(m manifest) bool {
		if isAside(m.path) && len(all) > 1 {
			aside++
			return true
		}
		return false
	})
	for i, m := range all {
		for _, n := range m.needs {
			if !n.dev {
				direct++
			}
		}
		if !slices.Contains(formats, m.format) {
			formats = append(formats, m.format)
		}
		if i < most {
			writeManifest(&out, m)
		}
	}
	if len(all) > most {
		fmt.Fprintf(&out, "… and %s more manifests, for example %s.\n", number(len(all)-most), codeSpan(all[most].path))
	}
	if aside > 0 {
		fmt.Fprintf(&out, "%s in tests, examples and test data left out.\n", plural(aside, "manifest", "manifests"))
	}
	glance := fmt.Sprintf("%s, from %s", plural(direct, "direct dependency", "direct dependencies"), strings.Join(formats, ", "))
	if len(all) > len(formats) {
		glance = fmt.Sprintf("%s, from %d manifests (%s)", plural(direct, "direct dependency", "direct dependencies"), len(all), strings.Join(formats, ", "))
	}
	return part{body: out.String(), glance: glance}, nil
}

func writeManifest(out *strings.Builder, m manifest) {
	fmt.Fprintf(out, "**%s**", codeSpan(m.path))
	var facts []string
	if m.name != "" {
		facts = append(facts, codeSpan(m.name))
	}
	if m.note != "" {
		facts = append(facts, escaped(m.note))
	}
	var direct, dev []need
	for _, n := range m.needs {
		if n.dev {
			dev = append(dev, n)
		} else {
			direct = append(direct, n)
		}
	}
	if len(direct) == 0 && len(dev) == 0 {
		facts = append(facts, "no dependencies")
	}
	if m.indirect > 0 {
		facts = append(facts, fmt.Sprintf("%s more indirectly", number(m.indirect)))
	}
	if len(facts) > 0 {
		out.WriteString(": " + strings.Join(facts, ", "))
	}
	out.WriteString("\n\n")
	if len(direct) > 0 {
		most := 30
		out.WriteString("| Needs | Version |\n|---|---|\n")
		for _, n := range direct[:min(len(direct), most)] {
			fmt.Fprintf(out, "| %s | %s |\n", cell(n.name), cell(cmp.Or(n.version, "any")))
		}
		if len(direct) > most {
			fmt.Fprintf(out, "| … %s more | |\n", number(len(direct)-most))
		}
		out.WriteByte('\n')
	}
	if len(dev) > 0 {
		names := make([]string, len(dev))
		for i, n := range dev {
			names[i] = codeSpan(n.name)
		}
		fmt.Fprintf(out, "For development: %s\n\n", enumerate(names, 15))
	}
}

var goRequire = regexp.MustCompile(`^(?:require\s+)?([^\s()]+)\s+(v[^\s]+)(\s*//\s*indirect)?`)

func goMod(m *manifest, text string) error {
	block := ""
	for line := range strings.SplitSeq(text, "\n") {
		line = strings.TrimSpace(line)
		word, rest, _ := strings.Cut(line, " ")
		switch {
		case line == ")":
			block = ""
		case strings.HasSuffix(line, "("):
			block = word
		case word == "module":
			m.name = strings.Trim(rest, `"`)
		case word == "go":
			m.note = "Go " + rest
		case word == "require" || block == "require":
			found := goRequire.FindStringSubmatch(line)
			switch {
			case found == nil:
			case found[3] != "":
				m.indirect++
			default:
				m.needs = append(m.needs, need{name: found[1], version: found[2]})
			}
		}
	}
	if m.name == "" {
		return errors.New("it names no module")
	}
	return nil
}

func packageJSON(m *manifest, text string) error {
	var p struct {
		Name    string            `json:"name"`
		Main    string            `json:"main"`
		Licence any               `json:"license"`
		Bin     any               `json:"bin"`
		Scripts map[string]string `json:"scripts"`
		Engines map[string]string `json:"engines"`
		Needs   map[string]string `json:"dependencies"`
		Peers   map[string]string `json:"peerDependencies"`
		Dev     map[string]string `json:"devDependencies"`
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return errors.New("it is not the JSON that npm expects")
	}
	m.name = p.Name
	m.licence, _ = p.Licence.(string)
	if p.Engines["node"] != "" {
		m.note = "Node " + p.Engines["node"]
	}
	m.add(p.Needs, false)
	m.add(p.Peers, false)
	m.add(p.Dev, true)
	if p.Main != "" {
		m.starts = append(m.starts, "main "+codeSpan(p.Main))
	}
	switch bin := p.Bin.(type) {
	case string:
		m.starts = append(m.starts, "command "+codeSpan(path.Base(p.Name)))
	case map[string]any:
		for _, name := range keys(bin) {
			m.starts = append(m.starts, "command "+codeSpan(name))
		}
	}
	for _, name := range []string{"start", "dev", "serve", "build", "test"} {
		if p.Scripts[name] != "" {
			m.starts = append(m.starts, fmt.Sprintf("%s (%s)", codeSpan("npm run "+name), codeSpan(shorten(p.Scripts[name], 60))))
		}
	}
	return nil
}

func composerJSON(m *manifest, text string) error {
	var p struct {
		Name    string            `json:"name"`
		Licence any               `json:"license"`
		Needs   map[string]string `json:"require"`
		Dev     map[string]string `json:"require-dev"`
	}
	if err := json.Unmarshal([]byte(text), &p); err != nil {
		return errors.New("it is not the JSON that Composer expects")
	}
	m.name = p.Name
	m.licence, _ = p.Licence.(string)
	m.add(p.Needs, false)
	m.add(p.Dev, true)
	return nil
}

func (m *manifest) add(needs map[string]string, dev bool) {
	for _, name := range keys(needs) {
		m.needs = append(m.needs, need{name, needs[name], dev})
	}
}

func keys[V any](from map[string]V) []string {
	names := make([]string, 0, len(from))
	for name := range from {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func pomXML(m *manifest, text string) error {
	var p struct {
		Group    string `xml:"groupId"`
		Artifact string `xml:"artifactId"`
		Needs    []struct {
			Group    string `xml:"groupId"`
			Artifact string `xml:"artifactId"`
			Version  string `xml:"version"`
			Scope    string `xml:"scope"`
		} `xml:"dependencies>dependency"`
	}
	if err := xml.Unmarshal([]byte(text), &p); err != nil {
		return errors.New("it is not XML")
	}
	m.name = strings.Trim(p.Group+":"+p.Artifact, ":")
	for _, n := range p.Needs {
		m.needs = append(m.needs, need{n.Group + ":" + n.Artifact, n.Version, n.Scope == "test"})
	}
	return nil
}

var (
	gradleNeed = regexp.MustCompile(`(?m)^\s*(\w*[iI]mplementation|api|compileOnly|runtimeOnly|kapt|ksp)\s*\(?\s*["']([^"':]+:[^"':]+)(?::([^"']+))?["']`)
	gem        = regexp.MustCompile(`(?m)^\s*gem\s+["']([^"']+)["'](?:\s*,\s*["']([^"']+)["'])?`)
)

func gradle(m *manifest, text string) error {
	for _, found := range gradleNeed.FindAllStringSubmatch(text, -1) {
		m.needs = append(m.needs, need{found[2], found[3], strings.HasPrefix(found[1], "test")})
	}
	return nil
}

func gemfile(m *manifest, text string) error {
	for _, found := range gem.FindAllStringSubmatch(text, -1) {
		m.needs = append(m.needs, need{name: found[1], version: found[2]})
	}
	return nil
}
