// Package cache keeps rendered tiles in memory and on disk.
package cache

import (
	"container/list"
	"sync"

	"example.test/tiled/internal/tile"
)

// Memory is a cache bounded by the number of bytes it holds. It is safe for
// concurrent use.
type Memory struct {
	mu       sync.Mutex
	maxBytes int
	used     int
	order    *list.List
	entries  map[tile.Coord]*list.Element
	Evicted  int
}

// DefaultMaxBytes is the bound of a cache made with a bound of zero.
const DefaultMaxBytes = 64 << 20

// NewMemory makes an empty cache. It panics if maxBytes is negative.
func NewMemory(maxBytes int) *Memory {
	if maxBytes < 0 {
		panic("cache: negative bound")
	}
	if maxBytes == 0 {
		maxBytes = DefaultMaxBytes
	}
	return &Memory{
		maxBytes: maxBytes,
		order:    list.New(),
		entries:  make(map[tile.Coord]*list.Element),
	}
}

// Get returns the tile and moves it to the front; nil if it is not held.
func (m *Memory) Get(c tile.Coord) *tile.Tile {
	m.mu.Lock()
	defer m.mu.Unlock()
	element, ok := m.entries[c]
	if !ok {
		return nil
	}
	m.order.MoveToFront(element)
	return element.Value.(*tile.Tile)
}

func (m *Memory) Put(t *tile.Tile) {
	if len(t.Data) > m.maxBytes {
		return
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.remove(t.Coord)
	m.entries[t.Coord] = m.order.PushFront(t)
	m.used += len(t.Data)
	for m.used > m.maxBytes {
		oldest := m.order.Back().Value.(*tile.Tile)
		m.remove(oldest.Coord)
		m.Evicted++
	}
}

// Invalidate drops a tile and all its ancestors.
func (m *Memory) Invalidate(c tile.Coord) {
	m.mu.Lock()
	defer m.mu.Unlock()
	for {
		m.remove(c)
		if c.Z == 0 {
			return
		}
		c = c.Parent()
	}
}

// remove must be called with the lock held.
func (m *Memory) remove(c tile.Coord) {
	element, ok := m.entries[c]
	if !ok {
		return
	}
	m.used -= len(element.Value.(*tile.Tile).Data)
	m.order.Remove(element)
	delete(m.entries, c)
}

// Percent is the share of the bound that is in use.
func (m *Memory) Percent() int {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.used * 100 / m.maxBytes
}
