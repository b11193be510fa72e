package gateway_test

import (
	"bufio"
	"bytes"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"

	"github.com/mergit-io/mergit/gateway/wire"
)

// tasks writes a plan of n tasks.
func tasks(n int, each func(i int) string) string {
	list := make([]string, n)
	for i := range list {
		list[i] = each(i)
	}
	return `{"title":"t","plan":{"title":"p","params":{"x":1},"tasks":[` + strings.Join(list, ",") + `]}}`
}

func one(task string) string { return tasks(1, func(int) string { return task }) }

// Every bad request is answered with a clear error that names the place; nothing
// is stored and nothing breaks.
func TestBadRequestsAreRefusedWithThePlace(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	id := w.submit(owner, "here").ID
	head := w.head()
	post, get := http.MethodPost, http.MethodGet
	for name, c := range map[string]struct {
		method, path, token, body string
		headers                   []string
		status                    int
		code, place               string // place of a fault, or line:column
	}{
		"empty body":              {post, "/goals", owner, "", nil, 400, "MALFORMED_JSON", "1:1"},
		"only space":              {post, "/goals", owner, " \n ", nil, 400, "MALFORMED_JSON", "1:1"},
		"cut short":               {post, "/goals", owner, `{"title":`, nil, 400, "MALFORMED_JSON", "1:10"},
		"syntax":                  {post, "/goals", owner, "{\n  \"title\": nope}", nil, 400, "MALFORMED_JSON", "2:13"},
		"two values":              {post, "/goals", owner, `{} {}`, nil, 400, "MALFORMED_JSON", "1:4"},
		"not UTF-8":               {post, "/goals", owner, "{\"title\":\n\"a\xffb\"}", nil, 400, "MALFORMED_JSON", "2:3"},
		"raw NUL":                 {post, "/goals", owner, "{\"title\":\"a\x00b\"}", nil, 400, "MALFORMED_JSON", "1:12"},
		"byte order mark":         {post, "/goals", owner, "\ufeff{}", nil, 400, "MALFORMED_JSON", "1:1"},
		"an array":                {post, "/goals", owner, `[]`, nil, 422, "VALIDATION_FAILED", ""},
		"null":                    {post, "/goals", owner, `null`, nil, 422, "VALIDATION_FAILED", ""},
		"no title":                {post, "/goals", owner, `{}`, nil, 422, "VALIDATION_FAILED", "title"},
		"blank title":             {post, "/goals", owner, `{"title":" "}`, nil, 422, "VALIDATION_FAILED", "title"},
		"long title":              {post, "/goals", owner, `{"title":"` + strings.Repeat("x", 501) + `"}`, nil, 422, "VALIDATION_FAILED", "title"},
		"long description":        {post, "/goals", owner, `{"title":"t","description":"` + strings.Repeat("x", 70000) + `"}`, nil, 422, "VALIDATION_FAILED", "description"},
		"title of another type":   {post, "/goals", owner, `{"title":7}`, nil, 422, "VALIDATION_FAILED", "title"},
		"unknown field":           {post, "/goals", owner, `{"title":"t","titel":1}`, nil, 422, "VALIDATION_FAILED", "titel"},
		"unknown field inside":    {post, "/goals", owner, `{"title":"t","mounts":[{"name":"m","pth":"/"}]}`, nil, 422, "VALIDATION_FAILED", "mounts[0].pth"},
		"field given twice":       {post, "/goals", owner, `{"title":"t","title":"u"}`, nil, 422, "VALIDATION_FAILED", "title"},
		"escaped NUL":             {post, "/goals", owner, `{"title":"a\u0000b"}`, nil, 422, "VALIDATION_FAILED", "title"},
		"NUL in a plan":           {post, "/goals", owner, one(`{"id":"a","role":"writer","prompt":"a\u0000b"}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].prompt"},
		"half a character":        {post, "/goals", owner, `{"title":"a\ud800b"}`, nil, 422, "VALIDATION_FAILED", "title"},
		"number beyond all":       {post, "/goals", owner, `{"title":"t","params":{"x":1e999},"playbook":"summarise"}`, nil, 422, "VALIDATION_FAILED", "params.x"},
		"deep nesting":            {post, "/goals", owner, `{"title":"t","params":` + strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000) + `}`, nil, 422, "VALIDATION_FAILED", "params" + strings.Repeat("[0]", 64)},
		"deeper than JSON":        {post, "/goals", owner, strings.Repeat(`[`, 20000) + strings.Repeat(`]`, 20000), nil, 400, "MALFORMED_JSON", "1:10001"},
		"plan and playbook":       {post, "/goals", owner, `{"title":"t","plan":` + twoTasks + `,"playbook":"summarise"}`, nil, 422, "VALIDATION_FAILED", "playbook"},
		"unknown playbook":        {post, "/goals", owner, `{"title":"t","playbook":"nope"}`, nil, 422, "VALIDATION_FAILED", "playbook"},
		"params that are a list":  {post, "/goals", owner, `{"title":"t","params":[1]}`, nil, 422, "VALIDATION_FAILED", "params"},
		"plan without any title":  {post, "/goals", owner, `{"plan":{"tasks":[{"id":"a","role":"writer","prompt":"x"}]}}`, nil, 422, "VALIDATION_FAILED", "plan.title"},
		"plan is text":            {post, "/goals", owner, `{"title":"t","plan":"x"}`, nil, 422, "VALIDATION_FAILED", "plan"},
		"plan without tasks":      {post, "/goals", owner, tasks(0, nil), nil, 422, "VALIDATION_FAILED", "plan.tasks"},
		"257 tasks":               {post, "/goals", owner, tasks(257, func(i int) string { return fmt.Sprintf(`{"id":"t%d","role":"writer","prompt":"x"}`, i) }), nil, 422, "VALIDATION_FAILED", "plan.tasks"},
		"unknown field of a plan": {post, "/goals", owner, one(`{"id":"a","role":"writer","prompt":"x","rtries":1}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].rtries"},
		"unknown tool":            {post, "/goals", owner, one(`{"id":"a","role":"writer","tool":"nope","args":{}}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].tool"},
		"unknown role":            {post, "/goals", owner, one(`{"id":"a","role":"boss","prompt":"x"}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].role"},
		"unknown reference":       {post, "/goals", owner, one(`{"id":"a","role":"writer","prompt":"{{tasks.b.result}}"}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].prompt"},
		"unknown need":            {post, "/goals", owner, one(`{"id":"a","role":"writer","prompt":"x","needs":["z"]}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].needs[0]"},
		"unknown plan parameter":  {post, "/goals", owner, one(`{"id":"a","role":"writer","prompt":"{{params.y}}"}`), nil, 422, "VALIDATION_FAILED", "plan.tasks[0].prompt"},
		"unknown given parameter": {post, "/goals", owner, `{"title":"t","params":{"nope":1},"plan":` + twoTasks + `}`, nil, 422, "VALIDATION_FAILED", "params.nope"},
		"missing parameter":       {post, "/goals", owner, `{"plan":{"title":"p","params":{"who":null},"tasks":[{"id":"a","role":"writer","prompt":"{{params.who}}"}]}}`, nil, 422, "VALIDATION_FAILED", "params.who"},
		"cyclic plan": {post, "/goals", owner, tasks(2, func(i int) string {
			return fmt.Sprintf(`{"id":"t%d","role":"writer","prompt":"x","needs":["t%d"]}`, i, 1-i)
		}), nil, 422, "VALIDATION_FAILED", "plan.tasks[1].needs[0]"},
		"negative limit of a goal": {post, "/goals", owner, `{"title":"t","limits":{"tokens":-1}}`, nil, 422, "VALIDATION_FAILED", "limits.tokens"},
		"deadline of nonsense":     {post, "/goals", owner, `{"title":"t","limits":{"deadline":"soon"}}`, nil, 422, "VALIDATION_FAILED", "limits.deadline"},
		"too many mounts":          {post, "/goals", owner, `{"title":"t","mounts":[` + strings.TrimSuffix(strings.Repeat(`{"name":"m","path":"/"},`, 33), ",") + `]}`, nil, 422, "VALIDATION_FAILED", "mounts"},
		"endless mounts":           {post, "/goals", owner, `{"title":"t","mounts":[` + strings.Repeat(`7,`, 100000) + `7]}`, nil, 422, "VALIDATION_FAILED", "mounts"},
		"mount that is forbidden":  {post, "/goals", owner, `{"title":"t","mounts":[{"name":"etc","path":"/etc"}]}`, nil, 422, "VALIDATION_FAILED", "mounts[0].path"},
		"agent of nonsense":        {post, "/goals", owner, `{"title":"t","agent":"a.b"}`, nil, 422, "VALIDATION_FAILED", "agent"},
		"unknown parent":           {post, "/goals", owner, `{"title":"t","parent":"x.>"}`, nil, 422, "VALIDATION_FAILED", "parent"},
		"another media type":       {post, "/goals", owner, `title=x`, []string{"Content-Type", "application/x-www-form-urlencoded"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"another charset":          {post, "/goals", owner, `{}`, []string{"Content-Type", "application/json; charset=latin1"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"compressed":               {post, "/goals", owner, `{}`, []string{"Content-Encoding", "gzip"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"multipart":                {post, "/goals", owner, "--x\r\n\r\n--x--", []string{"Content-Type", "multipart/form-data; boundary=x"}, 415, "UNSUPPORTED_MEDIA_TYPE", ""},
		"key with a space":         {post, "/goals", owner, `{"title":"t"}`, []string{"Idempotency-Key", "a b"}, 400, "IDEMPOTENCY_KEY_INVALID", ""},
		"long key":                 {post, "/goals", owner, `{"title":"t"}`, []string{"Idempotency-Key", strings.Repeat("k", 129)}, 400, "IDEMPOTENCY_KEY_INVALID", ""},
		"10 MB":                    {post, "/goals", owner, `{"title":"` + strings.Repeat("x", 10<<20) + `"}`, nil, 413, "BODY_TOO_LARGE", ""},

		"negative limit":        {get, "/goals?limit=-1", owner, "", nil, 400, "PARAMETER_INVALID", "limit"},
		"limit of nothing":      {get, "/goals?limit=0", owner, "", nil, 400, "PARAMETER_INVALID", "limit"},
		"limit too large":       {get, "/goals?limit=201", owner, "", nil, 400, "PARAMETER_INVALID", "limit"},
		"limit beyond numbers":  {get, "/goals?limit=99999999999999999999", owner, "", nil, 400, "PARAMETER_INVALID", "limit"},
		"status of nonsense":    {get, "/goals?status=bored", owner, "", nil, 400, "PARAMETER_INVALID", "status"},
		"misspelt parameter":    {get, "/goals?stauts=done", owner, "", nil, 400, "PARAMETER_INVALID", "stauts"},
		"parameter twice":       {get, "/goals?limit=1&limit=2", owner, "", nil, 400, "PARAMETER_INVALID", "limit"},
		"NUL in a parameter":    {get, "/goals?agent=a%00b", owner, "", nil, 400, "PARAMETER_INVALID", "agent"},
		"parameter not UTF-8":   {get, "/goals?agent=%ff", owner, "", nil, 400, "PARAMETER_INVALID", "agent"},
		"cursor of nonsense":    {get, "/goals?cursor=%21%21", owner, "", nil, 400, "PARAMETER_INVALID", "cursor"},
		"cursor of another":     {get, "/interrupts?cursor=Z29hbHM6NQ", owner, "", nil, 400, "PARAMETER_INVALID", "cursor"},
		"after of nonsense":     {get, "/goals?after=x", owner, "", nil, 400, "PARAMETER_INVALID", "after"},
		"after beyond the log":  {get, "/goals?after=999999", owner, "", nil, 400, "PARAMETER_INVALID", "after"},
		"token in the query":    {get, "/goals?access_token=" + owner, "", "", nil, 401, "TOKEN_MISSING", ""},
		"token in both":         {get, "/goals?access_token=x", owner, "", nil, 400, "PARAMETER_INVALID", "access_token"},
		"goal with a wildcard":  {get, "/goals/*", owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"goal with a tail":      {get, "/goals/%3E", owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"goal with NUL":         {get, "/goals/a%00b", owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"goal with a dot":       {get, "/goals/a.b", owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"unknown goal":          {get, "/goals/" + newID(), owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"proof with wildcards":  {get, "/proofs/*.*", owner, "", nil, 404, "PROOF_NOT_FOUND", ""},
		"unknown path":          {get, "/nothing/here", "", "", nil, 404, "ROUTE_NOT_FOUND", ""},
		"unknown method":        {"PUT", "/goals", owner, `{}`, nil, 405, "METHOD_NOT_ALLOWED", ""},
		"method of nobody":      {"BREW", "/goals", owner, "", nil, 501, "METHOD_UNKNOWN", ""},
		"unknown token":         {get, "/goals", "nobody-knows-me-0123456789", "", nil, 401, "TOKEN_INVALID", ""},
		"no token":              {get, "/goals", "", "", nil, 401, "TOKEN_MISSING", ""},
		"another scheme":        {get, "/goals", "", "", []string{"Authorization", "Basic " + owner}, 401, "TOKEN_MISSING", ""},
		"header bomb":           {get, "/goals", owner, "", []string{"X-Bomb", strings.Repeat("b", 1<<20)}, 431, "HEADERS_TOO_LARGE", ""},
		"many headers":          {get, "/goals", owner, "", bombs(2000), 431, "HEADERS_TOO_LARGE", ""},
		"long path":             {get, "/" + strings.Repeat("p", 100<<10), owner, "", nil, 431, "HEADERS_TOO_LARGE", ""},
		"bad Last-Event-ID":     {get, "/stream/proofs", owner, "", []string{"Last-Event-ID", "seven"}, 400, "PARAMETER_INVALID", "Last-Event-ID"},
		"negative event":        {get, "/stream/proofs", owner, "", []string{"Last-Event-ID", "-7"}, 400, "PARAMETER_INVALID", "Last-Event-ID"},
		"event of the future":   {get, "/stream/proofs?last_event_id=999999", owner, "", nil, 400, "PARAMETER_INVALID", "last_event_id"},
		"event of nonsense":     {get, "/stream/goals/" + id + "?last_event_id=1e3", owner, "", nil, 400, "PARAMETER_INVALID", "last_event_id"},
		"until never":           {get, "/stream/goals/" + id + "?until=never", owner, "", nil, 400, "PARAMETER_INVALID", "until"},
		"stream of nothing":     {get, "/stream/goals/" + newID(), owner, "", nil, 404, "GOAL_NOT_FOUND", ""},
		"subject of others":     {get, "/stream/events?subject=mergit.ev.*.other.goal.%3E", owner, "", nil, 403, "SUBJECT_FORBIDDEN", ""},
		"subject of all":        {get, "/stream/events?subject=mergit.ev.*.*.goal.%3E", owner, "", nil, 403, "SUBJECT_FORBIDDEN", ""},
		"subject of everything": {get, "/stream/events?subject=%3E", owner, "", nil, 403, "SUBJECT_FORBIDDEN", ""},
		"subject elsewhere":     {get, "/stream/events?subject=mergit.work.%3E", owner, "", nil, 403, "SUBJECT_FORBIDDEN", ""},
		"subject with a hole":   {get, "/stream/events?subject=mergit..main.%3E", owner, "", nil, 400, "PARAMETER_INVALID", "subject"},
		"subject with a tail":   {get, "/stream/events?subject=mergit.%3E.main", owner, "", nil, 400, "PARAMETER_INVALID", "subject"},
		"subject with NUL":      {get, "/stream/events?subject=mergit.%00", owner, "", nil, 400, "PARAMETER_INVALID", "subject"},
		"subject with a quote":  {get, "/stream/events?subject=mergit.ev.*.main.%22", owner, "", nil, 400, "PARAMETER_INVALID", "subject"},
		"long subject":          {get, "/stream/events?subject=mergit." + strings.Repeat("x.", 300) + "x", owner, "", nil, 400, "PARAMETER_INVALID", "subject"},
		"resume not yours":      {post, "/goals/" + id + "/resume", other, `{"interrupt":"q","decision":"yes"}`, nil, 404, "GOAL_NOT_FOUND", ""},
	} {
		t.Run(name, func(t *testing.T) {
			var body io.Reader
			if c.method == post || c.body != "" {
				body = strings.NewReader(c.body)
			}
			e := w.on(t).do(c.method, c.path, c.token, body, c.headers...).refused(c.status, c.code)
			have := ""
			if len(e.Details.Faults) > 0 {
				have = e.Details.Faults[0].Path
			}
			if e.Details.Line > 0 {
				have = fmt.Sprintf("%d:%d", e.Details.Line, e.Details.Column)
			}
			if have != c.place || e.Message == "" {
				t.Errorf("place %q, want %q: %.500s", have, c.place, e.Message)
			}
		})
	}
	if w.head() != head {
		t.Error("a refused request was stored")
	}
	w.get("/health", "").want(http.StatusOK)
}

func bombs(n int) []string {
	headers := make([]string, 0, 2*n)
	for i := range n {
		headers = append(headers, fmt.Sprintf("X-Bomb-%d", i), "boom")
	}
	return headers
}

func TestAllFaultsAreListedAtOnce(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	e := w.post("/goals", owner, `{"titel":"x","description":5,"mounts":[{"name":7}],"agent":true}`).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	if len(e.Details.Faults) != 4 {
		t.Errorf("faults %v", e.Details.Faults)
	}
	e = w.post("/goals", owner, `{"plan":{"title":"p","tasks":[{"id":"a","role":"boss","tool":"nope"},{"id":"a","role":"writer"}]},"limits":{"steps":-1,"cost":-2},"mounts":[{"name":"m","path":"x"}],"params":{"q":1}}`).
		refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	if len(e.Details.Faults) != 8 {
		t.Errorf("faults %v", e.Details.Faults)
	}
	many := tasks(200, func(i int) string { return `{"id":"same","role":"boss"}` })
	if e = w.post("/goals", owner, many).refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED"); len(e.Details.Faults) != 101 {
		t.Errorf("%d faults, want a list that ends", len(e.Details.Faults))
	}
}

// A body that a handler does not read must not be taken for the next request.
func TestUnreadBodyIsNoRequest(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	inner := "GET /health HTTP/1.1\r\nHost: x\r\n\r\n"
	pad := strings.Repeat(" ", 20<<10) // more than is read ahead
	for name, request := range map[string]string{
		"get with a body":     fmt.Sprintf("GET /health HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s%s", len(pad+inner), pad, inner),
		"unauthorized post":   fmt.Sprintf("POST /goals HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s%s", len(pad+inner), pad, inner),
		"chunked to nowhere":  "POST /nothing HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + fmt.Sprintf("%x\r\n%s\r\n0\r\n\r\n", len(inner), inner),
		"too large, chunked":  "POST /goals HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + owner + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n" + strings.Repeat(fmt.Sprintf("%x\r\n%s\r\n", 1<<20, strings.Repeat("x", 1<<20)), 9) + "0\r\n\r\n",
		"length and encoding": fmt.Sprintf("POST /nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n%x\r\n%s\r\n0\r\n\r\n", len(inner), inner),
		"broken chunks":       "POST /goals HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer " + owner + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
		"nonsense":            "\x00\x01\x02 nonsense\r\n\r\n",
	} {
		t.Run(name, func(t *testing.T) {
			conn, err := net.Dial("tcp", strings.TrimPrefix(w.url, "http://"))
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			if _, err := io.WriteString(conn, request); err != nil {
				t.Fatal(err)
			}
			answers, err := io.ReadAll(conn)
			if err != nil {
				t.Fatal(err)
			}
			if n := bytes.Count(answers, []byte("HTTP/1.1 ")); n != 1 {
				t.Errorf("%d answers to one request:\n%s", n, answers)
			}
			r, err := http.ReadResponse(bufio.NewReader(bytes.NewReader(answers)), nil)
			if err != nil {
				t.Fatal(err)
			}
			defer r.Body.Close()
			if name != "get with a body" && r.StatusCode < 400 || r.Header.Get("Content-Type") != "application/json" {
				t.Errorf("answer %s", answers)
			}
		})
	}
}

func TestRefusedBodiesAreRepeatedWithTheSameKey(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	w.post("/goals", owner, `{}`, "Idempotency-Key", "k").refused(http.StatusUnprocessableEntity, "VALIDATION_FAILED")
	data[wire.Accepted](w.post("/goals", owner, `{"title":"now right"}`, "Idempotency-Key", "k"), http.StatusCreated)
}
