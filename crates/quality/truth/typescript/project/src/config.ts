import { readFile } from "node:fs/promises";

export const DEFAULT_REFRESH_MINUTES = 30;
export const MAX_BODY_BYTES = 2 * 1024 * 1024;
const CONFIG_PATH = "feeds.json";

export interface FeedConfig {
  url: string;
  title?: string;
  /** Minutes between two fetches. */
  refreshMinutes?: number;
}

export interface Config {
  feeds: FeedConfig[];
  dataDir: string;
  port: number;
  userAgent: string;
}

const DEFAULTS: Config = {
  feeds: [],
  dataDir: "data",
  port: 8480,
  userAgent: "feedreader/0.4",
};

/** Reads the configuration file; a missing file means the defaults. */
export async function loadConfig(path: string = CONFIG_PATH): Promise<Config> {
  let text: string;
  try {
    text = await readFile(path, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") {
      return { ...DEFAULTS };
    }
    throw error;
  }
  const config: Config = { ...DEFAULTS, ...JSON.parse(text) };
  validate(config);
  return config;
}

function validate(config: Config): void {
  const seen = new Set<string>();
  for (const feed of config.feeds) {
    if (seen.has(feed.url)) {
      throw new RangeError(`feed listed twice: ${feed.url}`);
    }
    seen.add(feed.url);
    if (feed.refreshMinutes !== undefined && feed.refreshMinutes < 5) {
      throw new RangeError(`refreshMinutes of ${feed.url} is below 5`);
    }
  }
}
