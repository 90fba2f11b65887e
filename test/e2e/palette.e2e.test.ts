import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, expectNoSidewaysScroll, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip with a flow, a run and a note; everything here is done by keyboard alone. */
describe.skipIf(missing)(`the command palette in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let run: string;

  const palette = () => page.getByRole('dialog', { name: 'Find' });
  const option = (name: string | RegExp) => palette().getByRole('option', { name });
  const address = () => pathOf(page) + new URL(page.url()).search;
  const open = async (key = 'Control+k') => {
    await page.keyboard.press(key);
    const field = palette().getByRole('combobox');
    await field.waitFor();
    // Text typed before that would be lost.
    await expect.poll(() => field.evaluate((element) => element === document.activeElement)).toBe(true);
  };
  /** Types, waits until the first option is this one, and chooses it. */
  const choose = async (text: string, name: string | RegExp) => {
    await open();
    await page.keyboard.type(text);
    await option(name).first().waitFor();
    await expect.poll(() => option(name).first().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await palette().waitFor({ state: 'hidden' });
  };

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    run = await startOneQubitCheck(api, { qids: ['0'], seed: 1 });
    await api.upsertQubitNote({
      params: { chip_id: 'qpu-1', qid: '3' },
      body: { content: 'a leaking resonator' },
      query: {},
    });
    await page.goto('/execution');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Chip: qpu-1' }).waitFor();
  });

  afterAll(() => session?.stop());

  it('a qubit with a metric, a coupling, a run, a comparison, a page and a flow are found by what is typed', async () => {
    for (const [text, name, expected] of [
      ['q5 t1', /^T1 of Q5/, '/chips/qpu-1/qubits/5?metric=t1'],
      ['7-6', /^6-7 of/, '/chips/qpu-1/couplings/6-7'],
      [`run ${run.split('-').at(-1)}`, new RegExp(`^Run ${run}`), `/execution/${run}`],
      [
        'compare yesterday',
        /^Compare qpu-1 with yesterday/,
        /^\/chips\/qpu-1\/differences\?before=at%3A\d{4}-\d\d-\d\d$/,
      ],
      ['cryo', 'Cryostats', '/cryo'],
      ['check', 'check', '/flows/check'],
    ] as const) {
      await choose(text, name);
      await expect.poll(address).toEqual(typeof expected === 'string' ? expected : expect.stringMatching(expected));
    }
  });

  it('what is typed before the palette is loaded stays, and is found when it is there', async () => {
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>();
    const code = /\/assets\/palette[^/]*\.js/;
    await page.route(code, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto('/execution');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    await page.keyboard.press('/');
    await page.keyboard.type('q5');
    expect(await palette().getByRole('textbox').inputValue()).toBe('q5');
    letGo();
    await palette().getByRole('combobox').waitFor();
    await page.keyboard.type(' t1');
    await option(/^T1 of Q5/).waitFor();
    expect(await palette().getByRole('combobox').inputValue()).toBe('q5 t1');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
    await page.unroute(code);
  });

  it('what was chosen last is first when the palette opens', async () => {
    await open('/');
    const first = palette().getByRole('option').first();
    await expect.poll(() => first.textContent()).toBe('check');
    await expectAccessible(page);
    await page.keyboard.press('ArrowDown');
    expect(await palette().getByRole('option').nth(1).getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('ArrowUp');
    expect(await palette().getByRole('option').last().getAttribute('aria-selected')).toBe('true');
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
  });

  it('a note is found by its words, and leads to what it is about', async () => {
    await open();
    await page.keyboard.type('leaking');
    await option(/^Q3: a leaking resonator/).waitFor();
    await option(/^Search the notes for “leaking”/).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await expect.poll(address).toBe('/chips/qpu-1/qubits/3');
  });

  it('qubits are measured by their names: the start of a run has them filled in', async () => {
    await choose('measure q3 q7', /^Measure Q3, Q7/);
    const dialog = page.getByRole('dialog', { name: 'Start a run' });
    await dialog.waitFor();
    await expect.poll(() => dialog.getByRole('textbox', { name: /^Qubits/ }).inputValue()).toMatch(/^3,\s?7$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
  });

  it('a user who may not start a run is offered none', async () => {
    const { page: theirs } = await openAsMember(session, 'viewer');
    await theirs.goto('/chips/qpu-1');
    await theirs.getByRole('region', { name: 'Overview of qpu-1' }).waitFor();
    await theirs.keyboard.press('Control+k');
    await theirs.getByRole('combobox', { name: /^Find a target/ }).pressSequentially('measure q3');
    await theirs.getByRole('option', { name: /^Search the notes/ }).waitFor();
    expect(await theirs.getByRole('option', { name: /^Measure/ }).count()).toBe(0);
    await theirs.context().close();
  });

  it('single keys go to places and list themselves, are text in a field, and can be turned off', async () => {
    await page.goto('/execution');
    await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
    for (const [second, path] of [
      ['o', '/chips/qpu-1'],
      ['d', '/dashboard?chip=qpu-1'],
      ['n', '/notes'],
      ['f', '/flows'],
      ['r', '/execution'],
    ] as const) {
      await page.keyboard.press('g');
      await page.keyboard.press(second);
      await expect.poll(address).toBe(path);
    }
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await keys.getByRole('rowheader', { name: 'g d' }).waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await keys.waitFor({ state: 'hidden' });

    await page.goto('/notes');
    const search = page.getByRole('combobox', { name: 'Search' });
    await search.fill('');
    await search.pressSequentially('/g d?');
    expect(await search.inputValue()).toBe('/g d?');

    await page.goto('/settings');
    const setting = page.getByRole('checkbox', { name: /^Keys without Ctrl or Cmd act/ });
    await setting.focus();
    await page.keyboard.press('Space');
    expect(await setting.isChecked()).toBe(false);
    await page.getByRole('heading', { name: 'Settings', level: 1 }).click();
    for (const key of ['/', '?', 'g', 'd']) await page.keyboard.press(key);
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(address()).toBe('/settings');
    await open();
    await page.keyboard.press('Escape');
    await palette().waitFor({ state: 'hidden' });
    await setting.check();
  });

  it('the palette and the list of keys fit a phone and both themes', async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [1440, 1000, 360]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 780 });
        await page.goto('/execution');
        await page.getByRole('heading', { name: 'Runs', level: 1 }).waitFor();
        await page.getByRole('button', { name: 'Find' }).press('Enter');
        await option('Dashboard').waitFor();
        await page.keyboard.type('q3 t');
        await option(/^T1 of Q3/).waitFor();
        await expectAccessible(page);
        await expectNoSidewaysScroll(page);
        await keepScreenshot(page, `palette-${colorScheme}-${width}`);
        await page.keyboard.press('Escape');
        await palette().waitFor({ state: 'hidden' });
        await page.getByRole('heading', { name: 'Runs', level: 1 }).click();
        await page.keyboard.press('?');
        await page.getByRole('dialog', { name: 'Keys' }).waitFor();
        await expectAccessible(page);
        await keepScreenshot(page, `keys-${colorScheme}-${width}`);
        await page.keyboard.press('Escape');
      }
    expect(session.problems).toEqual([]);
  });
});
