import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pages } from '../../web/pages.ts';
import { openIn } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { everyAddress, settingsOfEvery } from './support/every-address.ts';
import { type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** What `holdReads` adds to a page. */
interface Held {
  /** Requests of the API since the last release, each as its path. */
  asked: string[];
  /** How many of the released requests have no answer yet. */
  awaited: number;
  release: () => void;
}

/** Holds back each request of the API within the page, so that what needs an answer is asked for after the release. */
const holdReads = () => {
  const send = globalThis.fetch;
  let opened = Promise.withResolvers<void>();
  const held: Held = {
    asked: [],
    awaited: 0,
    release: () => {
      held.asked = [];
      opened.resolve();
      opened = Promise.withResolvers();
    },
  };
  Object.assign(globalThis, { held });
  globalThis.fetch = async (input, init) => {
    const { pathname } = new URL(String(input), location.href);
    // Pictures, and the projects of a person in a list, are asked for where they are seen.
    const isSeen = /\/executions\/figure$|\/admin\/users\/[^/]+$/.test(pathname);
    const isHeld = pathname.startsWith('/api/') && !isSeen;
    if (isHeld) {
      held.asked.push(pathname);
      held.awaited += 1;
      await opened.promise;
    }
    try {
      const answer = await send(input, init);
      if (isHeld) await answer.clone().arrayBuffer();
      return answer;
    } finally {
      if (isHeld) held.awaited -= 1;
    }
  };
};

/** The requests that are held, once all others are answered and the page is idle: it has drawn what it has. */
const askedWhenIdle = async () => {
  const { held } = globalThis as unknown as { held: Held };
  const idle = () => new Promise<void>((resolve) => requestIdleCallback(() => resolve()));
  let [before, files] = [-1, -1];
  const seen = () => performance.getEntriesByType('resource').length;
  while (before !== held.asked.length || files !== seen() || held.awaited > held.asked.length) {
    [before, files] = [held.asked.length, seen()];
    for (let n = 0; n < 5; n++) await idle();
  }
  return [...held.asked];
};

/** What follows from an answer of the second wave, or is read where it is seen, by page (rule SHOW-28). */
const ofTarget = /\/(?:days|differences)$|\/topology\/|\/metrics$|\/provenance\/(?:impact|lineage)\//;
const later: Partial<Record<keyof typeof pages, RegExp>> = {
  '/execution/$executionId': /\/topology\//,
  '/tasks/$taskId': /\/differences$/,
  '/dashboard': /\/metrics$/,
  '/chips/$chipId/analysis': /\/history$/,
  '/chips/$chipId/qubits/$target': ofTarget,
  '/chips/$chipId/couplings/$target': ofTarget,
};

/** The answers of the API that a page is drawn from are asked for in few steps. */
describe.skipIf(missing)(`reads of every page${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let addresses: Record<string, string> = {};

  beforeAll(async () => {
    session = await startOwnSession(undefined, settingsOfEvery);
    addresses = await everyAddress(session.service.api);
  });
  afterAll(() => session?.stop());

  /** A page of a browser that has never been here. */
  async function openCold(): Promise<Page> {
    const { service, browser } = session;
    const { access_token: token } = await service.api.login({
      body: { username: 'admin', password: service.password },
    });
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: service.url });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), token);
    await context.addInitScript(holdReads);
    return openIn(await context.newPage(), session.projectId);
  }

  /** The requests of a page in waves: each is what is asked for when all that was asked before has been answered. */
  async function wavesOf(address: string): Promise<string[][]> {
    const page = await openCold();
    const files = new Set<unknown>();
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/assets/') && files.add(request));
    page.on('requestfinished', (request) => files.delete(request));
    page.on('requestfailed', (request) => files.delete(request));
    await page.goto(address);
    const waves: string[][] = [];
    for (;;) {
      let asked: string[] = [];
      // Files that come while the page is idle may ask for more.
      do {
        await page.waitForLoadState('networkidle');
        asked = await page.evaluate(askedWhenIdle);
      } while (files.size > 0);
      if (asked.length === 0) break;
      waves.push(asked.sort());
      await page.evaluate(() => (globalThis as unknown as { held: Held }).held.release());
    }
    await page.context().close();
    return waves;
  }

  it('while its answers are awaited a page shows rows in their place, and says so to screen readers alone', async () => {
    const page = await openCold();
    await page.goto('/chips/qpu-1/values');
    const place = page.getByRole('main').getByRole('status');
    await place.waitFor();
    expect((await place.boundingBox())?.height).toBeGreaterThanOrEqual(10 * 28);
    expect(await place.evaluate((element) => getComputedStyle(element).backgroundImage)).toContain('gradient');
    const words = place.getByText(/^Loading/);
    expect(await words.evaluate((element) => element.getBoundingClientRect().width)).toBeLessThanOrEqual(1);
    await page.context().close();
  });

  it.each(Object.keys(pages) as (keyof typeof pages)[])(
    'the page at %s asks the API in at most two waves',
    async (pattern) => {
      const waves = await wavesOf(addresses[pattern] ?? '');
      const isKnown = (path: string) => later[pattern]?.test(path) ?? false;
      expect(waves.slice(2).map((wave) => wave.filter((path) => !isKnown(path)))).toEqual(waves.slice(2).map(() => []));
      expect(waves.length).toBeGreaterThan(0);
    },
  );
});
