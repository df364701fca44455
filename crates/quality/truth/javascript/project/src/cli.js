#!/usr/bin/env node
import { loadConfig } from './config.js';
import { ReaderError } from './errors.js';
import { FeedStore } from './feeds/store.js';
import { Scheduler } from './feeds/scheduler.js';
import { Fetcher } from './net/fetcher.js';

const EXIT_USAGE = 64;

const commands = {
  async add(store, _scheduler, url) {
    console.log(store.subscribe(url) ? `added ${url}` : `${url} is already there`);
    await store.save();
  },
  async remove(store, _scheduler, url) {
    if (!store.unsubscribe(url)) throw new ReaderError(`no such feed: ${url}`);
    await store.save();
  },
  async refresh(_store, scheduler) {
    scheduler.on('failed', (url, error) => console.error(`${url}: ${error.message}`));
    await scheduler.refreshDue();
  },
};

export async function main(args) {
  const [name, ...rest] = args;
  if (!Object.hasOwn(commands, name ?? '')) {
    console.error(`usage: inkwell ${Object.keys(commands).join('|')} [url]`);
    return EXIT_USAGE;
  }
  try {
    const config = await loadConfig('inkwell.json');
    const store = await FeedStore.open(config.database);
    await commands[name](store, new Scheduler(store, new Fetcher(), config), ...rest);
    return 0;
  } catch (error) {
    if (!(error instanceof ReaderError)) throw error;
    console.error(error.message);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
