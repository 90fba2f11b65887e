import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect } from 'vitest';
import { chromiumBrowser } from '../support/browser.ts';
import { runEnded, startOneQubitCheck } from '../support/one-qubit-check.ts';
import { type Session, startSession } from '../support/session.ts';

/** Why nothing runs in a browser; empty where there is one. */
export const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long a page may take to follow. */
export const patient = { timeout: 300_000 };

export let session: Session;
export let service: Session['service'];
export let page: Page;
export let completed: string;

/** Gives the tests of a file a session, which is to end without a problem of its pages. */
export function inSession(): void {
  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
  });
  afterAll(async () => {
    const problems = session?.problems;
    await session?.stop();
    expect(problems).toEqual([]);
  });
}

/** The same, with a run of three qubits that went to its end. */
export function afterRun(): void {
  inSession();
  beforeAll(async () => {
    completed = await startOneQubitCheck(service.api, { qids: ['0', '1', '2'] });
    await runEnded(service.api, completed);
  });
}

export const read = (execution_id: string) => service.api.getExecution({ params: { execution_id } });
export const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
export const facts = () => page.getByRole('main').locator('dl').first();
export const executionId = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';
