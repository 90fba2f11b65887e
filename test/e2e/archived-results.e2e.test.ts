import { readFileSync, rmSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeScratch } from '#test/support/engine/scratch.ts';
import { startPersistentStack } from '#test/support/stack/persistent-stack.ts';
import { chromiumBrowser } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startOwnSession } from './support/session.ts';
import { shiftedClock } from './support/shifted-clock.ts';
import { startService } from './support/started-service.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const settings = { RESULTS_KEPT_MONTHS: '1' };

describe.skipIf(missing)(`archived results in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let data: string;
  let session: Session;
  let page: Page;
  let run: string;
  let later: string;
  let taskId: string;
  let taskCount: number;

  /** What the service does every five minutes. */
  const sweep = async () => {
    const stack = await startPersistentStack(data, { settings });
    await stack.streams.settle();
    await stack.closeDays();
    await stack.sweep();
    await stack.stop();
  };
  const open = async () => {
    session = await startOwnSession(data, settings);
    ({ page } = session);
  };
  const row = () => page.getByRole('region', { name: 'Archived months' }).getByRole('row').filter({ hasText: 'qpu-1' });

  // Two runs of the same tasks three months ago: the results of the first one are archived, those of the second are the newest.
  beforeAll(async () => {
    data = await makeScratch('fiducial-e2e-');
    const before = await startService(data, [], shiftedClock({ days: -100 }));
    run = await startOneQubitCheck(before.api, { qids: ['0'], seed: 1 });
    const first = await runEnded(before.api, run);
    [taskId, taskCount] = [first.task[0]?.task_id ?? '', first.task.length];
    later = await startOneQubitCheck(before.api, { qids: ['0'], seed: 2 });
    await runEnded(before.api, later);
    await before.stop();
    await sweep();
    await open();
  });
  afterAll(async () => {
    await session?.stop();
    rmSync(data, { recursive: true, force: true });
  });

  it('a run and a result that is archived lead to the archived months, which say what they have', async () => {
    await page.goto(`/execution/${run}`);
    await page.getByText(`${taskCount} tasks of this run are in files and not listed`).waitFor();
    await page.goto('/tasks');
    await page.getByText(/^Not listed: \d+ older results in files/).waitFor();
    await page.goto(`/tasks/${taskId}`);
    await page.getByText('archived are the results of chip').waitFor();
    await page.getByRole('link', { name: 'archived results' }).click();
    const archived = row().filter({ hasText: 'Archived' }).first();
    await archived.waitFor();
    const cells = await archived.getByRole('cell').allTextContents();
    const { results } = (await session.service.api.listArchivedMonths({})).months[0] ?? { results: 0 };
    expect(results).toBeGreaterThanOrEqual(taskCount);
    expect(cells).toContain(String(results));
    await expectPresentable(page, [['archived-results', '/tasks/archived', () => page.getByRole('main')]]);
  });

  it('a comparison of two runs says how many tasks of which are in files', async () => {
    await page.goto(`/compare?before=${run}&after=${later}`);
    await page.getByText(new RegExp(`^${taskCount} tasks of ${run} are in files of [A-Z][a-z]+ \\d{4}`)).waitFor();
  });

  it('the history of a task says of which months results are in files', async () => {
    const { task } = await session.service.api.getExecution({ params: { execution_id: later } });
    await page.goto(`/tasks/${task[0]?.task_id}`);
    await page.getByText(/^Results of [A-Z][a-z]+ \d{4} are in files: archived results$/).waitFor();
  });

  it('an old version of a value is shown, and says that its result is in a file', async () => {
    const { versions } = await session.service.api.getParameterHistory({
      query: { chip_id: 'qpu-1', qid: '0', parameter_name: 't1' },
    });
    const archived = versions.find(({ archived_month: month }) => month !== null);
    await page.goto('/chips/qpu-1/qubits/0?metric=t1');
    await page.getByLabel('Version').selectOption(archived?.entity_id ?? '');
    await page.getByText(/^The result is in a file of [A-Z][a-z]+ \d{4}, with what it started from/).waitFor();
  });

  it('the files of a month are downloaded', async () => {
    await page.goto('/tasks/archived');
    await row()
      .getByRole('button', { name: /^Files of .* of qpu-1$/ })
      .first()
      .click();
    const link = page.getByRole('dialog').getByRole('link', { name: /^qpu-1-\d{6}-1\.parquet$/ });
    const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
    expect(
      readFileSync(await download.path())
        .subarray(0, 4)
        .toString(),
    ).toBe('PAR1');
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  });

  it('a viewer sees the months and brings none back', async () => {
    const viewer = await openAsMember(session, 'viewer');
    await viewer.page.goto('/tasks/archived');
    const button = viewer.page.getByRole('button', { name: /^Bring back .* of qpu-1$/ }).first();
    expect(await button.getAttribute('aria-disabled')).toBe('true');
    await viewer.page.context().close();
  });

  it('an editor brings a month back for some days, and its results are in lists again', async () => {
    await page.goto('/tasks/archived');
    await row()
      .getByRole('button', { name: /^Bring back .* of qpu-1$/ })
      .first()
      .click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Days').fill('3');
    await dialog.getByRole('button', { name: 'Bring back' }).click();
    await row().filter({ hasText: 'Coming back' }).first().waitFor();
    expect(session.problems).toEqual([]);
    await session.stop();
    await sweep();
    await open();
    await page.goto('/tasks/archived');
    await row()
      .filter({ hasText: /Back until .*, for admin/ })
      .first()
      .waitFor();
    await page.goto(`/tasks/${taskId}`);
    await page.getByRole('heading', { level: 1, name: / on Q0$/ }).waitFor();
    await page.goto(`/execution/${run}`);
    await page.getByText(`1 target, ${taskCount} tasks`).waitFor();
    expect(await page.getByText('are in files and not listed').count()).toBe(0);
    expect(session.problems).toEqual([]);
  });
});
