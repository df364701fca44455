import { DEFAULT_REFRESH_MINUTES, type FeedConfig } from "../config.js";
import { isFeedError } from "../errors.js";
import { parseRss } from "../parse/rss.js";
import { ArticleStore } from "../store/articleStore.js";
import { FeedClient } from "./client.js";

export interface RefreshResult {
  fetched: number;
  added: number;
  failed: string[];
}

/** Decides which feeds are due and fetches them one after the other. */
export class Scheduler {
  private readonly nextRun = new Map<string, number>();
  private timer: NodeJS.Timeout | undefined;
  private busy = false;

  constructor(
    private readonly feeds: FeedConfig[],
    private readonly client: FeedClient,
    private readonly store: ArticleStore,
  ) {}

  start(intervalMs = 60_000): void {
    if (this.timer) {
      return;
    }
    this.timer = setInterval(() => void this.tick(Date.now()), intervalMs);
  }

  stop(): void {
    clearInterval(this.timer);
    this.timer = undefined;
  }

  /** Refreshes all due feeds, unless a previous tick is still at work. */
  async tick(now: number): Promise<RefreshResult | undefined> {
    if (this.busy) {
      return undefined;
    }
    this.busy = true;
    try {
      const result = await this.refresh(this.dueFeeds(now), now);
      this.store.expire(new Date(now));
      await this.store.flush();
      return result;
    } finally {
      this.busy = false;
    }
  }

  dueFeeds(now: number): FeedConfig[] {
    return this.feeds.filter((feed) => (this.nextRun.get(feed.url) ?? 0) <= now);
  }

  private async refresh(feeds: FeedConfig[], now: number): Promise<RefreshResult> {
    const result: RefreshResult = { fetched: 0, added: 0, failed: [] };
    for (const feed of feeds) {
      const minutes = feed.refreshMinutes ?? DEFAULT_REFRESH_MINUTES;
      this.nextRun.set(feed.url, now + minutes * 60_000);
      try {
        const xml = await this.client.download(feed.url);
        result.added += this.store.merge(parseRss(xml, feed.url));
        result.fetched += 1;
      } catch (error) {
        if (!isFeedError(error)) {
          throw error;
        }
        console.error(error.message);
        result.failed.push(feed.url);
      }
    }
    return result;
  }
}
