import { mkdir, readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type Article, newestFirst, ReadState } from "../model/article.js";

const FILE_NAME = "articles.json";
export const KEEP_DAYS = 90;

/** Keeps articles in memory and writes them to one JSON file. */
export class ArticleStore {
  private readonly articles = new Map<string, Article>();
  private dirty = false;

  private constructor(private readonly path: string) {}

  static async open(dataDir: string): Promise<ArticleStore> {
    await mkdir(dataDir, { recursive: true });
    const store = new ArticleStore(join(dataDir, FILE_NAME));
    await store.load();
    return store;
  }

  /** Adds the articles that are not known yet and returns how many were new. */
  merge(incoming: Article[]): number {
    let added = 0;
    for (const article of incoming) {
      if (!this.articles.has(article.id)) {
        this.articles.set(article.id, article);
        added += 1;
      }
    }
    this.dirty ||= added > 0;
    return added;
  }

  find(id: string): Article | undefined {
    return this.articles.get(id);
  }

  /** Lists the articles of one feed, or of all feeds, newest first. */
  list(): Article[];
  list(feedUrl: string): Article[];
  list(feedUrl?: string): Article[] {
    const all = [...this.articles.values()];
    const chosen = feedUrl === undefined ? all : all.filter((a) => a.feedUrl === feedUrl);
    return chosen.sort(newestFirst);
  }

  mark(id: string, state: ReadState): void {
    const article = this.articles.get(id);
    if (!article) {
      throw new RangeError(`unknown article ${id}`);
    }
    if (article.state !== state) {
      article.state = state;
      this.dirty = true;
    }
  }

  /** Removes articles older than KEEP_DAYS; starred ones stay. */
  expire(now: Date): number {
    const oldest = now.getTime() - KEEP_DAYS * 86_400_000;
    let removed = 0;
    for (const [id, article] of this.articles) {
      if (article.state !== ReadState.Starred && article.publishedAt.getTime() < oldest) {
        this.articles.delete(id);
        removed += 1;
      }
    }
    this.dirty ||= removed > 0;
    return removed;
  }

  async flush(): Promise<boolean> {
    if (!this.dirty) {
      return false;
    }
    const temporary = `${this.path}.new`;
    await writeFile(temporary, JSON.stringify([...this.articles.values()]), "utf8");
    await rename(temporary, this.path);
    this.dirty = false;
    return true;
  }

  private async load(): Promise<void> {
    try {
      const rows = JSON.parse(await readFile(this.path, "utf8")) as Article[];
      for (const row of rows) {
        this.articles.set(row.id, { ...row, publishedAt: new Date(row.publishedAt) });
      }
    } catch {
      console.warn(`starting with an empty store: cannot read ${this.path}`);
    }
  }
}
