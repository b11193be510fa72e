package auditlog

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/mod/sumdb/tlog"
)

const (
	// height is how many levels of the tree a tile spans, as in C2SP tlog-tiles.
	height = 8
	// tileWidth is how many hashes a full tile has.
	tileWidth = 1 << height
)

// Tiles keeps the tree's hashes, in the tiles of C2SP tlog-tiles. A tile has one path, without its width: as the tree grows
// a wider one with the same beginning takes its place. Nothing that is read here is believed: whoever reads checks it
// against a checkpoint's root.
type Tiles interface {
	// Load returns what was saved under a path, nil if nothing was.
	Load(ctx context.Context, path string) ([]byte, error)
	// Save keeps data under a path in place of what was there.
	Save(ctx context.Context, path string, data []byte) error
}

// TilePath is where a tile is, "tile/0/x001/x234/067": level, and index in groups of three digits.
func TilePath(level int, index uint64) string {
	return shorten(tlog.Tile{H: height, L: level, N: int64(index), W: tileWidth}.Path())
}

// The library's paths name the height, which C2SP fixes.
const (
	longPrefix  = "tile/8/"
	shortPrefix = "tile/"
)

func shorten(path string) string { return shortPrefix + strings.TrimPrefix(path, longPrefix) }

// ParseTilePath is the inverse of TilePath.
func ParseTilePath(path string) (level int, index uint64, err error) {
	rest, ok := strings.CutPrefix(path, shortPrefix)
	if ok {
		var t tlog.Tile
		if t, err = tlog.ParseTilePath(longPrefix + rest); err == nil && t.L >= 0 && t.N >= 0 && t.W == tileWidth {
			return t.L, uint64(t.N), nil
		}
	}
	return 0, 0, fmt.Errorf("%q is not the path of a tile", path)
}

// CorruptTileError says that what is kept as a tile cannot be one.
type CorruptTileError struct {
	Path   string
	Length int // bytes
}

func (e *CorruptTileError) Error() string {
	return fmt.Sprintf("%s has %d bytes: it is no tile", e.Path, e.Length)
}

// BehindError says that the tiles do not reach that far yet.
type BehindError struct {
	Path       string
	Want, Have int // hashes
}

func (e *BehindError) Error() string {
	return fmt.Sprintf("%s has %d hashes, %d are needed: the tree was not kept that far yet", e.Path, e.Have, e.Want)
}

// loadError says that a tile could not be had.
type loadError struct {
	path string
	err  error
}

func (e *loadError) Error() string { return fmt.Sprintf("load %s: %v", e.path, e.err) }

func (e *loadError) Unwrap() error { return e.err }

// isLoad reports whether an error says nothing about the tree.
func isLoad(err error) bool {
	_, ok := errors.AsType[*loadError](err)
	return ok
}

// cutTile checks the form of a tile and returns its first width hashes.
func cutTile(path string, data []byte, width int) ([]byte, error) {
	switch {
	case len(data)%tlog.HashSize != 0 || len(data) > tileWidth*tlog.HashSize:
		return nil, &CorruptTileError{path, len(data)}
	case len(data) < width*tlog.HashSize:
		return nil, &BehindError{path, width, len(data) / tlog.HashSize}
	}
	return data[:width*tlog.HashSize], nil
}

// tileReader lets the library read tiles, each once.
type tileReader struct {
	ctx   context.Context //nolint:containedctx // of one call: the library's interface has none
	tiles Tiles
	seen  map[string][]byte
}

var _ tlog.TileReader = tileReader{}

// Height implements tlog.TileReader.
func (tileReader) Height() int { return height }

// ReadTiles implements tlog.TileReader.
func (r tileReader) ReadTiles(wanted []tlog.Tile) ([][]byte, error) {
	data := make([][]byte, len(wanted))
	for i, t := range wanted {
		var err error
		if data[i], err = r.read(TilePath(t.L, uint64(t.N)), t.W); err != nil {
			return nil, err
		}
	}
	return data, nil
}

// read returns the first hashes of a tile.
func (r tileReader) read(path string, width int) ([]byte, error) {
	data, ok := r.seen[path]
	if !ok {
		var err error
		if data, err = r.tiles.Load(r.ctx, path); err != nil {
			return nil, &loadError{path, err}
		}
		r.seen[path] = data
	}
	return cutTile(path, data, width)
}

// SaveTiles implements tlog.TileReader: what was read is kept already.
func (tileReader) SaveTiles([]tlog.Tile, [][]byte) {}
