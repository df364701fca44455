package tiles.service;

import java.io.IOException;
import java.util.Collection;
import java.util.Optional;
import java.util.logging.Level;
import java.util.logging.Logger;
import tiles.cache.DiskStore;
import tiles.cache.TileCache;
import tiles.model.TileException;
import tiles.model.TileKey;
import tiles.source.UpstreamClient;

/** Finds tiles in memory, then on disk, then upstream. */
public class TileService {
    private static final Logger LOG = Logger.getLogger(TileService.class.getName());
    private static final int WARM_LIMIT = 500;

    private final TileCache cache;
    private final DiskStore disk;
    private final UpstreamClient upstream;
    private final Metrics metrics;
    private volatile boolean offline;

    public TileService(TileCache cache, DiskStore disk, UpstreamClient upstream, Metrics metrics) {
        this.cache = cache;
        this.disk = disk;
        this.upstream = upstream;
        this.metrics = metrics;
    }

    public byte[] load(TileKey key) throws TileException {
        Optional<byte[]> hit = cache.get(key);
        if (hit.isPresent()) {
            metrics.increment("hit.memory");
            return hit.get();
        }
        Optional<byte[]> stored = disk.read(key);
        if (stored.isPresent()) {
            metrics.increment("hit.disk");
            cache.put(key, stored.get());
            return stored.get();
        }
        if (offline) {
            throw new TileException(503, "offline and not stored: " + key.path());
        }
        byte[] image = upstream.fetch(key);
        metrics.increment("miss");
        keep(key, image);
        return image;
    }

    /** Loads the tile, or the closest ancestor that exists. */
    public byte[] loadOrAncestor(TileKey key) throws TileException {
        TileKey current = key;
        while (true) {
            try {
                return load(current);
            } catch (TileException.NotFound missing) {
                if (current.zoom() == 0) {
                    throw missing;
                }
                current = current.parent();
            }
        }
    }

    /** Loads up to {@value #WARM_LIMIT} tiles in key order; failures are logged and skipped. */
    public int warm(Collection<TileKey> keys) {
        int loaded = 0;
        for (TileKey key : keys.stream().sorted(TileKey.BY_ZOOM).limit(WARM_LIMIT).toList()) {
            try {
                load(key);
                loaded++;
            } catch (TileException failure) {
                LOG.log(Level.INFO, "skipped {0}: {1}", new Object[] {key.path(), failure.getMessage()});
            }
        }
        return loaded;
    }

    public void setOffline(boolean offline) {
        this.offline = offline;
    }

    /** Stores a fresh tile in both caches; a full disk does not fail the request. */
    private void keep(TileKey key, byte[] image) {
        cache.put(key, image);
        try {
            disk.write(key, image);
        } catch (IOException problem) {
            metrics.increment("disk.failed");
            LOG.log(Level.WARNING, "cannot store " + key.path(), problem);
        }
    }
}
