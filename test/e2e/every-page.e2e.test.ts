import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser, expectNoSidewaysScroll, expectNoWordCut, expectTablesInside } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Words of the API and of another time, which no page says; the test of words reads the sources for them. */
const givenUp = /.{0,20}(?:execution|heard of|\bput in\b).{0,20}/gi;

/** Days and instants as files and addresses have them; people read `12 Nov`. */
const dayOfFile = /.{0,20}\b\d{4}-\d\d-\d\d.{0,20}/g;

/** Pages of which parts still come one after the other. */
const unsteady = /^\/(?:flows|schedules|admin|cryo)\b/;

/** Adds up the layout shifts of a page without user input, as the browser counts them. */
const countShifts = () => {
  Object.assign(globalThis, { shifted: 0 });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
      if (!entry.hadRecentInput)
        Object.assign(globalThis, { shifted: Reflect.get(globalThis, 'shifted') + entry.value });
  }).observe({ type: 'layout-shift', buffered: true });
};

/** What a page says in text, tooltips and labels. */
const readAloud = () => [
  document.body.innerText,
  ...[...document.querySelectorAll('[title], [aria-label]')].flatMap((one) => [
    one.getAttribute('title') ?? '',
    one.getAttribute('aria-label') ?? '',
  ]),
];

/** A chip after a run, with what belongs to it: every page has something to show. */
describe.skipIf(missing)(`what holds on every page${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let addresses: string[] = [];
  /** Answers that were refused, and whatever the console calls an error. */
  const refused: string[] = [];

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await page.addInitScript(countShifts);
    const { api } = session.service;
    const execution_id = await startOneQubitCheck(api, { qids: ['0', '1', '2', '3'], seed: 1 });
    const read = () => api.getExecution({ params: { execution_id } });
    await vi.waitFor(async () => expect((await read()).end_at).not.toBeNull(), { timeout: 300_000, interval: 500 });
    const task_id = (await read()).task.find(({ name }) => name === 'CheckT1')?.task_id ?? '';
    const { id } = await api.createIssue({ params: { task_id }, body: { title: 'No decay', content: 'Seen' } });
    await api.closeIssue({ params: { issue_id: id } });
    await api.extractIssueKnowledge({ params: { issue_id: id } });
    await api.createCryostat({ body: { cryo_id: 'fridge', name: 'Fridge' } });
    // What the template says of itself needs more than one line.
    const brief = {
      name: 'brief',
      description: 'T1 alone',
      chip_id: 'qpu-1',
      code: 'pass\n',
      runner: 'worker' as const,
    };
    await api.saveFlow({ body: brief });
    const { projects } = await api.listProjects({});
    const chip = '/chips/qpu-1';
    addresses = [
      ...[chip, '/dashboard?chip=qpu-1', `${chip}/values`, `${chip}/wall`, `${chip}/differences`],
      ...[`${chip}/qubits/0`, `${chip}/couplings/0-1`, `${chip}/muxes`, `${chip}/analysis`, `${chip}/days`],
      ...['/execution', `/execution/${execution_id}`, '/tasks', `/tasks/${task_id}`, '/reviews'],
      ...['/task-knowledge', '/task-knowledge/CheckT1', '/flows', '/flows/check', '/schedules', '/notes'],
      ...['/discussions?status=all', `/discussions/${id}`, '/cases', `/cases/${id}`, '/cryo', '/inbox', '/chips'],
      '/topologies/new',
      ...['/projects', `/projects/${projects[0]?.project_id}`, '/admin', '/settings'],
    ];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refused.push(`${answer.status()} ${answer.url()} on ${page.url()}`);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') refused.push(`${message.text()} on ${page.url()}`);
    });
  });
  afterAll(() => session?.stop());

  /** Visits every page at a width. */
  async function onEveryPage(width: number, look: (address: string) => Promise<void>): Promise<void> {
    const wrong: string[] = [];
    await page.setViewportSize({ width, height: 900 });
    for (const address of addresses) {
      await page.goto(address);
      await page.getByRole('heading', { level: 1 }).waitFor();
      await page.waitForLoadState('networkidle');
      await expectNoSidewaysScroll(page);
      const names = await page.getByRole('main').getByRole('button').allInnerTexts();
      const first = names.map((name) => name.trim()).find(Boolean) ?? '';
      if (/^(Delete|Remove)/.test(first)) wrong.push(`${address} begins with '${first}'`);
      for (const [words] of (await page.getByRole('main').innerText()).matchAll(givenUp))
        wrong.push(`${address} says '${words}'`);
      for (const text of await page.evaluate(readAloud))
        for (const [words] of text.matchAll(dayOfFile)) wrong.push(`${address} writes '${words}'`);
      const shifted = await page.evaluate(() => Number(Reflect.get(globalThis, 'shifted')));
      if (shifted > 0.01 && !unsteady.test(address)) wrong.push(`${address} moves by ${shifted}`);
      await look(address);
    }
    expect(wrong).toEqual([]);
    expect(refused).toEqual([]);
    expect(session.problems).toEqual([]);
  }

  /** The lowest row of each table, in pixels, with the table's label. */
  const lowestRows = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('main table:not([role=grid])')].flatMap((table) => {
        const rows = [...table.querySelectorAll('tbody tr:not([aria-hidden])')].filter((row) => row.checkVisibility());
        // In a card at the side the cells are stacked.
        if (rows.length === 0 || (table.parentElement?.clientWidth ?? 0) <= 480) return [];
        const lowest = Math.min(...rows.map((row) => row.getBoundingClientRect().height));
        return [[table.parentElement?.ariaLabel, lowest] as const];
      }),
    );

  const nothingRefused =
    'no page scrolls sideways, is refused anything, has an error on the console, begins with deleting, says a word that was given up or moves after its first paint';

  it(`at 1440 pixels ${nothingRefused}; every table is inside its frame, cuts no word, and has rows of 28 pixels where their words need one line`, async () => {
    const wrong: string[] = [];
    await onEveryPage(1440, async (address) => {
      await expectTablesInside(page);
      await expectNoWordCut(page);
      for (const [label, height] of await lowestRows())
        if (height > 28.5) wrong.push(`${label} of ${address} has rows of ${height} pixels`);
    });
    expect(wrong).toEqual([]);
  });

  it(`at 360 pixels ${nothingRefused}`, () => onEveryPage(360, async () => undefined));
});
