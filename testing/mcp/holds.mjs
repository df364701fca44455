// What the drivers here have in common: a check that is told, and which processes are still there.

import { randomUUID } from "node:crypto";
import fs from "node:fs";
import process from "node:process";

// A server ends within this time, whatever it was doing.
export const END_MS = 1000;
// No more is told of what does not hold.
const MOST_CHARS = 4000;

export function check(holds, what, told = "") {
  if (!holds) {
    const text = told instanceof Error ? told.stack : JSON.stringify(told);
    console.log(`does not hold: ${what}: ${text.slice(0, MOST_CHARS)}`);
    process.exit(1);
  }
  console.log(`holds: ${what}`);
}

// Lets a promise take so long and no longer.
export function within(ms, what, promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what}: not within ${ms} ms`)), ms);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

// Known by an environment variable, which a process inherits from the one that starts it: so also
// those are found that have cut themselves loose. Only Linux tells it.
export class Family {
  constructor() {
    this.variable = { RUTTER_TEST_FAMILY: randomUUID() };
    this.isTold = fs.existsSync("/proc/self/environ");
  }

  living() {
    const mark = Object.values(this.variable)[0];
    const isMarked = (id) => {
      try {
        return fs.readFileSync(`/proc/${id}/environ`, "latin1").includes(mark);
      } catch {
        return false; // Another user's, or gone meanwhile.
      }
    };
    return this.isTold ? fs.readdirSync("/proc").filter((id) => /^\d+$/.test(id) && isMarked(id)) : [];
  }

  // Waits until they are gone; true when they are in time.
  isGone(ms) {
    return this.becomes([], ms);
  }

  // Waits until just these are left; true when it happens in time.
  async becomes(ids, ms) {
    const end = performance.now() + ms;
    while (this.living().join() !== ids.join()) {
      if (performance.now() > end) return false;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    return true;
  }
}
