// Package source fetches tiles from the server that renders them.
package source

import (
	"context"
	"fmt"
	"io"
	"log"
	"net/http"
	"time"

	"example.test/tiled/internal/tile"
)

const (
	maxAttempts   = 4
	firstDelay    = 100 * time.Millisecond
	maxImageBytes = 1 << 20
)

// StatusError is an answer other than 200.
type StatusError struct {
	Code int
}

func (e *StatusError) Error() string {
	return fmt.Sprintf("source: upstream answered %d", e.Code)
}

// Temporary reports whether asking again may help.
func (e *StatusError) Temporary() bool {
	return e.Code == http.StatusTooManyRequests || e.Code >= 500
}

// Upstream is a client of the rendering server.
type Upstream struct {
	BaseURL string
	Client  *http.Client
	sleep   func(time.Duration)
}

// New makes a client with a timeout of 5 seconds.
func New(baseURL string) *Upstream {
	return &Upstream{
		BaseURL: baseURL,
		Client:  &http.Client{Timeout: 5 * time.Second},
		sleep:   time.Sleep,
	}
}

// Render asks for a tile and repeats the request after temporary failures,
// with a delay that doubles each time.
func (u *Upstream) Render(ctx context.Context, c tile.Coord) (*tile.Tile, error) {
	delay := firstDelay
	var last error
	for attempt := 1; attempt <= maxAttempts; attempt++ {
		t, err := u.fetch(ctx, c)
		if err == nil {
			return t, nil
		}
		last = err
		status, ok := err.(*StatusError)
		if !ok || !status.Temporary() {
			return nil, err
		}
		log.Printf("render %s: attempt %d: %v", c, attempt, err)
		if attempt < maxAttempts {
			u.sleep(delay)
			delay *= 2
		}
	}
	return nil, last
}

func (u *Upstream) fetch(ctx context.Context, c tile.Coord) (*tile.Tile, error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, u.BaseURL+"/"+c.String(), nil)
	if err != nil {
		return nil, err
	}
	request.Header.Set("Accept", "image/png")
	response, err := u.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, &StatusError{Code: response.StatusCode}
	}
	data, err := io.ReadAll(io.LimitReader(response.Body, maxImageBytes))
	if err != nil {
		return nil, err
	}
	return &tile.Tile{Coord: c, Data: data, Rendered: time.Now()}, nil
}
