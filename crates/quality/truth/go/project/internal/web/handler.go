// Package web serves tiles over HTTP.
package web

import (
	"context"
	"errors"
	"io/fs"
	"log"
	"net"
	"net/http"
	"strconv"
	"strings"
	"time"

	"example.test/tiled/internal/cache"
	"example.test/tiled/internal/limit"
	"example.test/tiled/internal/tile"
)

// Renderer makes tiles that no cache holds.
type Renderer interface {
	Render(ctx context.Context, c tile.Coord) (*tile.Tile, error)
}

// Server answers requests for tiles.
type Server struct {
	Memory   *cache.Memory
	Disk     *cache.Disk
	Renderer Renderer
	Limits   *limit.Group
	MaxAge   time.Duration
}

func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.Limits.Allow(clientOf(r), time.Now()) {
		w.Header().Set("Retry-After", "1")
		http.Error(w, "too many requests", http.StatusTooManyRequests)
		return
	}
	c, err := tile.ParsePath(strings.TrimPrefix(r.URL.Path, "/tiles"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	switch r.Method {
	case http.MethodGet:
		s.serveTile(w, r, c)
	case http.MethodDelete:
		s.dropTile(w, c)
	default:
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
	}
}

func (s *Server) serveTile(w http.ResponseWriter, r *http.Request, c tile.Coord) {
	t, err := s.lookup(r.Context(), c)
	if err != nil {
		log.Printf("tile %s: %v", c, err)
		http.Error(w, "cannot render tile", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", t.Format.ContentType())
	w.Header().Set("Cache-Control", "max-age="+strconv.Itoa(int(s.MaxAge.Seconds())))
	w.Write(t.Data)
}

// lookup tries memory, then disk, then the renderer.
func (s *Server) lookup(ctx context.Context, c tile.Coord) (*tile.Tile, error) {
	if t := s.Memory.Get(c); t != nil && !t.Stale(time.Now(), s.MaxAge) {
		return t, nil
	}
	t, err := s.Disk.Load(c)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	if err != nil || t.Stale(time.Now(), s.MaxAge) {
		t, err = s.Renderer.Render(ctx, c)
		if err != nil {
			return nil, err
		}
		if err := s.Disk.Store(t); err != nil {
			log.Printf("store %s: %v", c, err)
		}
	}
	s.Memory.Put(t)
	return t, nil
}

func (s *Server) dropTile(w http.ResponseWriter, c tile.Coord) {
	s.Memory.Invalidate(c)
	if err := s.Disk.Remove(c); err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	w.WriteHeader(http.StatusNoContent)
}

// clientOf is the address of the client without its port.
func clientOf(r *http.Request) string {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	return host
}
