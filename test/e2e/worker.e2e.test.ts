import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunText, unreachableText } from '../../web/ui/lib/format/words.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };

/** A worker as the pages show it, which here is this test: the steps build on each other. */
describe.skipIf(missing)(`workers in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let executionId: string;
  let flowRunId: string;
  let fence: number;
  let taskId: string;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const api = session.service.api;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
    await api.saveFlow({
      body: { name: 'lab', chip_id: 'qpu-1', code: 'def run(chip):\n    pass\n', runner: 'worker' },
    });
  });

  afterAll(() => session?.stop());

  const api = () => session.service.api;
  const dialog = () => page.getByRole('dialog', { name: startRunText });
  const claim = (backend: string) =>
    api().claimRun({ body: { worker: 'lab-1', backends: [backend], claim_key: randomUUID(), software: 'test 1' } });
  const say = (sequence: number, ...texts: [level: 'info' | 'error', text: string][]) =>
    api().appendRunLog({
      params: { flow_run_id: flowRunId },
      body: { fence, sequence, lines: texts.map(([level, text]) => ({ at: new Date().toISOString(), level, text })) },
    });

  it('a start warns before a run that no worker is online', async () => {
    await page.goto('/flows');
    await page.getByText(/^No workers yet/).waitFor();
    await page.goto('/flows/lab');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog().getByText('No worker online for backend “worker”.').waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('a start says so where it is not known which workers there are', async () => {
    await page.route('**/api/workers?*', (route) => route.abort());
    await page.goto('/flows/lab');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog()
      .getByText(new RegExp(`^Workers unavailable: ${unreachableText}`))
      .waitFor();
    await page.unroute('**/api/workers?*');
    await dialog().getByRole('button', { name: 'Cancel' }).click();
  });

  it('a run that waits shows which worker could take it, and when it was last seen', async () => {
    expect((await claim('worker')).run).toBeNull();
    await page.goto('/flows/lab');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog().getByRole('list', { name: 'Workers for worker' }).getByText('lab-1').waitFor();
    expect(await dialog().getByRole('alert').count()).toBe(0);
    await expectAccessible(page);
    await keepScreenshot(page, 'worker-dialog');
  });

  it('the page of a run follows one that a worker claims: its counts without a share, and its log', async () => {
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
    executionId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const waits = page.getByText(/^Waiting for a worker for worker\./);
    await waits.waitFor(patient);
    await expectAccessible(page);
    await keepScreenshot(page, 'run-waits');
    await expect
      .poll(async () => {
        const { run } = await claim('worker');
        if (run) ({ flow_run_id: flowRunId, fence } = run);
        return run?.execution_id;
      }, patient)
      .toBe(executionId);
    await waits.waitFor({ ...patient, state: 'hidden' });
    await say(0, ['info', 'cooling the readout line'], ['error', 'no pulse on Q1']);
    const log = page.getByRole('region', { name: 'Lines of the log' });
    await log.getByText('no pulse on Q1').waitFor(patient);
    expect(await log.getByRole('listitem').last().innerText()).toMatch(/^\d\d:\d\d:\d\d\s+error\s+no pulse on Q1$/);
    expect(await page.getByRole('progressbar').count()).toBe(0);
    await page.getByText('0 completed', { exact: true }).last().waitFor();
  });

  it('the log is followed to its end, but not while a user reads what was said before', async () => {
    const lines = Array.from({ length: 60 }, (_, n): ['info', string] => ['info', `step ${n}`]);
    await say(2, ...lines);
    const log = page.getByRole('region', { name: 'Lines of the log' });
    await log.getByText('step 59').waitFor(patient);
    const fromEnd = () => log.evaluate((element) => element.scrollHeight - element.clientHeight - element.scrollTop);
    await expect.poll(fromEnd).toBeLessThan(30);
    await log.evaluate((element) => element.scrollTo(0, 0));
    await say(62, ['info', 'one more']);
    await log.getByText('one more').waitFor({ ...patient, state: 'attached' });
    expect(await log.evaluate((element) => element.scrollTop)).toBe(0);
  });

  it('a worker is seen at work alongside the flows, and its run ends', async () => {
    await page.goto('/flows');
    const row = page.getByRole('region', { name: 'Workers' }).getByRole('row', { name: /^lab-1/ });
    await row.getByText('running').waitFor(patient);
    await row.getByRole('link', { name: executionId }).click();
    const task = { task: 'CheckT1', task_type: 'qubit' as const, qid: '0' };
    const [start_at, end_at] = [new Date(Date.now() - 1_000).toISOString(), new Date().toISOString()];
    await api().reportTaskResults({
      params: { flow_run_id: flowRunId },
      body: { fence, results: [{ ...task, status: 'completed', start_at, end_at }] },
    });
    await api().finishRun({ params: { flow_run_id: flowRunId }, body: { fence, status: 'completed' } });
    await page.getByRole('main').locator('dl').first().getByText('completed').waitFor(patient);
  });

  it('the run of a worker is not offered to be measured again task by task, and says why and what to do instead', async () => {
    const { task } = await api().getExecution({ params: { execution_id: executionId } });
    taskId = task[0]?.task_id ?? '';
    await page.goto(`/tasks/${taskId}`);
    const again = page.getByRole('button', { name: 'Measure again…' });
    await again.and(page.getByRole('button', { description: /^A worker measured this.* Run lab again/ })).waitFor();
    await again.click({ force: true });
    expect(await page.getByRole('dialog').count()).toBe(0);
    await expectAccessible(page);
  });

  it('pages of workers are accessible and inside the window, light and dark, wide and narrow', async () => {
    await expectPresentable(page, [
      ['workers', '/flows', () => page.getByRole('region', { name: 'Workers' })],
      ['run-log', `/execution/${executionId}`, () => page.getByRole('region', { name: 'Lines of the log' })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
