package tile

import "time"

// Format is the encoding of a tile's image.
type Format int

const (
	FormatPNG Format = iota
	FormatJPEG
	FormatWebP
)

// ContentType returns the media type to send with the image.
func (f Format) ContentType() string {
	switch f {
	case FormatJPEG:
		return "image/jpeg"
	case FormatWebP:
		return "image/webp"
	default:
		return "image/png"
	}
}

// Tile is an encoded image with the time it was rendered.
type Tile struct {
	Coord    Coord
	Format   Format
	Data     []byte
	Rendered time.Time
}

// Stale reports whether the tile is older than maxAge.
func (t *Tile) Stale(now time.Time, maxAge time.Duration) bool {
	return now.Sub(t.Rendered) > maxAge
}

// Bytes is the memory the image takes.
//
// Deprecated: use len(t.Data).
func (t *Tile) Bytes() int {
	return len(t.Data)
}
