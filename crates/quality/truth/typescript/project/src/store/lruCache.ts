/** Map with a bounded number of entries; the least recently used one is evicted. */
export class LruCache<K, V> {
  private readonly entries = new Map<K, V>();
  hits = 0;
  misses = 0;

  constructor(private readonly capacity: number = 100) {
    if (capacity < 1) {
      throw new RangeError("capacity must be positive");
    }
  }

  get(key: K): V | undefined {
    const value = this.entries.get(key);
    if (value === undefined) {
      this.misses += 1;
      return undefined;
    }
    this.hits += 1;
    // Maps iterate in insertion order, so inserting again makes the key the newest.
    this.entries.delete(key);
    this.entries.set(key, value);
    return value;
  }

  set(key: K, value: V): void {
    this.entries.delete(key);
    this.entries.set(key, value);
    if (this.entries.size > this.capacity) {
      const oldest = this.entries.keys().next().value as K;
      this.entries.delete(oldest);
    }
  }

  get size(): number {
    return this.entries.size;
  }

  /** Percentage of lookups that were answered from the cache. */
  hitPercent(): number {
    const total = this.hits + this.misses;
    return total === 0 ? 0 : Math.round((100 * this.hits) / total);
  }

  clear(): void {
    this.entries.clear();
  }
}
