import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long a page may take to follow. */
const patient = { timeout: 30_000 };

/** A run that holds the lock until it is cancelled, beside one that completes: the steps build on each other. */
describe.skipIf(missing)(`the lock of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;
  let completed: string;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    completed = await startOneQubitCheck(service.api, { qids: ['0', '1', '2'] });
  }, 120_000);

  afterAll(() => session?.stop());

  const read = (execution_id: string) => service.api.getExecution({ params: { execution_id } });
  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
  const facts = () => page.getByRole('main').locator('dl').first();
  const executionId = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  it('lists a run that went to its end', async () => {
    await expect.poll(async () => (await read(completed)).status, { timeout: 100_000 }).toBe('completed');
    await page.goto('/execution');
    await page.getByRole('row', { name: new RegExp(`^${completed} completed`) }).waitFor();
  });

  it('starts a slow one, whose lock is seen everywhere', async () => {
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('button', { name: 'Run a flow' }).click();
    await dialog('Run a flow').getByText('Parameters as JSON').click();
    await dialog()
      .getByLabel(/^Further parameters/)
      .fill('{"pace_seconds": 10}');
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: /^Execution / }).waitFor();
    await page.getByText(/This run holds the lock of the project/).waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cryostats' }).click();
    await page.getByRole('link', { name: /^Execution \S+ running$/ }).click();
    await page.getByRole('heading', { name: /^Execution / }).waitFor();
  });

  it('refuses a second run and names the one that is on', async () => {
    const id = executionId();
    await page.goto('/execution');
    await page.getByRole('button', { name: 'Run a flow' }).click();
    await dialog('Run a flow')
      .getByText(/This run has/)
      .waitFor();
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await dialog().getByRole('alert').getByText(id).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: id, exact: true }).first().click();
  });

  it('cancels it by name only after asking, and frees the lock', async () => {
    const id = executionId();
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    await expectAccessible(page);
    await dialog(`Cancel execution ${id}?`).getByRole('button', { name: 'Let it go on' }).click();
    expect((await read(id)).cancel_requested_at).toBeNull();
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    await dialog(`Cancel execution ${id}?`).getByRole('button', { name: 'Cancel the run' }).click();
    await facts().getByText('cancelled').waitFor();
    const run = await read(id);
    expect(run.task.every((task) => !['running', 'scheduled', 'pending'].includes(task.status))).toBe(true);
    expect((await service.api.getExecutionLockStatus()).lock).toBe(false);
    await page.getByRole('link', { name: /^Execution \S+ (running|cancelling)$/ }).waitFor({ state: 'hidden' });
    await keepScreenshot(page, 'run-cancelled');
  });

  it('keeps the filters of the list in its address', async () => {
    await page.goto('/execution');
    const rows = () => page.getByRole('region', { name: 'Executions' }).locator('tbody tr').count();
    await page.getByRole('combobox', { name: 'Status' }).selectOption('cancelled');
    await expect.poll(rows, patient).toBe(1);
    expect(new URL(page.url()).searchParams.get('status')).toBe('cancelled');
    await page.reload();
    expect(await page.getByRole('combobox', { name: 'Status' }).inputValue()).toBe('cancelled');
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(rows, patient).toBe(2);
  });

  it('is accessible and inside the window, light and dark, wide and narrow', async () => {
    const task = (await read(completed)).task.find((one) => one.name === 'CheckT1' && one.status === 'completed');
    expect(task).toBeDefined();
    await expectPresentable(page, [
      ['executions', '/execution', () => page.getByRole('region', { name: 'Executions' })],
      ['run', `/execution/${completed}`, () => page.getByRole('grid')],
      ['task', `/tasks/${task?.task_id}`, () => page.getByRole('img', { name: /^Figure 1/ })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
