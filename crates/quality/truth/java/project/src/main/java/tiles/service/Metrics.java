package tiles.service;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** Counters by name. */
public final class Metrics {
    private final Map<String, LongAdder> counters = new ConcurrentHashMap<>();

    public void increment(String name) {
        add(name, 1);
    }

    public void add(String name, long amount) {
        counters.computeIfAbsent(name, unused -> new LongAdder()).add(amount);
    }

    /** Value of a counter, 0 if it was never touched. */
    public long value(String name) {
        LongAdder counter = counters.get(name);
        return counter == null ? 0 : counter.sum();
    }

    /** Names of the busiest counters, largest value first. */
    public List<String> busiest(int limit) {
        return counters.entrySet().stream()
                .sorted(Comparator.comparingLong((Map.Entry<String, LongAdder> entry) -> entry.getValue().sum())
                        .reversed())
                .limit(limit)
                .map(Map.Entry::getKey)
                .toList();
    }

    void reset() {
        counters.clear();
    }
}
