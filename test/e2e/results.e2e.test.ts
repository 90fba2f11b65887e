import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Two runs, one of which failed in every task that could. */
describe.skipIf(missing)(`task results in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let failed: { task_id: string; task_name: string; qid: string; message: string; execution_id: string }[] = [];

  const api = () => session.service.api;
  const rows = () => page.getByRole('region', { name: 'Task results' }).getByRole('row');
  const filter = () => page.getByLabel('Filter');
  const type = async (text: string) => {
    await filter().fill(text);
    await filter().press('Enter');
  };
  const asked = (name: string) => new URL(page.url()).searchParams.get(name);
  const run = async (parameters: Record<string, unknown>) => {
    const id = await startOneQubitCheck(api(), parameters);
    await runEnded(api(), id);
    return id;
  };

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await run({ qids: ['0', '1'], seed: 1, failure_rate: 1 });
    await run({ qids: ['0', '1'], seed: 2, failure_rate: 0 });
    const { items } = await api().listTaskResults({ query: { status: 'failed', limit: 100 } });
    failed = items;
  });

  afterAll(() => session?.stop());

  it('a failure of any run is found by the text of its error with two clicks', async () => {
    const [wanted] = failed;
    if (!wanted) throw new Error('a run failed');
    const part = wanted.message.slice(0, 12).toUpperCase();
    await page.goto('/execution');
    await page.getByRole('link', { name: 'Task results' }).click();
    // The page of runs has a filter too.
    await page.getByRole('heading', { name: 'Task results', level: 1 }).waitFor();
    await type(`"${part}"`);
    const own = failed.filter(({ message }) => message.toUpperCase().includes(part));
    await expect.poll(() => rows().count()).toBe(own.length + 1);
    expect(asked('text')).toBe(part);
    await rows().getByRole('link', { name: wanted.task_name }).first().click();
    await expect.poll(() => pathOf(page)).toMatch(/^\/tasks\/./);
    await page.getByText(wanted.message.slice(0, 12)).first().waitFor();
  });

  it('task, target and status narrow the results, stay in the address, and are taken back by one click', async () => {
    await page.goto('/tasks');
    await page.getByText(`${failed.length} failed`).waitFor();
    await type('Q1 status:completed task:Rabi');
    const { items } = await api().listTaskResults({ query: { status: 'completed', task_name: 'CheckRabi', qid: '1' } });
    expect(items.length).toBeGreaterThan(0);
    await expect.poll(() => rows().count()).toBe(items.length + 1);
    await page.reload();
    await expect.poll(() => rows().count()).toBe(items.length + 1);
    expect([asked('target'), asked('status'), asked('task')]).toEqual(['Q1', 'completed', 'CheckRabi']);
    expect(await filter().inputValue()).toBe('Q1 task:CheckRabi status:completed');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await expect.poll(() => rows().count()).toBeGreaterThan(items.length + 1);
  });

  it('what the field cannot say is refused at the field, and what held before holds', async () => {
    await page.goto('/tasks?status=failed&target=1');
    expect(await filter().inputValue()).toBe('Q1 status:failed');
    await page
      .getByText(/failed/)
      .first()
      .waitFor();
    for (const [text, problem] of [
      ['Q1 status:done', "'done' is not a status. Use scheduled"],
      ['task:Rabbi', "No task 'Rabbi'"],
      ['since:2026-11-20 through:2026-11-19', "'since:2026-11-20' is after 'through:2026-11-19'"],
    ] as const) {
      await type(text);
      await page.getByText(problem).waitFor();
      expect(await filter().getAttribute('aria-invalid')).toBe('true');
      expect([asked('status'), asked('target')]).toEqual(['failed', '1']);
    }
    await expectAccessible(page);
  });

  it('a cool-down and days narrow the results, and what nothing fits says so', async () => {
    const today = new Date(Date.now() + 9 * 3_600_000).toISOString().slice(0, 10);
    await page.goto(`/tasks?from=${today}`);
    await page.getByText(`${failed.length} failed`).waitFor();
    await page.goto('/tasks?through=2020-01-01');
    await page.getByText('No results match.').waitFor();
    await page.getByRole('link', { name: 'Clear filters' }).waitFor();
    expect(await rows().count()).toBe(0);
    await page.goto('/tasks?cooldown=unknown');
    await page.getByText(/'unknown' not found/).waitFor();
  });

  it('results are reached and opened by the keyboard alone', async () => {
    await page.goto('/tasks?status=failed');
    await rows().nth(1).waitFor();
    await filter().focus();
    const isLink = () => page.evaluate(() => document.activeElement?.getAttribute('href')?.includes('/tasks/'));
    for (let steps = 0; steps < 12 && !(await isLink()); steps += 1) await page.keyboard.press('Tab');
    expect(await isLink()).toBe(true);
    await page.keyboard.press('Enter');
    await expect.poll(() => pathOf(page)).toMatch(/^\/tasks\/./);
  });

  it('the page as a file has its rows', async () => {
    await page.goto('/tasks?status=failed');
    await rows().nth(1).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV of this page' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('task-results.csv');
  });

  it('task results can be read in both themes, wide and narrow', async () => {
    await expectPresentable(page, [['results', '/tasks', (own) => own.getByRole('region', { name: 'Task results' })]]);
    expect(session.problems.filter((problem) => !problem.includes('400'))).toEqual([]);
  });
});
