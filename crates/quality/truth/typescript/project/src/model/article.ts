import { createHash } from "node:crypto";

export enum ReadState {
  Unread = "unread",
  Read = "read",
  Starred = "starred",
}

export interface Article {
  id: string;
  feedUrl: string;
  title: string;
  link: string;
  publishedAt: Date;
  state: ReadState;
}

/** Stable id: the first 16 hex digits of a hash over feed and link. */
export function articleId(feedUrl: string, link: string): string {
  return createHash("sha1").update(`${feedUrl}\n${link}`).digest("hex").slice(0, 16);
}

export function newestFirst(a: Article, b: Article): number {
  return b.publishedAt.getTime() - a.publishedAt.getTime();
}

export function isRecent(article: Article, now: Date, days = 7): boolean {
  const ageMs = now.getTime() - article.publishedAt.getTime();
  return ageMs <= days * 24 * 60 * 60 * 1000;
}

/**
 * Shortens a title at a word boundary.
 * @deprecated Use CSS to truncate titles.
 */
export function shortTitle(article: Article, maxLength = 60): string {
  if (article.title.length <= maxLength) {
    return article.title;
  }
  const cut = article.title.lastIndexOf(" ", maxLength - 1);
  return article.title.slice(0, cut > 0 ? cut : maxLength - 1) + "…";
}
