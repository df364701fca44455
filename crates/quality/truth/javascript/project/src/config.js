import { readFile } from 'node:fs/promises';
import { ConfigError } from './errors.js';

/** How long one request may take before it is aborted, in milliseconds. */
export const REQUEST_TIMEOUT_MS = 8000;

/** Bodies larger than this many bytes are refused. */
export const MAX_BODY_BYTES = 2 * 1024 * 1024;

export const USER_AGENT = 'inkwell/0.4';

const DEFAULTS = {
  refreshMinutes: 30,
  concurrency: 4,
  keepDays: 90,
  database: 'feeds.json',
};

/**
 * Reads the settings file and fills in defaults.
 *
 * A missing file is not an error; a file that is not valid JSON is.
 *
 * @param {string} path
 * @returns {Promise<object>}
 */
export async function loadConfig(path) {
  let text;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (error.code === 'ENOENT') return { ...DEFAULTS };
    throw error;
  }
  let settings;
  try {
    settings = JSON.parse(text);
  } catch (cause) {
    throw new ConfigError(`${path} is not valid JSON`, { cause });
  }
  return validate({ ...DEFAULTS, ...settings });
}

function validate(settings) {
  if (!Number.isInteger(settings.concurrency) || settings.concurrency < 1) {
    throw new ConfigError('concurrency must be a positive integer');
  }
  if (settings.refreshMinutes < 5) {
    console.warn('refreshMinutes is below 5, using 5');
    settings.refreshMinutes = 5;
  }
  return settings;
}

/** @deprecated Use {@link loadConfig}, which does not fall back to the environment. */
export function configFromEnvironment() {
  return { ...DEFAULTS, database: process.env.INKWELL_DATABASE ?? DEFAULTS.database };
}
