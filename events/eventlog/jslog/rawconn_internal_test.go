package jslog

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"slices"
	"testing"
	"testing/iotest"

	"github.com/nats-io/nats.go"
)

// from is a connection that answers what is read.
type from struct {
	net.Conn
	io.Reader
}

func (f from) Read(p []byte) (int, error) { return f.Reader.Read(p) }

// read reads a connection to its end, in parts of a size.
func read(t testing.TB, in io.Reader, size int) []byte {
	t.Helper()
	c, err := raw(from{Reader: in}, nil)
	if err != nil {
		t.Fatal(err)
	}
	var out []byte
	for part := make([]byte, size); ; {
		n, err := c.Read(part)
		out = append(out, part[:n]...)
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

// prefixed is a payload as it is delivered.
func prefixed(headers, data string) string {
	return string(binary.BigEndian.AppendUint32(nil, uint32(len(headers)))) + headers + data
}

func TestMessagesAreDeliveredWithTheirHeadersInFront(t *testing.T) {
	t.Parallel()
	const headers = "NATS/1.0\r\nce-id: 1\r\n\r\n"
	long := string(bytes.Repeat([]byte("x\r\nHMSG a 1 2 3\r\n"), 10_000))
	hmsg := func(subjects, headers, data string) string {
		return fmt.Sprintf("HMSG %s %d %d\r\n%s%s\r\n", subjects, len(headers), len(headers)+len(data), headers, data)
	}
	msg := func(subjects, payload string) string {
		return fmt.Sprintf("MSG %s %d\r\n%s\r\n", subjects, len(payload), payload)
	}
	in := `INFO {"server_id":"a","headers":true}` + "\r\nPING\r\n+OK\r\n" + hmsg("a.b 1 r.x", headers, "body") + msg("a.b 2", "plain") +
		hmsg("a.b 1", headers, "") + "PONG\r\n" + hmsg("a 10 r", headers, long) + "-ERR 'Stale Connection'\r\n" + msg("e 2", "") + msg("last 2 r", "NATS/1.0\r\n\r\n")
	want := `INFO {"server_id":"a","headers":true}` + "\r\nPING\r\n+OK\r\n" + msg("a.b 1 r.x", prefixed(headers, "body")) + msg("a.b 2", prefixed("", "plain")) +
		msg("a.b 1", prefixed(headers, "")) + "PONG\r\n" + msg("a 10 r", prefixed(headers, long)) + "-ERR 'Stale Connection'\r\n" + msg("e 2", prefixed("", "")) +
		msg("last 2 r", prefixed("", "NATS/1.0\r\n\r\n"))
	for _, size := range []int{1, 2, 7, 100, 32 << 10} {
		for name, source := range map[string]io.Reader{
			"at once": bytes.NewReader([]byte(in)), "by bytes": iotest.OneByteReader(bytes.NewReader([]byte(in))), "by halves": iotest.HalfReader(bytes.NewReader([]byte(in))),
		} {
			if got := read(t, source, size); string(got) != want {
				t.Errorf("%s, in parts of %d: %d bytes, want %d: %.300q", name, size, len(got), len(want), got)
			}
		}
	}
}

// What has come is handed on, even if more is to come.
func TestAReadDoesNotWaitForMore(t *testing.T) {
	t.Parallel()
	mine, its := net.Pipe()
	defer mine.Close()
	defer its.Close()
	c, _ := raw(mine, nil)
	for _, part := range []string{"PING\r\n", "MSG a 1 5\r\nab", "cde\r\nPI", "NG\r\n"} {
		go func() { _, _ = its.Write([]byte(part)) }()
		if n, err := c.Read(make([]byte, 1024)); n == 0 || err != nil {
			t.Fatalf("after %q: %d bytes, %v", part, n, err)
		}
	}
}

func TestWhatIsNotTheProtocolIsNotChanged(t *testing.T) {
	t.Parallel()
	for _, after := range []string{"\x16\x03\x01\x02\x00\x01HMSG a 1 2 3\r\n", "HTTP/1.1 101 Switching\r\n\r\nHMSG a 1 3 3\r\nabc\r\n", "HMSG a 1 -3 3\r\nabc", "MSG a 1 x\r\n", "HMSG 3\r\n", "HMSG a 1 9 3\r\nabc\r\n", "MSG"} {
		in := "INFO {}\r\n" + after
		if got := read(t, bytes.NewReader([]byte(in)), 10); string(got) != in {
			t.Errorf("%q became %q", in, got)
		}
	}
}

// FuzzRawConn reads anything in parts of different sizes: nothing is lost
// between them, and nothing is waited for that does not come.
func FuzzRawConn(f *testing.F) {
	for _, text := range []string{"INFO {}\r\nHMSG a 1 12 16\r\nNATS/1.0\r\n\r\nbody\r\nPING\r\n", "MSG a 1 2\r\nab\r\n", "HMSG a 1 r 99999999999999999999 3\r\n", "\x16\x03", "+OK\n-ERR\n"} {
		f.Add([]byte(text), uint8(3))
	}
	f.Fuzz(func(t *testing.T, in []byte, size uint8) {
		whole := read(t, bytes.NewReader(in), 1<<16)
		if got := read(t, iotest.HalfReader(bytes.NewReader(in)), int(size)+1); !bytes.Equal(got, whole) {
			t.Fatalf("%q in parts of %d, %q at once", got, size, whole)
		}
	})
}

// FuzzHeaders compares with the client library.
func FuzzHeaders(f *testing.F) {
	for _, text := range []string{
		"NATS/1.0\r\nce-id: 1\r\nce-id: 2\r\nCe-Id:3\r\n\r\n", "NATS/1.0 404 No Messages\r\n\r\n", "NATS/1.0 100 Idle Heartbeat\r\nNats-Last-Consumer: 7\r\nStatus: 5\r\n\r\n",
		"NATS/1.0\n\n", "NATS/1.0\r\na:\t b \r\n:x\r\n\r\nrest", "NATS/1.0 40\r\n\r\n", "NATS/1.0\r\nnone\r\n\r\n", "NATS/1.0", "NATS/1.0\r\n", "NATS/2.0\r\n\r\n", "",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		want, errWant := nats.DecodeHeadersMsg(text)
		var h header
		data, err := h.open(&nats.Msg{Data: []byte(prefixed(string(text), "data"))})
		if len(text) == 0 {
			errWant = nil // a message without headers
		}
		if (err == nil) != (errWant == nil) || string(data) != "data" {
			t.Fatalf("%q: %v, the library %v; data %q", text, err, errWant, data)
		}
		if err != nil {
			return
		}
		for name, values := range want {
			if got := h.get(name); got != values[0] {
				t.Fatalf("%q: %s is %q, in the library %q", text, name, got, values[0])
			}
		}
		for _, p := range h.pairs {
			if !slices.Contains(want[p.name], p.value) {
				t.Fatalf("%q: the library has no %s %q", text, p.name, p.value)
			}
		}
	})
}

func TestAMessageThatIsCutShortIsRefused(t *testing.T) {
	t.Parallel()
	for _, data := range []string{"", "\x00\x00\x00", "\x00\x00\x00\x09NATS/1.0", "\xff\xff\xff\xff"} {
		if _, err := new(header).open(&nats.Msg{Data: []byte(data)}); !errors.Is(err, nats.ErrBadHeaderMsg) {
			t.Errorf("%q: %v", data, err)
		}
	}
}
