// Command tiled is a caching tile server.
package main

import (
	"flag"
	"log"
	"net/http"
	"os"
	"time"

	"example.test/tiled/internal/cache"
	"example.test/tiled/internal/limit"
	"example.test/tiled/internal/source"
	"example.test/tiled/internal/web"
)

const sweepEvery = time.Minute

func main() {
	listen := flag.String("listen", "127.0.0.1:8090", "address to listen on")
	root := flag.String("cache", "tiles", "folder of the disk cache")
	maxAge := flag.Duration("max-age", 24*time.Hour, "age at which a tile is rendered again")
	flag.Parse()

	upstream := os.Getenv("TILED_UPSTREAM")
	if upstream == "" {
		log.Fatal("TILED_UPSTREAM is not set")
	}
	limits := limit.NewGroup(40, 10)
	go sweepLoop(limits, time.Tick(sweepEvery))
	server := &web.Server{
		Memory:   cache.NewMemory(0),
		Disk:     &cache.Disk{Root: *root},
		Renderer: source.New(upstream),
		Limits:   limits,
		MaxAge:   *maxAge,
	}
	log.Fatal(http.ListenAndServe(*listen, server))
}

func sweepLoop(limits *limit.Group, ticks <-chan time.Time) {
	for now := range ticks {
		if n := limits.Sweep(now); n > 0 {
			log.Printf("forgot %d idle clients", n)
		}
	}
}
