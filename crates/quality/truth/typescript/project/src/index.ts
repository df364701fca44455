import { createServer } from "node:http";
import { loadConfig } from "./config.js";
import { FeedClient } from "./fetch/client.js";
import { Scheduler } from "./fetch/scheduler.js";
import { createHandler } from "./server/routes.js";
import { ArticleStore } from "./store/articleStore.js";

/** Wires everything together and serves until SIGINT. */
export async function main(): Promise<void> {
  const config = await loadConfig(process.argv[2]);
  const store = await ArticleStore.open(config.dataDir);
  const scheduler = new Scheduler(config.feeds, new FeedClient(config.userAgent), store);
  await scheduler.tick(Date.now());
  scheduler.start();

  const server = createServer(createHandler(store));
  server.listen(config.port, "127.0.0.1");
  console.log(`listening on port ${config.port}`);

  process.once("SIGINT", async () => {
    scheduler.stop();
    server.close();
    await store.flush();
  });
}

main().catch((error: unknown) => {
  console.error(error);
  process.exitCode = 1;
});
