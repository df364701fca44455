import { createHash } from 'node:crypto';
import { ParseError } from '../errors.js';
import { decodeEntities, plainText, summarize } from '../text/sanitize.js';

/** Which dialect a document is written in. */
export const FeedKind = Object.freeze({ RSS: 'rss', ATOM: 'atom' });

/**
 * Turns the text of a feed into a list of items, newest first.
 *
 * @throws {ParseError} when the document is neither RSS nor Atom
 */
export function parseFeed(xml) {
  const kind = detectKind(xml);
  if (kind === undefined) {
    throw new ParseError('not a feed', 1);
  }
  const tag = kind === FeedKind.ATOM ? 'entry' : 'item';
  const items = [];
  for (const block of blocksOf(xml, tag)) {
    const item = kind === FeedKind.ATOM ? readEntry(block) : readItem(block);
    if (item.link === '') continue;
    item.id = item.id || fingerprint(item);
    items.push(item);
  }
  return items.sort((a, b) => b.published - a.published);
}

export function detectKind(xml) {
  const head = xml.slice(0, 1024);
  if (head.includes('<rss')) return FeedKind.RSS;
  if (head.includes('<feed')) return FeedKind.ATOM;
  return undefined;
}

function* blocksOf(xml, tag) {
  const pattern = new RegExp(`<${tag}[\\s>][\\s\\S]*?</${tag}>`, 'g');
  for (const match of xml.matchAll(pattern)) yield match[0];
}

function readItem(block) {
  return {
    id: textOf(block, 'guid'),
    title: decodeEntities(textOf(block, 'title')),
    link: textOf(block, 'link'),
    published: parseDate(textOf(block, 'pubDate')),
    summary: summarize(plainText(textOf(block, 'description'))),
  };
}

function readEntry(block) {
  const href = /<link[^>]*href="([^"]*)"/.exec(block);
  return {
    id: textOf(block, 'id'),
    title: decodeEntities(textOf(block, 'title')),
    link: href ? href[1] : '',
    published: parseDate(textOf(block, 'updated')),
    summary: summarize(plainText(textOf(block, 'content'))),
  };
}

function textOf(block, tag) {
  const match = new RegExp(`<${tag}[^>]*>([\\s\\S]*?)</${tag}>`).exec(block);
  return match ? match[1].trim() : '';
}

/** Milliseconds since the epoch; 0 for a date that cannot be read. */
function parseDate(text) {
  const time = Date.parse(text);
  return Number.isNaN(time) ? 0 : time;
}

function fingerprint(item) {
  return createHash('sha256').update(item.link).update(item.title).digest('hex').slice(0, 16);
}
