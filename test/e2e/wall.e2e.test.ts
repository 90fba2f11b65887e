import { readFileSync } from 'node:fs';
import { unzipSync } from 'fflate';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };
const qids = ['0', '1', '2', '3', '4', '5', '6', '7'];

/** The figures of a task over a chip, looked through by keys: the steps build on each other. */
describe.skipIf(missing)(`the wall of figures in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let run: string;

  const api = () => session.service.api;
  const read = (execution_id: string) => api().getExecution({ params: { execution_id } });
  const ended = async (id: string) => {
    await expect.poll(async () => (await read(id)).end_at, patient).not.toBeNull();
    return read(id);
  };
  const rabi = async (id: string) => {
    const query = { include: 'results', task_name: 'CheckRabi', limit: 100 } as const;
    const { task } = await api().getExecution({ params: { execution_id: id }, query });
    return task.filter(({ status }) => status === 'completed' || status === 'failed');
  };
  const wall = () => page.getByRole('grid', { name: 'Figures of CheckRabi' });
  const cells = () => wall().getByRole('gridcell');
  const labels = () =>
    cells().evaluateAll((all) =>
      all.map((cell) =>
        (cell as HTMLElement).innerText
          .trim()
          .replaceAll(/\s+/g, ' ')
          .replace(/^No figure /, ''),
      ),
    );
  const dialog = () => page.getByRole('dialog');
  const marked = (text: string) => page.getByRole('status').getByText(text, { exact: true });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
  });

  afterAll(() => session?.stop());

  it('there is a run with failures to look through', async () => {
    run = await startOneQubitCheck(api(), { qids, failure_rate: 0.3, seed: 7 });
    await ended(run);
  });

  it('the figures of a task of a run are 1 click from its page, the worst fit first', async () => {
    await page.goto(`/execution/${run}`);
    const results = await rabi(run);
    await page.getByRole('link', { name: `CheckRabi ${results.length}`, exact: true }).click();
    await cells().first().waitFor();
    const fits = (await labels()).map((label) => Number(/R² ([−\d.]+)/.exec(label)?.[1]?.replace('−', '-')));
    expect(fits).toHaveLength(results.length);
    expect(fits).toEqual([...fits].sort((a, b) => a - b));
    const withFigure = results.filter(({ figure_path: paths }) => (paths?.length ?? 0) > 0).length;
    await expect.poll(() => wall().locator('img').count(), patient).toBe(withFigure);
    await expectAccessible(page);
  });

  it('only what failed is shown where that is asked for, and is in the address', async () => {
    await page.getByLabel('Failed only').check();
    const failed = (await rabi(run)).filter(({ status }) => status === 'failed');
    await expect.poll(() => cells().count()).toBe(failed.length);
    expect(new URL(page.url()).searchParams.get('failed')).toBe('only');
    await page.getByLabel('Failed only').uncheck();
    await page.getByLabel('Order').selectOption('lattice');
    await expect.poll(async () => (await labels())[0]).toMatch(/^Q0 /);
    await page.getByLabel('Order').selectOption('worst');
  });

  it('a figure is enlarged by Enter, walked by j, and marked there', async () => {
    await cells().first().focus();
    await page.keyboard.press('Enter');
    await dialog()
      .getByRole('img', { name: /^Figure of CheckRabi Q\d$/ })
      .waitFor();
    const title = () => dialog().getByRole('heading', { level: 2 }).innerText();
    const first = await title();
    await expectAccessible(page);
    await keepScreenshot(page, 'wall-enlarged');
    await page.keyboard.press('j');
    await expect.poll(title).not.toBe(first);
    await page.keyboard.press('e');
    await dialog().getByText('Marked to exclude', { exact: true }).waitFor();
    await page.keyboard.press('u');
    await dialog().getByText('Not marked', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'hidden' });
  });

  it('what is marked by e and m is excluded and measured again with one reason, in 2 clicks', async () => {
    await page.reload();
    await cells().first().waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-tile'))).toBe('0');
    const names = (await labels()).map((label) => label.split(' ')[0]?.slice(1));
    await page.keyboard.press('e');
    await page.keyboard.press('j');
    await page.keyboard.press('m');
    await page.keyboard.press('j');
    await page.keyboard.press('e');
    await page.keyboard.press('m');
    await marked('Marked: 2 to exclude, 2 to measure').waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('data-tile'))).toBe('2');
    await page.getByRole('button', { name: 'Apply: exclude 2, measure 2…' }).click();
    await expectAccessible(page);
    await dialog().getByLabel('Reason').fill('fit on noise');
    await dialog().getByRole('button', { name: 'Exclude 2, measure 2' }).click();
    await dialog().waitFor({ state: 'hidden', ...patient });
    await marked('Nothing marked').waitFor();
    const link = page.getByRole('link', { name: /^\d{8}-\d{3}$/ });
    const again = await ended((await link.first().innerText()).trim());
    expect(new Set(again.task.map(({ name, qid }) => `${name} ${qid}`))).toEqual(
      new Set([`CheckRabi ${names[1]}`, `CheckRabi ${names[2]}`]),
    );
    const excluded = (await rabi(run)).filter((task) => task.excluded);
    expect(new Set(excluded.map(({ qid }) => qid))).toEqual(new Set([names[0], names[2]]));
    const [one] = excluded;
    const { excluded_reason } = await api().getTaskResult({ params: { task_id: one?.task_id ?? '' } });
    expect(excluded_reason).toBe('fit on noise');
  });

  it('without a task in the address the wall opens on the task that was measured last', async () => {
    const last = async () => {
      const { items } = await session.service.api.listTaskResults({ query: { chip_id: 'qpu-1', limit: 50 } });
      return items.find(({ task_type: type }) => type === 'qubit')?.task_name ?? '';
    };
    await page.goto('/chips/qpu-1/wall');
    await expect
      .poll(() => page.getByLabel('Task', { exact: true }).inputValue(), { timeout: 300_000 })
      .toBe(await last());
    // Not simply the first of the list.
    await expect
      .poll(last)
      .not.toBe((await page.getByLabel('Task', { exact: true }).locator('option').allInnerTexts())[0]);
  });

  it('a note is written on a result without leaving the wall', async () => {
    await page.goto(`/chips/qpu-1/wall?task=CheckRabi`);
    await cells().first().focus();
    await page.keyboard.press('n');
    await dialog().getByRole('button', { name: 'Write the note of this task' }).click();
    await dialog().getByRole('textbox').fill('jem: line on Q0');
    await dialog().getByRole('button', { name: 'Save' }).click();
    await dialog().getByText('jem: line on Q0').first().waitFor();
    await page.getByText('Nothing marked').waitFor();
    await page.keyboard.press('Escape');
  });

  it('the figures that are shown come as an archive, and their values as a table', async () => {
    await page.goto(`/chips/qpu-1/wall?task=CheckRabi&run=${run}`);
    await cells().first().waitFor();
    const count = (await rabi(run)).flatMap(({ figure_path: paths }) => paths ?? []).length;
    const zip = page.waitForEvent('download');
    await page.getByRole('button', { name: `Zip of ${count} figures` }).click();
    expect(Object.keys(unzipSync(readFileSync(await (await zip).path())))).toHaveLength(count);
    const csv = page.waitForEvent('download');
    await page.getByRole('button', { name: 'CSV' }).click();
    const lines = readFileSync(await (await csv).path(), 'utf8')
      .trim()
      .split('\r\n');
    expect(lines).toHaveLength(1 + (await rabi(run)).length);
    expect(lines[0]).toContain('rabi_amplitude,rabi_amplitude_error');
  });

  it('a wall of 1,024 figures has at most 80 pictures in the page, wherever it is scrolled to', async () => {
    await page.route('**/api/task-results/qubits/latest?*', async (route) => {
      const response = await route.fetch();
      const { result, ...rest } = await response.json();
      const found = Object.values(result).find((one) => (one as { figure_path?: string[] }).figure_path?.length);
      const many = Array.from({ length: 1024 }, (_, n) => [
        `${n}`,
        { ...(found as object), task_id: `t${n}`, qid: `${n}` },
      ]);
      await route.fulfill({ response, json: { ...rest, result: Object.fromEntries(many) } });
    });
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/chips/qpu-1/wall?task=CheckRabi&order=lattice');
      await cells().first().waitFor();
      await page.getByText('1024 results').waitFor();
      const pictures = () => page.locator('img').count();
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      for (const part of [0, 0.5, 1]) {
        await page.evaluate((top) => window.scrollTo(0, top), height * part);
        await expect.poll(pictures, patient).toBeGreaterThan(3);
        expect(await pictures()).toBeLessThanOrEqual(80);
      }
      await cells().last().waitFor();
      await expect.poll(async () => (await labels()).some((label) => label.startsWith('Q1023 ')), patient).toBe(true);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
    await cells().last().focus();
    await page.keyboard.press('End');
    await page.unroute('**/api/task-results/qubits/latest?*');
  });

  it('a viewer sees the wall and marks nothing', async () => {
    const { page: own } = await openAsMember(session, 'viewer');
    await own.goto('/chips/qpu-1/wall?task=CheckRabi');
    await own.getByRole('gridcell').first().waitFor();
    await own.getByRole('button', { name: 'Apply…' }).and(own.locator('[title^="View only"]')).waitFor();
    await own.getByRole('gridcell').first().focus();
    await own.keyboard.press('e');
    await own.getByText('Nothing marked').waitFor();
    await own.context().close();
  });

  it('the wall has no violation of the rules for accessibility, light and dark, wide and narrow', async () => {
    const landmark = (at: Page) => at.getByRole('gridcell').first();
    await expectPresentable(page, [
      ['wall', `/chips/qpu-1/wall?task=CheckRabi&run=${run}`, landmark],
      ['wall-latest', '/chips/qpu-1/wall?task=CheckRabi', landmark],
    ]);
    expect(session.problems).toEqual([]);
  });
});
