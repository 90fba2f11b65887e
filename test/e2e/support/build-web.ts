import { ensureWebBuilt } from '#local/website/build.ts';

/**
 * Runs once before the browser's tests: each file starts a service, which builds the web application when its sources
 * have changed, and two of them would do so at a time, into one folder.
 */
export const setup = (): Promise<void> => ensureWebBuilt((line) => process.stdout.write(`${line}\n`));
