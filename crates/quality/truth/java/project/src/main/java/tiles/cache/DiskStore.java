package tiles.cache;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import tiles.model.TileFormat;
import tiles.model.TileKey;

/** Keeps tiles as files, one folder for each zoom level and column. */
public class DiskStore {
    static final String PARTIAL_SUFFIX = ".part";

    private final Path root;
    private final TileFormat format;

    public DiskStore(Path root, TileFormat format) {
        this.root = root;
        this.format = format;
    }

    /** Reads a tile; a missing file is an empty result, any other problem an exception. */
    public Optional<byte[]> read(TileKey key) {
        try {
            return Optional.of(Files.readAllBytes(fileOf(key)));
        } catch (NoSuchFileException missing) {
            return Optional.empty();
        } catch (IOException problem) {
            throw new UncheckedIOException(problem);
        }
    }

    /** Writes to a partial file first and then moves it into place, so readers never see half a tile. */
    public void write(TileKey key, byte[] image) throws IOException {
        Path target = fileOf(key);
        Files.createDirectories(target.getParent());
        Path partial = target.resolveSibling(target.getFileName() + PARTIAL_SUFFIX);
        Files.write(partial, image);
        Files.move(partial, target, StandardCopyOption.REPLACE_EXISTING, StandardCopyOption.ATOMIC_MOVE);
    }

    public boolean delete(TileKey key) throws IOException {
        return Files.deleteIfExists(fileOf(key));
    }

    /** Lists partial files that an earlier crash left behind, sorted by path. */
    public List<Path> leftovers() throws IOException {
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> file.toString().endsWith(PARTIAL_SUFFIX)).sorted().toList();
        }
    }

    /** @deprecated sizes are reported by the file system; use {@link Files#size}. */
    @Deprecated
    public long sizeOf(TileKey key) {
        return read(key).map(image -> (long) image.length).orElse(-1L);
    }

    private Path fileOf(TileKey key) {
        return root.resolve(key.path() + "." + format.extension());
    }
}
