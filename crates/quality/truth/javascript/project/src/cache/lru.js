/** A map that drops the entry used longest ago once it is full. */
export class LruCache {
  #entries = new Map();

  constructor(capacity) {
    if (capacity < 1) throw new RangeError('capacity must be at least 1');
    this.capacity = capacity;
    this.hits = 0;
    this.misses = 0;
  }

  get size() {
    return this.#entries.size;
  }

  get(key) {
    if (!this.#entries.has(key)) {
      this.misses += 1;
      return undefined;
    }
    const value = this.#entries.get(key);
    this.#entries.delete(key);
    this.#entries.set(key, value);
    this.hits += 1;
    return value;
  }

  set(key, value) {
    this.#entries.delete(key);
    this.#entries.set(key, value);
    if (this.#entries.size > this.capacity) this.#evict();
    return this;
  }

  delete(key) {
    return this.#entries.delete(key);
  }

  /** Share of lookups that were answered, in percent; 0 before the first lookup. */
  hitRate() {
    const lookups = this.hits + this.misses;
    return lookups === 0 ? 0 : (this.hits / lookups) * 100;
  }

  #evict() {
    const oldest = this.#entries.keys().next().value;
    this.#entries.delete(oldest);
  }
}
