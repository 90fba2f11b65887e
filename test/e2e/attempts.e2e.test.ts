import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { claimLabRun } from './support/lab-worker.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A worker tries one task three times, and names what it read. */
describe.skipIf(missing)(`attempts and inputs of a task${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let tasks: string[];

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const run = await claimLabRun(api, 'chip');
    const task = { task: 'CheckT1', task_type: 'qubit' as const, qid: '1' };
    const input_parameters = {
      qubit_frequency: { value: 4.8123, unit: 'GHz' },
      drive_limit: { value: 0.25, unit: 'V' },
    };
    tasks = await run.report(
      { ...task, attempt: 0, status: 'failed', message: 'no decay in the window' },
      { ...task, attempt: 1, output_parameters: { t1: { value: 41, error: 4, unit: 'us' } }, r2: 0.71 },
      {
        ...task,
        attempt: 2,
        input_parameters,
        output_parameters: { t1: { value: 44, error: 1, unit: 'us' } },
        r2: 0.98,
      },
      { ...task, qid: '2', output_parameters: { t1: { value: 50, unit: 'us' } } },
    );
    await run.finish();
  });
  afterAll(() => session?.stop());

  const attempts = () => page.getByRole('list', { name: 'Attempts' });
  const inputs = () => page.getByRole('region', { name: 'Input values' });

  it('the page of a task has its attempts next to each other, each with how it ended and what it measured', async () => {
    await page.goto(`/tasks/${tasks[2]}`);
    await attempts().getByText(/^T1/).nth(1).waitFor();
    const texts = await attempts().getByRole('listitem').allInnerTexts();
    expect(texts).toEqual([
      expect.stringMatching(/Attempt 0\s+failed\s+no decay in the window/),
      expect.stringMatching(/Attempt 1\s+completed\s+T1 41.*R² 0.71/s),
      expect.stringMatching(/Attempt 2\s+completed\s+T1 44.*R² 0.98/s),
    ]);
    const boxes = await attempts()
      .getByRole('listitem')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top));
    expect(new Set(boxes).size).toBe(1);
    expect(await attempts().locator('[aria-current]').innerText()).toMatch(/Attempt 2$/);
    await attempts().getByRole('link', { name: 'Attempt 0' }).click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(new RegExp(`/tasks/${tasks[0]}$`));
  });

  it('a task with one attempt shows none alongside it', async () => {
    await page.goto(`/tasks/${tasks[3]}`);
    await page.getByRole('region', { name: 'Measured values' }).waitFor();
    expect(await attempts().count()).toBe(0);
    await page.getByText('none recorded', { exact: true }).waitFor();
  });

  it('the page of a task names what the task read, and leads to the history of a metric', async () => {
    await page.goto(`/tasks/${tasks[2]}`);
    await inputs().waitFor();
    const rows = await inputs().getByRole('row').allInnerTexts();
    expect(rows.slice(1)).toEqual([expect.stringMatching(/0\.25.*V/s), expect.stringMatching(/4\.8123.*GHz/s)]);
    expect(await inputs().getByRole('link').count()).toBe(1);
    await inputs().getByRole('link').click();
    await expect.poll(() => new URL(page.url()).pathname).toMatch(/\/chips\/chip\/qubits\/1$/);
    expect(new URL(page.url()).searchParams.get('metric')).toBe('qubit_frequency');
  });

  it('the page of a task with attempts is presentable, light and dark, wide and narrow', async () => {
    await expectPresentable(page, [['attempts', `/tasks/${tasks[2]}`, attempts]]);
    expect(session.problems).toEqual([]);
  });
});
