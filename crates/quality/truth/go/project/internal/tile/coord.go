// Package tile has the coordinates and the encoding of map tiles.
package tile

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// MaxZoom is the deepest zoom level that is served.
const MaxZoom = 18

// Size is the edge of a tile in pixels.
const Size = 256

// ErrBadCoord is returned for coordinates that name no tile.
var ErrBadCoord = errors.New("tile: bad coordinate")

// Coord names one tile of the pyramid.
type Coord struct {
	Z, X, Y int
}

// ParsePath reads a coordinate from a path such as "/7/66/45.png".
func ParsePath(path string) (Coord, error) {
	parts := strings.Split(strings.Trim(path, "/"), "/")
	if len(parts) != 3 {
		return Coord{}, ErrBadCoord
	}
	parts[2] = strings.TrimSuffix(parts[2], ".png")
	var numbers [3]int
	for i, part := range parts {
		n, err := strconv.Atoi(part)
		if err != nil {
			return Coord{}, fmt.Errorf("%w: %q", ErrBadCoord, part)
		}
		numbers[i] = n
	}
	c := Coord{Z: numbers[0], X: numbers[1], Y: numbers[2]}
	if !c.Valid() {
		return Coord{}, fmt.Errorf("%w: %s is out of range", ErrBadCoord, c)
	}
	return c, nil
}

// Valid reports whether the tile exists at its zoom level.
func (c Coord) Valid() bool {
	if c.Z < 0 || c.Z > MaxZoom {
		return false
	}
	edge := 1 << c.Z
	return c.X >= 0 && c.X < edge && c.Y >= 0 && c.Y < edge
}

func (c Coord) String() string {
	return fmt.Sprintf("%d/%d/%d", c.Z, c.X, c.Y)
}

// Parent returns the tile one level up that covers c. The root is its own parent.
func (c Coord) Parent() Coord {
	if c.Z == 0 {
		return c
	}
	return Coord{Z: c.Z - 1, X: c.X / 2, Y: c.Y / 2}
}

func (c Coord) Children() [4]Coord {
	z, x, y := c.Z+1, c.X*2, c.Y*2
	return [4]Coord{{z, x, y}, {z, x + 1, y}, {z, x, y + 1}, {z, x + 1, y + 1}}
}

// FromDegrees returns the tile that contains a position. Latitudes beyond the
// projection are clamped.
func FromDegrees(lat, lon float64, zoom int) Coord {
	lat = math.Max(-85.0511, math.Min(85.0511, lat))
	edge := math.Exp2(float64(zoom))
	rad := lat * math.Pi / 180
	x := int((lon + 180) / 360 * edge)
	y := int((1 - math.Asinh(math.Tan(rad))/math.Pi) / 2 * edge)
	return Coord{Z: zoom, X: clamp(x, int(edge)-1), Y: clamp(y, int(edge)-1)}
}

func clamp(n, top int) int {
	if n < 0 {
		return 0
	}
	if n > top {
		return top
	}
	return n
}
