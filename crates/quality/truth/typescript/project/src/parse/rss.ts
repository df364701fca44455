import { ParseError } from "../errors.js";
import { articleId, ReadState, type Article } from "../model/article.js";

const ITEM = /<item\b[^>]*>([\s\S]*?)<\/item>/g;
const ENTITIES = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

/** Extracts the articles of an RSS document; items without a link are left out. */
export function parseRss(xml: string, feedUrl: string): Article[] {
  if (!xml.includes("<rss")) {
    throw new ParseError("not an RSS document", feedUrl);
  }
  const articles: Article[] = [];
  for (const [, body] of xml.matchAll(ITEM)) {
    const link = tagText(body, "link");
    if (link === undefined) {
      continue;
    }
    articles.push({
      id: articleId(feedUrl, link),
      feedUrl,
      title: tagText(body, "title") ?? "(untitled)",
      link,
      publishedAt: parseDate(tagText(body, "pubDate")),
      state: ReadState.Unread,
    });
  }
  return articles;
}

function tagText(xml: string, tag: string): string | undefined {
  const match = new RegExp(`<${tag}\\b[^>]*>([\\s\\S]*?)</${tag}>`).exec(xml);
  return match ? decodeEntities(match[1].trim()) : undefined;
}

export function decodeEntities(text: string): string {
  return text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES.get(name) ?? whole);
}

/** Falls back to the epoch if the date is missing or cannot be parsed. */
function parseDate(text: string | undefined): Date {
  const time = text === undefined ? NaN : Date.parse(text);
  return new Date(Number.isNaN(time) ? 0 : time);
}
