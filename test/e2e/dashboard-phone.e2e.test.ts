import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openIn } from './support/addresses.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
  watchPage,
} from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const phone = { width: 360, height: 780 };
/** Pixels that a thumb meets, and a cell of a map has at least. */
const [thumb, finger] = [44, 24];

/** A chip of 64 qubits, some of which have a T1. */
describe.skipIf(missing)(`the dashboard on a phone${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];
  const map = () => page.getByRole('grid', { name: /^Map of/ }).first();
  const cell = (id: string) => page.getByRole('gridcell', { name: new RegExp(`^Q${id},`) }).first();
  const bar = () => page.getByRole('button', { name: /^q64 · / });
  const sheet = (name: string) => page.getByRole('dialog', { name });
  const search = () => new URL(page.url()).searchParams;
  const boxOf = async (element: Locator) => {
    const box = await element.boundingBox();
    if (!box) throw new Error('it has no place');
    return box;
  };
  const expectFromBelow = async (name: string) => {
    const { x, y, width, height } = await boxOf(sheet(name));
    expect([x, width, y + height]).toEqual([0, phone.width, phone.height]);
    expect(y).toBeGreaterThan(0);
  };
  const expectForThumbs = async (elements: readonly Locator[]) => {
    for (const element of elements) expect((await boxOf(element)).height).toBeGreaterThanOrEqual(thumb);
  };

  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'q64', topology_id: 'square-lattice-mux-64' } });
    for (const qid of ['0', '1', '9', '36'])
      await api.updateCalibrationParameters({
        body: { chip_id: 'q64', qid, parameters: { t1: { value: 50 + Number(qid), unit: 'us' } } },
      });
  });
  afterAll(() => session?.stop());

  beforeEach(async () => {
    const { service } = session;
    const { access_token } = await service.api.login({
      body: { username: session.username, password: service.password },
    });
    context = await session.browser.newContext({
      viewport: phone,
      hasTouch: true,
      isMobile: true,
      baseURL: service.url,
    });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
    ({ page, problems } = await watchPage(context));
    openIn(page, session.projectId);
    await page.goto('/dashboard?chip=q64&qubit=t1');
    await cell('0').waitFor();
  });
  afterEach(() => context.close());

  it('cells of the map are large enough for a finger, and two fingers make them larger', async () => {
    const before = await boxOf(cell('9'));
    expect(Math.min(before.width, before.height)).toBeGreaterThanOrEqual(finger);
    await map().scrollIntoViewIfNeeded();
    const { x, y, width } = await boxOf(cell('9'));
    const cdp = await context.newCDPSession(page);
    const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...apart: number[]) =>
      cdp.send('Input.dispatchTouchEvent', {
        type,
        touchPoints: apart.flatMap((by) => [
          { x: x + width / 2 - by, y, id: 0 },
          { x: x + width / 2 + by, y, id: 1 },
        ]),
      });
    await fingers('touchStart', 20);
    for (const by of [24, 28, 32, 36, 40]) await fingers('touchMove', by);
    await fingers('touchEnd');
    await expect
      .poll(async () => (await boxOf(cell('9'))).width, { timeout: 300_000 })
      .toBeGreaterThan(before.width * 1.5);
    await page.locator('[data-minimap]').waitFor();
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });

  it('a press on a cell raises a sheet with its value, age, source and what can be done, and goes again', async () => {
    await cell('9').tap();
    const q9 = sheet('Q9');
    for (const text of ['T1', '59 µs', /old, \d{1,2} \w{3} \d{4}/, 'set by hand', 'misses the goal of 100 µs'])
      await q9.getByText(text).first().waitFor();
    await expectFromBelow('Q9');
    expect(search().get('target')).toBe('9');
    const does = (name: string) => q9.getByRole('button', { name });
    await expectForThumbs([
      does('Measure…'),
      does('Exclude…'),
      does('Tick'),
      q9.getByRole('link', { name: 'History and edit' }),
      does('Close'),
    ]);
    expect(await does('Exclude…').getAttribute('title')).toBe('No task brought this value');
    await expectAccessible(page);
    await expectContrastInDark(page);
    await q9.getByText('All values and notes').tap();
    await q9.getByRole('region', { name: 'Values of Q9' }).waitFor();
    await q9.getByText('No note on Q9').waitFor();
    await does('Measure…').tap();
    await sheet('Measure Q9').waitFor();
    await page.keyboard.press('Escape');
    await does('Tick').tap();
    await expect.poll(() => search().get('sel'), { timeout: 300_000 }).toBe('9');
    await does('Close').tap();
    await q9.waitFor({ state: 'detached' });
    await page.getByText('1 ticked: Q9', { exact: true }).waitFor();
    expect(search().get('target')).toBeNull();
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')), { timeout: 300_000 })
      .toMatch(/^Q9, T1/);
    expect(await page.getByRole('tooltip').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('a cell that was never measured says so in its sheet, and the address alone opens it', async () => {
    await page.goto('/dashboard?chip=q64&qubit=t1&target=5');
    await sheet('Q5').getByText('not measured').waitFor();
    // A screenshot of the whole page enlarges the window for a moment, in which the sheet is a card next to the map.
    await keepScreenshot(page, 'dashboard-sheet-light-360');
    await sheet('Q5').waitFor();
    await page.touchscreen.tap(180, 10);
    await sheet('Q5').waitFor({ state: 'detached' });
    expect(search().get('target')).toBeNull();
    expect(problems).toEqual([]);
  });

  it.each([
    ['as_of=2026-01-05', /Any time · as of 5 Jan 2026$/],
    ['as_of=newest', /as of the newest value$/],
    ['as_of=2026-01-05T06:30:00Z', /as of 5 Jan 2026 15:30$/],
    ['from=2026-01-05&to=2026-01-07', /Latest · from 5 Jan 2026 to 7 Jan 2026$/],
    ['from=soon', /Latest · from soon$/],
  ])('the bar says %j of the address as people write it', async (more, said) => {
    await page.goto(`/dashboard?chip=q64&${more}`);
    await bar().waitFor();
    expect(await bar().innerText()).toMatch(said);
  });

  it('one bar says what is shown and opens the fields that choose it, which hold at once', async () => {
    await expectForThumbs([bar()]);
    expect(await bar().innerText()).toMatch(/^q64 · T1 · [^\n]+\nLatest · Any time$/);
    expect(await page.getByLabel('Qubit metric').count()).toBe(0);
    expect(await page.getByRole('radio', { name: 'Best' }).count()).toBe(0);
    await bar().tap();
    const fields = sheet('What is shown');
    await fields.waitFor();
    await expectFromBelow('What is shown');
    await expectForThumbs([fields.getByLabel('Qubit metric'), fields.getByRole('radio', { name: 'Best' })]);
    await expectAccessible(page);
    await keepScreenshot(page, 'dashboard-controls-light-360');
    await expectContrastInDark(page);
    await keepScreenshot(page, 'dashboard-controls-dark-360');
    await fields.getByLabel('Coupling metric').selectOption('none');
    await fields.getByRole('radio', { name: 'Best' }).tap();
    await fields.getByRole('radio', { name: '7 d', exact: true }).tap();
    await expect.poll(() => search().get('from'), { timeout: 300_000 }).toBe('now-7d');
    await fields.getByRole('button', { name: 'Done' }).tap();
    await fields.waitFor({ state: 'detached' });
    await expect.poll(() => bar().innerText(), { timeout: 300_000 }).toBe('q64 · T1\nBest · 7 d');
    expect([search().get('coupling'), search().get('mode')]).toEqual(['none', 'best']);
    await expectNoSidewaysScroll(page);
    expect(problems).toEqual([]);
  });
});
