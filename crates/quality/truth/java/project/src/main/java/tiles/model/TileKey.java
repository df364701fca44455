package tiles.model;

import java.util.Comparator;

/** Address of one map tile: zoom level, column and row. */
public record TileKey(int zoom, int column, int row) {
    /** Deepest zoom level that is served. */
    public static final int MAX_ZOOM = 18;

    /** Orders keys by zoom, then column, then row. */
    public static final Comparator<TileKey> BY_ZOOM = Comparator.comparingInt(TileKey::zoom)
            .thenComparingInt(TileKey::column)
            .thenComparingInt(TileKey::row);

    public TileKey {
        if (zoom < 0 || zoom > MAX_ZOOM) {
            throw new IllegalArgumentException("zoom out of range: " + zoom);
        }
        int side = 1 << zoom;
        if (column < 0 || column >= side || row < 0 || row >= side) {
            throw new IllegalArgumentException("tile outside the map: " + column + "," + row);
        }
    }

    /**
     * Parses a key of the form {@code zoom/column/row}.
     *
     * @throws NumberFormatException if a part is not a number
     */
    public static TileKey parse(String text) {
        String[] parts = text.split("/");
        if (parts.length != 3) {
            throw new IllegalArgumentException("expected three parts: " + text);
        }
        return new TileKey(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
    }

    /** The tile one level up that covers this one; the root tile is its own parent. */
    public TileKey parent() {
        if (zoom == 0) {
            return this;
        }
        return new TileKey(zoom - 1, column / 2, row / 2);
    }

    public String path() {
        return zoom + "/" + column + "/" + row;
    }

    boolean isRoot() {
        return zoom == 0;
    }
}
