package events

import (
	"bytes"
	"encoding/json"
	"math"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

func TestCanonicalPrintsNumbersAsRFC8785AppendixB(t *testing.T) {
	t.Parallel()
	for bits, want := range map[uint64]string{
		0x0000000000000000: "0",
		0x8000000000000000: "0",
		0x0000000000000001: "5e-324",
		0x8000000000000001: "-5e-324",
		0x7fefffffffffffff: "1.7976931348623157e+308",
		0xffefffffffffffff: "-1.7976931348623157e+308",
		0x4340000000000000: "9007199254740992",
		0xc340000000000000: "-9007199254740992",
		0x4430000000000000: "295147905179352830000",
		0x44b52d02c7e14af5: "9.999999999999997e+22",
		0x44b52d02c7e14af6: "1e+23",
		0x44b52d02c7e14af7: "1.0000000000000001e+23",
		0x444b1ae4d6e2ef4e: "999999999999999700000",
		0x444b1ae4d6e2ef4f: "999999999999999900000",
		0x444b1ae4d6e2ef50: "1e+21",
		0x3eb0c6f7a0b5ed8c: "9.999999999999997e-7",
		0x3eb0c6f7a0b5ed8d: "0.000001",
		0x41b3de4355555553: "333333333.3333332",
		0x41b3de4355555554: "333333333.33333325",
		0x41b3de4355555555: "333333333.3333333",
		0x41b3de4355555556: "333333333.3333334",
		0x41b3de4355555557: "333333333.33333343",
		0xbecbf647612f3696: "-0.0000033333333333333333",
		0x43143ff3c1cb0959: "1424953923781206.2",
	} {
		text := strconv.FormatFloat(math.Float64frombits(bits), 'e', 17, 64)
		if got, err := Canonical([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%016x: %s, %v; want %s", bits, got, err, want)
		}
	}
}

func TestCanonicalWritesTheExamplesOfRFC8785(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct{ text, want string }{
		"3.2.2": {
			`{
  "numbers": [333333333.33333329, 1E30, 4.50, 2e-3, 0.000000000000000000000000001],
  "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
  "literals": [null, true, false]
}`,
			`{"literals":[null,true,false],"numbers":[333333333.3333333,1e+30,4.5,0.002,1e-27],` +
				`"string":"€$\u000f\nA'B\"\\\\\"/"}`,
		},
		"3.2.3": {
			`{"\u20ac":"Euro Sign","\r":"Carriage Return","\ufb33":"Hebrew Letter Dalet With Dagesh","1":"One",` +
				`"\ud83d\ude00":"Emoji: Grinning Face","\u0080":"Control","\u00f6":"Latin Small Letter O With Diaeresis"}`,
			"{\"\\r\":\"Carriage Return\",\"1\":\"One\",\"\u0080\":\"Control\",\"ö\":\"Latin Small Letter O With Diaeresis\"," +
				"\"€\":\"Euro Sign\",\"😀\":\"Emoji: Grinning Face\",\"\ufb33\":\"Hebrew Letter Dalet With Dagesh\"}",
		},
		"every escape":    {`"\b\t\n\f\r\u0001\u001f\u007f\u2028\"\\\/<>&"`, "\"\\b\\t\\n\\f\\r\\u0001\\u001f\u007f\u2028\\\"\\\\/<>&\""},
		"nested and bare": {" [ { \"b\" : [ ] , \"a\" : { } } , -0 , 1.0 ] ", `[{"a":{},"b":[]},0,1]`},
		"null":            {"null", "null"},
		"empty key":       {`{"a":1,"":2}`, `{"":2,"a":1}`},
		"beyond 2^53":     {"9007199254740993", "9007199254740992"},
		"underflow":       {"1e-400", "0"},
	} {
		if got, err := Canonical([]byte(c.text)); err != nil || string(got) != c.want {
			t.Errorf("%s:\n%s, %v; want\n%s", name, got, err, c.want)
		}
	}
}

func TestCanonicalRefusesWhatHasNoOneForm(t *testing.T) {
	t.Parallel()
	for _, text := range []string{
		"", " ", "{", "[1,]", `{"a":1,}`, "[,1]", `{"a"}`, `{a:1}`, "01", "+1", "1.", ".5", "NaN", "Infinity", "1e400", "-1e400",
		"1 2", `{"a":1,"a":2}`, `{"a":1,"\u0061":2}`, "\"\xff\"", `"\ud800"`, `"\udc00"`, `"\ud800\u0041"`, `"\udead\ud800"`, `"\ud800\\udc00"`,
		"'a'", "tru", "\"a\nb\"", `"\x"`, "nul", "[1}", "\ufeff1", strings.Repeat("[", 10_002) + strings.Repeat("]", 10_002),
	} {
		if got, err := Canonical([]byte(text)); err == nil {
			t.Errorf("%.40q became %s", text, got)
		}
	}
}

func FuzzCanonical(f *testing.F) {
	for _, text := range []string{
		`{"b":[1,2.50,-0,1e21],"a":"\u20ac\ud83d\ude00<"}`, `[]`, `"\b"`, `{"a":1,"a":2}`, `"\ud800"`, `[1,]`, `1e-7`, `{"\u0000":{}}`, "\"\u2028\"",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		once, err := Canonical(text)
		if err != nil {
			return
		}
		if !json.Valid(text) {
			t.Fatalf("%q is not JSON and became %q", text, once)
		}
		twice, err := Canonical(once)
		if err != nil || !bytes.Equal(once, twice) {
			t.Fatalf("%q became %q and then %q, %v", text, once, twice, err)
		}
		var a, b any
		if err := json.Unmarshal(text, &a); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal(once, &b); err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(a, b) {
			t.Fatalf("%q and its canonical form %q are different values", text, once)
		}
	})
}
