import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { deviceDocuments, laterDocuments } from '#test/support/devices/made-device.ts';
import { SOUND } from '#test/support/runs/simulation.ts';
import { compareTwoDates } from '../api/support/two-dates.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const code = `backend: simulator
stages:
  - name: check
    tasks: [CheckT1]
    targets: {qubits: all}
`;

/** Changes of a chip whose T1 of Q17 has fallen, and of which two qubits were measured by tasks since: the steps build on each other. */
describe.skipIf(missing)(`ticked changes in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  /** The scores of the bar that Q17 is in. */
  let range = '';
  const cooldowns = '/chips/made/differences?before=cooldown%3Amade-1&after=cooldown%3Amade-2';
  const sinceJune = '/chips/made/differences?before=at%3A2024-06-01';
  const tick = (name: string) => page.getByRole('checkbox', { name: `Tick ${name}`, exact: true });
  const bar = () => page.getByRole('region', { name: 'Ticked changes' });
  const plot = () => page.getByRole('listbox', { name: /^Scores of T1: \d+ changes/ });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    const documents = (date: string) => deviceDocuments('heavy-hex-133', date);
    const dates = [documents('2024-02-20T08:00:00Z'), laterDocuments(documents('2025-02-20T08:00:00Z'))] as const;
    await compareTwoDates({ api }, 'made', [...dates]);
    await api.saveFlow({ body: { name: 'check', chip_id: 'made', code } });
    const parameters = { qids: ['0', '1'], simulated_values: 'keep', ...SOUND };
    const { execution_id } = await api.executeFlow({ params: { name: 'check' }, body: { parameters } });
    const ended = async () => (await api.getExecution({ params: { execution_id }, query: {} })).status;
    await vi.waitFor(async () => expect(await ended()).toBe('completed'), { timeout: 300_000 });
  });

  afterAll(() => session?.stop());

  it('ticked rows are named, can be cleared, and are saved as they are in the table', async () => {
    await page.goto(cooldowns);
    await tick('Q17, T1').check();
    await bar().getByText('1 ticked: Q17').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      bar().getByRole('button', { name: 'CSV of these' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines.map((line) => line.split(',').slice(0, 3).join(' '))).toEqual(['kind target metric', 'qubit 17 t1']);
    await bar().getByRole('button', { name: 'Clear ticks' }).click();
    await bar().waitFor({ state: 'detached' });
  });

  it('the ticked change is measured by the task of its metric on its qubit', async () => {
    await tick('Q17, T1').check();
    await bar().getByRole('button', { name: 'Measure again…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Measure Q17' });
    await dialog.getByRole('checkbox', { name: 'CheckT1: T1, on 1 qubit', checked: true }).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
  });

  it('one comment is written on each ticked target', async () => {
    await bar().getByRole('button', { name: 'Comment…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Comment on 1 target' });
    await dialog.getByLabel('Comment').fill('A defect has come into resonance');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Comment on 1' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { comments } = await session.service.api.listQubitNoteComments({
      params: { chip_id: 'made', qid: '17' },
      query: {},
    });
    expect(comments.map(({ content }) => content)).toEqual(['A defect has come into resonance']);
  });

  it('histories of ticked rows are compared, up to four', async () => {
    await bar().getByRole('button', { name: 'Compare histories…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Histories' });
    await dialog.getByRole('img', { name: /^Q17, T1 over time, 2 values$/ }).waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
  });

  it('what no task brought cannot be excluded, and the button says so', async () => {
    const exclude = bar().getByRole('button', { name: 'Exclude …' });
    expect(await exclude.getAttribute('title')).toBe('No task brought these values');
  });

  it('the plot is one tab stop whose bars are moved along and ticked with the keyboard', async () => {
    await bar().getByRole('button', { name: 'Clear ticks' }).click();
    const labels = await plot()
      .getByRole('option')
      .evaluateAll((options) => options.map((option) => option.ariaLabel ?? ''));
    const worst = labels.findIndex((label) => label.endsWith(': Q17'));
    expect(labels[worst]).toMatch(/^−\d+ (to −\d+ )?σ( or less)?: 1 change, below 0\.01 expected: Q17$/);
    range = labels[worst]?.split(':')[0] ?? '';
    await plot().focus();
    await page.keyboard.press('Home');
    for (let n = 0; n < worst; n += 1) await page.keyboard.press('ArrowRight');
    await page.keyboard.press('Enter');
    const option = plot().getByRole('option').nth(worst);
    expect(await option.getAttribute('aria-selected')).toBe('true');
    expect(await plot().getAttribute('aria-activedescendant')).toBe(await option.getAttribute('id'));
    await bar().getByText('1 ticked: Q17').waitFor();
    expect(await tick('Q17, T1').isChecked()).toBe(true);
    await page.keyboard.press(' ');
    await bar().waitFor({ state: 'detached' });
  });

  it('the table of the plot says and ticks the same', async () => {
    await page.getByText('As a table').click();
    const table = page.getByRole('region', { name: 'Scores of T1' });
    await table.getByRole('checkbox', { name: range }).check();
    await bar().getByText('1 ticked: Q17').waitFor();
    await expectAccessible(page);
  });

  it('results that brought ticked values are excluded by one request with a reason, and their values are gone from the list', async () => {
    await page.goto(sinceJune);
    await page.getByRole('button', { name: /^Show all/ }).click();
    await page.getByText(/too small to matter$/).click();
    for (const qubit of ['Q0', 'Q1']) await tick(`${qubit}, T1`).check();
    await bar().getByRole('button', { name: 'Exclude 2 results…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Exclude 2 results?' });
    await dialog.getByLabel('Reason').fill('Simulated');
    const writes: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') writes.push(new URL(request.url()).pathname);
    });
    await dialog.getByRole('button', { name: 'Exclude' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(writes).toEqual(['/api/task-results/exclusions']);
    const { items: results } = await session.service.api.listTaskResults({ query: { chip_id: 'made' } });
    const found = results.map(({ qid, excluded }) => [qid, excluded]);
    expect(found.sort()).toEqual([
      ['0', true],
      ['1', true],
    ]);
  });

  it('changes and their ticks stay where reading them again fails, and the page says why', async () => {
    const { page: other } = await openAsMember(session, 'editor');
    await other.goto(cooldowns);
    await other.getByRole('checkbox', { name: 'Tick Q17, T1', exact: true }).check();
    const detail = 'The comparison is not there';
    await other.route('**/differences?*', (route) => route.fulfill({ status: 400, json: { detail } }));
    // A comment has the page read all that it shows again.
    await other.getByRole('button', { name: 'Comment…' }).click();
    const dialog = other.getByRole('dialog', { name: 'Comment on 1 target' });
    await dialog.getByLabel('Comment').fill('Again');
    await dialog.getByRole('button', { name: 'Comment on 1' }).click();
    await other.getByText(detail).waitFor();
    await other.getByText('1 ticked: Q17').waitFor();
    await other.close();
  });

  it('a viewer may save and compare; what writes is switched off and says why', async () => {
    const viewer = await openAsMember(session, 'viewer');
    await viewer.page.goto(cooldowns);
    await viewer.page.getByRole('checkbox', { name: 'Tick Q17, T1', exact: true }).check();
    const actions = viewer.page.getByRole('region', { name: 'Ticked changes' });
    for (const name of ['Measure again…', 'Comment…', 'Exclude …'])
      await actions.getByRole('button', { name, disabled: true, description: /^View only/ }).waitFor();
    for (const name of ['Compare histories…', 'CSV of these'])
      expect(await actions.getByRole('button', { name }).isEnabled()).toBe(true);
    expect([...viewer.problems, ...session.problems]).toEqual([]);
  });
});
