package store

import (
	"context"
	"encoding/binary"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	"github.com/mergit-io/mergit/projections"
)

// copyRows copies rows into their table. The four types that columns have are
// encoded here, which takes a fraction of what looking up a codec for each value
// does.
func copyRows(ctx context.Context, tx pgx.Tx, st *tableSQL, rows projections.Batch) error {
	names := make([]string, len(st.columns))
	for i, c := range st.columns {
		names[i] = quoted(c)
	}
	sql := fmt.Sprintf("COPY %s (%s) FROM STDIN (FORMAT binary)", st.ident.Sanitize(), strings.Join(names, ", "))
	r := &copyReader{rows: rows, columns: len(names), buffer: append([]byte(copySignature), 0, 0, 0, 0, 0, 0, 0, 0)}
	_, err := tx.Conn().PgConn().CopyFrom(ctx, r, sql)
	return err
}

// copySignature begins Postgres' binary COPY format; flags and the length of an
// extension follow.
const copySignature = "PGCOPY\n\xff\r\n\x00"

// copyReader encodes rows as they are read.
type copyReader struct {
	rows    projections.Batch
	columns int
	next    int
	ended   bool
	values  []any
	buffer  []byte // encoded
	read    int    // of the buffer
}

// Read implements io.Reader.
func (c *copyReader) Read(p []byte) (int, error) {
	for c.read == len(c.buffer) {
		switch {
		case c.ended:
			return 0, io.EOF
		case c.next == c.rows.Len():
			c.ended = true
			c.buffer, c.read = append(c.buffer[:0], 0xff, 0xff), 0
		default:
			c.buffer, c.read = c.buffer[:0], 0
			for c.next < c.rows.Len() && len(c.buffer) < len(p) {
				if err := c.encode(); err != nil {
					return 0, err
				}
			}
		}
	}
	n := copy(p, c.buffer[c.read:])
	c.read += n
	return n, nil
}

// encode appends the next row.
func (c *copyReader) encode() error {
	c.values = c.rows.Row(c.next, c.values[:0])
	c.next++
	b := binary.BigEndian.AppendUint16(c.buffer, uint16(c.columns))
	for _, v := range c.values {
		switch v := v.(type) {
		case string:
			b = binary.BigEndian.AppendUint32(b, uint32(len(v)))
			b = append(b, v...)
		case int64:
			b = binary.BigEndian.AppendUint32(b, 8)
			b = binary.BigEndian.AppendUint64(b, uint64(v))
		case bool:
			b = append(b, 0, 0, 0, 1, 0)
			if v {
				b[len(b)-1] = 1
			}
		case time.Time:
			b = appendTime(b, v)
		case *time.Time:
			if v == nil {
				b = append(b, 0xff, 0xff, 0xff, 0xff)
			} else {
				b = appendTime(b, *v)
			}
		default:
			return fmt.Errorf("no way to copy %T", v)
		}
	}
	c.buffer = b
	return nil
}

// postgresEpoch is 2000-01-01, in microseconds since 1970.
const postgresEpoch = 946_684_800_000_000

func appendTime(b []byte, t time.Time) []byte {
	b = binary.BigEndian.AppendUint32(b, 8)
	return binary.BigEndian.AppendUint64(b, uint64(t.UnixMicro()-postgresEpoch))
}
