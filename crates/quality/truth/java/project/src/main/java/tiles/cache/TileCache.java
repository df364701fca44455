package tiles.cache;

import java.time.Clock;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import tiles.model.TileKey;

/** In-memory cache that drops the least recently used tiles once its byte budget is spent. */
public class TileCache {
    /** Budget in bytes: 64 MiB. */
    public static final long DEFAULT_BUDGET_BYTES = 64L * 1024 * 1024;
    private static final long TTL_MS = 600_000;

    private record Slot(byte[] image, long storedAtMs) {}

    private final ReentrantLock lock = new ReentrantLock();
    private final Map<TileKey, Slot> slots = new LinkedHashMap<>(256, 0.75f, true);
    private final long budgetBytes;
    private final Clock clock;
    private long usedBytes;

    public TileCache(long budgetBytes, Clock clock) {
        if (budgetBytes <= 0) {
            throw new IllegalArgumentException("budget must be positive");
        }
        this.budgetBytes = budgetBytes;
        this.clock = clock;
    }

    /** Returns the cached image, or empty if it is missing or expired. */
    public Optional<byte[]> get(TileKey key) {
        lock.lock();
        try {
            Slot slot = slots.get(key);
            if (slot == null) {
                return Optional.empty();
            }
            if (clock.millis() - slot.storedAtMs() > TTL_MS) {
                remove(key);
                return Optional.empty();
            }
            return Optional.of(slot.image());
        } finally {
            lock.unlock();
        }
    }

    public void put(TileKey key, byte[] image) {
        if (image.length > budgetBytes) {
            return;
        }
        lock.lock();
        try {
            remove(key);
            slots.put(key, new Slot(image, clock.millis()));
            usedBytes += image.length;
            evict();
        } finally {
            lock.unlock();
        }
    }

    /** Removes every tile at or below the given zoom level and says how many there were. */
    public int invalidateFrom(int zoom) {
        lock.lock();
        try {
            int before = slots.size();
            slots.entrySet().removeIf(entry -> {
                boolean stale = entry.getKey().zoom() >= zoom;
                if (stale) {
                    usedBytes -= entry.getValue().image().length;
                }
                return stale;
            });
            return before - slots.size();
        } finally {
            lock.unlock();
        }
    }

    public double fillPercent() {
        return 100.0 * usedBytes / budgetBytes;
    }

    private void remove(TileKey key) {
        Slot old = slots.remove(key);
        if (old != null) {
            usedBytes -= old.image().length;
        }
    }

    private void evict() {
        Iterator<Map.Entry<TileKey, Slot>> oldest = slots.entrySet().iterator();
        while (usedBytes > budgetBytes && oldest.hasNext()) {
            usedBytes -= oldest.next().getValue().image().length;
            oldest.remove();
        }
    }
}
