import type { TestProject } from 'vitest/node';
import { ensureWebBuilt } from '#local/website/build.ts';
import { type Reached, startService } from './started-service.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    /** The service of every file that needs none of its own. */
    sharedService: Reached;
  }
}

/**
 * Runs once before the browser's tests: builds the web application, which two services would do at a time into one folder when its
 * sources have changed, and starts the service that the files share.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  await ensureWebBuilt((line) => process.stdout.write(`${line}\n`));
  const { url, password, dataDirectory, token, stop } = await startService();
  project.provide('sharedService', { url, password, dataDirectory, token });
  return stop;
}
