import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunText } from '../../web/ui/lib/format/words.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long a page may take to follow. */
const patient = { timeout: 300_000 };

/** The steps build on each other. */
describe.skipIf(missing)(`locks per chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;
  /** The active runs of the chips `qpu-1` and `qpu-2`. */
  let first: string;
  let second: string;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    await service.api.createChip({ body: { chip_id: 'qpu-2', topology_id: 'linear-16' } });
    first = await startOneQubitCheck(service.api, { pace_seconds: 10 });
  });

  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog', { name: startRunText });
  const cancel = async (execution_id: string) => {
    const { flow_run_id } = await service.api.getExecution({ params: { execution_id } });
    await service.api.cancelExecution({ params: { flow_run_id } });
  };
  const lockStatus = () => service.api.getExecutionLockStatus();

  it('the owner cannot let locks be per chip while a run is active, and reads which, then can', async () => {
    await page.goto(`/projects/${session.projectId}`);
    const form = page.getByRole('form', { name: 'Settings of runs' });
    await form.getByLabel(/^One on each chip/).check();
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByRole('alert').getByText(first).waitFor();
    await expectAccessible(page);
    await cancel(first);
    await expect.poll(async () => (await lockStatus()).lock, patient).toBe(false);
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('Saved.').waitFor();
    expect((await lockStatus()).scope).toBe('chip');
  });

  it('a run of another chip starts during the first; both are seen on every page', async () => {
    first = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    await page.goto('/execution');
    await page.getByRole('link', { name: `Run ${first} running` }).waitFor();
    await page.getByRole('button', { name: startRunText }).click();
    await dialog().getByText('Each chip has one run at a time:').waitFor();
    await dialog().getByRole('button', { name: 'Queue the run' }).waitFor();
    await dialog().getByLabel('Chip', { exact: true }).selectOption('qpu-2');
    await dialog().getByText('Parameters as JSON').click();
    await dialog()
      .getByLabel(/^Further parameters/)
      .fill('{"pace_seconds": 10}');
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
    await page.getByText('busy with this run').waitFor();
    second = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    for (const id of [first, second]) await page.getByRole('link', { name: `Run ${id} running` }).waitFor();
    expect((await lockStatus()).locks.map(({ chip_id, execution_id }) => [chip_id, execution_id])).toEqual([
      ['qpu-1', first],
      ['qpu-2', second],
    ]);
  });

  it('each queued run names its chip and the run that it waits for', async () => {
    const queue = (chip_id: string) =>
      service.api.queueFlow({ params: { name: 'check' }, body: { parameters: { chip_id, qids: ['0'] } } });
    await queue('qpu-1');
    await queue('qpu-2');
    await page.goto('/execution');
    const items = page.getByRole('list', { name: 'Queued runs' }).getByRole('listitem');
    for (const [n, chipId, id] of [
      [0, 'qpu-1', first],
      [1, 'qpu-2', second],
    ] as const)
      await items
        .nth(n)
        .getByText(new RegExp(`on ${chipId} by ${session.username} starts when run ${id} ends`))
        .waitFor();
    await expectAccessible(page);
    await cancel(second);
    // The start of the second chip has begun and the other one still waits.
    await expect.poll(() => items.count(), patient).toBe(1);
    await items.nth(0).getByText('on qpu-1').waitFor();
    expect(session.problems).toEqual([]);
  });
});
