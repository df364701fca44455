// Package limit bounds the requests of one client.
package limit

import (
	"sync"
	"time"
)

// Bucket is a token bucket: it fills at a constant rate up to its capacity.
type Bucket struct {
	capacity  float64
	perSecond float64
	tokens    float64
	updated   time.Time
}

// Group has one bucket per client.
type Group struct {
	mu        sync.Mutex
	buckets   map[string]*Bucket
	Capacity  float64
	PerSecond float64
}

const idleAfter = 10 * time.Minute

func NewGroup(capacity, perSecond float64) *Group {
	return &Group{
		buckets:   make(map[string]*Bucket),
		Capacity:  capacity,
		PerSecond: perSecond,
	}
}

// Allow takes one token from the client's bucket and reports whether there was one.
// A new client starts with a full bucket.
func (g *Group) Allow(client string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	bucket, ok := g.buckets[client]
	if !ok {
		bucket = &Bucket{g.Capacity, g.PerSecond, g.Capacity, now}
		g.buckets[client] = bucket
	}
	return bucket.take(now)
}

// Sweep forgets clients that were idle for ten minutes and returns their number.
func (g *Group) Sweep(now time.Time) int {
	g.mu.Lock()
	defer g.mu.Unlock()
	swept := 0
	for client, bucket := range g.buckets {
		if now.Sub(bucket.updated) >= idleAfter {
			delete(g.buckets, client)
			swept++
		}
	}
	return swept
}

func (b *Bucket) take(now time.Time) bool {
	b.refill(now)
	if b.tokens < 1 {
		return false
	}
	b.tokens--
	return true
}

func (b *Bucket) refill(now time.Time) {
	elapsed := now.Sub(b.updated).Seconds()
	b.tokens = min(b.capacity, b.tokens+elapsed*b.perSecond)
	b.updated = now
}

// Wait is how long the bucket needs until it holds a whole token.
func (b *Bucket) Wait() time.Duration {
	if b.tokens >= 1 {
		return 0
	}
	return time.Duration((1 - b.tokens) / b.perSecond * float64(time.Second))
}
