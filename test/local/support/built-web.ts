import { ensureWebBuilt } from '#local/website/build.ts';

/**
 * Runs once before the tests of the service on one machine: builds the web application, which several services would do at a time
 * into one folder when its sources have changed.
 */
export const setup = (): Promise<void> => ensureWebBuilt((line) => process.stdout.write(`${line}\n`));
