package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

func TestMistakesWithMoneyAreSaidBeforeAnythingIsAsked(t *testing.T) {
	t.Parallel()
	statement := filepath.Join(t.TempDir(), "evidence.json")
	if err := os.WriteFile(statement, []byte(`{"type":"statement","goal":"g","task":"t","agent":"0x00000000000000000000000000000000000000a1","text":"it is wrong"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	rumour := filepath.Join(t.TempDir(), "rumour.json")
	if err := os.WriteFile(rumour, []byte(`{"type":"rumour"}`), 0o600); err != nil {
		t.Fatal(err)
	}
	for line, want := range map[string]string{
		"stake":                                     "",
		"stake deposti a 1":                         "did you mean deposit?",
		"stake deposit":                             "AGENT is missing",
		"stake deposit a":                           "AMOUNT is missing",
		"stake deposit a 1 2":                       `"2" is too many`,
		"stake deposit a 1.5":                       "a fraction needs a unit",
		"stake deposit a 1euro":                     "the unit is none of",
		"stake deposit a 1 --again=maybe":           "want true or false",
		"stake unbond a 100000000000000000000ether": "no agent has that much",
		"stake withdraw":                            "AGENT is missing",
		"stake withdraw a --to 0x1":                 "--to",
		"challenge open":                            "evidence",
		"challenge open --evidence none.json":       "no such file",
		"challenge open --evidence " + rumour:       "goal and task: name both",
		"challenge answer 0 --agent a --evidence " + statement: "want a number from 1",
		"challenge answer 1 --evidence " + statement:           "--agent",
		"challenge resolve 1":                                  "say --uphold or --reject",
		"challenge resolve 1 --uphold --reject":                "say --uphold or --reject",
		"challenge resolve 1 --uphold":                         "--penalty",
		"challenge resolve x --reject":                         "want a number from 1",
		"challenge expire":                                     "CHALLENGE is missing",
		"escrow fund g t a":                                    "AMOUNT is missing",
		"escrow fund g t a ether":                              "want a number first",
		"escrow fund g t a 1 --deadline tomorrow":              "want a duration such as 24h",
		"escrow fund g t a 1 --deadline -1h":                   "want a duration such as 24h",
		"escrow prove g":                                       "TASK is missing",
		"escrow release":                                       "GOAL is missing",
	} {
		data := filepath.Join(t.TempDir(), "none")
		r := cli(t, "", append(strings.Fields(line), "--data", data)...)
		if want == "" {
			if r.code != 0 || !strings.Contains(r.out, "deposit") {
				t.Errorf("mergit %s: exit %d\n%s", line, r.code, r.out)
			}
			continue
		}
		if r.code != exitUsage || !strings.Contains(r.err, want) {
			t.Errorf("mergit %s: exit %d, want %q in:\n%s", line, r.code, want, r.err)
		}
		if _, err := os.Stat(data); err == nil {
			t.Errorf("mergit %s made a data folder", line)
		}
	}
}

func TestDeadlinesAreTimesOrCountFromNow(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	for text, want := range map[string]time.Time{"24h": now.Add(24 * time.Hour), "2027-01-01T00:00:00Z": time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC)} {
		if got, err := deadline(text, now); err != nil || !got.Equal(want) {
			t.Errorf("%s is %s, %v", text, got, err)
		}
	}
}
