import type { IncomingMessage, ServerResponse } from "node:http";
import { ReadState } from "../model/article.js";
import { ArticleStore } from "../store/articleStore.js";

const PAGE_SIZE = 50;

export function createHandler(store: ArticleStore) {
  return (request: IncomingMessage, response: ServerResponse): void => {
    const url = new URL(request.url ?? "/", "http://localhost");
    if (request.method === "GET" && url.pathname === "/articles") {
      listArticles(store, url.searchParams, response);
    } else if (request.method === "POST" && url.pathname.startsWith("/articles/")) {
      markArticle(store, url.pathname.slice("/articles/".length), url.searchParams, response);
    } else {
      sendJson(response, 404, { error: "not found" });
    }
  };
}

function listArticles(store: ArticleStore, query: URLSearchParams, response: ServerResponse): void {
  const feed = query.get("feed");
  const articles = feed === null ? store.list() : store.list(feed);
  const page = Math.max(1, Number(query.get("page")) || 1);
  const start = (page - 1) * PAGE_SIZE;
  sendJson(response, 200, {
    total: articles.length,
    articles: articles.slice(start, start + PAGE_SIZE),
  });
}

function markArticle(
  store: ArticleStore,
  id: string,
  query: URLSearchParams,
  response: ServerResponse,
): void {
  const state = parseState(query.get("state"));
  if (state === undefined) {
    sendJson(response, 400, { error: "state must be unread, read or starred" });
    return;
  }
  try {
    store.mark(id, state);
    sendJson(response, 200, { id, state });
  } catch (error) {
    sendJson(response, 404, { error: (error as Error).message });
  }
}

/** Maps a query value to a state; undefined for anything else. */
export function parseState(value: string | null): ReadState | undefined {
  return Object.values(ReadState).find((state) => state === value);
}

function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { "Content-Type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(body));
}
