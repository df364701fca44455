package cache

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sort"
	"time"

	"example.test/tiled/internal/tile"
)

const tileExt = ".png"

// Disk stores tiles as files below a folder.
type Disk struct {
	Root string
}

// Load reads a tile from disk. The error is fs.ErrNotExist if there is no file.
func (d *Disk) Load(c tile.Coord) (*tile.Tile, error) {
	path := d.path(c)
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return &tile.Tile{Coord: c, Data: data, Rendered: info.ModTime()}, nil
}

func (d *Disk) Store(t *tile.Tile) error {
	path := d.path(t.Coord)
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	temporary := path + ".part"
	if err := os.WriteFile(temporary, t.Data, 0o644); err != nil {
		return fmt.Errorf("cache: %w", err)
	}
	return os.Rename(temporary, path)
}

// Remove deletes a tile; a missing file is no error.
func (d *Disk) Remove(c tile.Coord) error {
	err := os.Remove(d.path(c))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// Oldest lists up to n files by age, oldest first.
func (d *Disk) Oldest(n int) ([]string, error) {
	type aged struct {
		path string
		when time.Time
	}
	var files []aged
	err := filepath.WalkDir(d.Root, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() || filepath.Ext(path) != tileExt {
			return err
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		files = append(files, aged{path, info.ModTime()})
		return nil
	})
	if err != nil {
		return nil, err
	}
	sort.Slice(files, func(i, j int) bool { return files[i].when.Before(files[j].when) })
	var paths []string
	for i := 0; i < len(files) && i < n; i++ {
		paths = append(paths, files[i].path)
	}
	return paths, nil
}

func (d *Disk) path(c tile.Coord) string {
	return filepath.Join(d.Root, fmt.Sprint(c.Z), fmt.Sprint(c.X), fmt.Sprint(c.Y)+tileExt)
}
