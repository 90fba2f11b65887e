import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startRunText } from '../../../web/ui/lib/format/words.ts';
import { expectAccessible, keepScreenshot } from '../support/browser.ts';
import { runEnded, startOneQubitCheck } from '../support/one-qubit-check.ts';
import { dialog, facts, inSession, missing, page, patient, service, session } from './scene.ts';

describe.skipIf(missing)(`the queue of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  inSession();

  /** A run that holds the lock, as long as one test takes. */
  let holder: string;
  beforeEach(async () => {
    holder = await startOneQubitCheck(service.api, { pace_seconds: 10 });
  });
  afterEach(async () => {
    await service.api.cancelExecution({ params: { flow_run_id: holder } });
    await runEnded(service.api, holder);
  });

  it('a second run waits behind the one that is on, shows that it does, and is removed when asked', async () => {
    await page.goto('/execution');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText).getByRole('link', { name: holder }).waitFor();
    await dialog()
      .getByText(/^\d+ tasks on qpu-1 with the simulator/)
      .waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Queue the run' }).click();
    await page
      .locator('#content')
      .getByText(new RegExp(`^Queued run of check by ${session.username} starts when run .* ends`))
      .waitFor();
    expect((await service.api.getRunQueue()).queued).toMatchObject({ flow_name: 'check', behind: holder });
    await expectAccessible(page);
    await keepScreenshot(page, 'run-queued');
    await page.getByRole('button', { name: startRunText }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove…' }).click();
    await dialog('Remove the queued run of check?').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(new RegExp(`^Queued run of check by ${session.username}`)).waitFor({ state: 'hidden' });
    expect((await service.api.getRunQueue()).queued).toBeNull();
  });

  it('the dialog of a start removes what waits, and starts nothing by that', async () => {
    await service.api.queueFlow({ params: { name: 'check' }, body: { parameters: {} } });
    await page.goto('/execution');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText).getByRole('button', { name: 'Remove…' }).click();
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET') sent.push(`${request.method()} ${new URL(request.url()).pathname}`);
    });
    await dialog('Remove the queued run of check?').getByRole('button', { name: 'Remove', exact: true }).click();
    await dialog(startRunText).getByRole('button', { name: 'Queue the run', disabled: false }).waitFor();
    expect(sent).toEqual(['DELETE /api/executions/queue']);
    page.removeAllListeners('request');
    expect((await service.api.getRunQueue()).queued).toBeNull();
  });

  it('queued runs are moved by keyboard, and each is removed by itself', async () => {
    for (const task_name of ['CheckT1', 'CheckT2Echo', 'CheckPIPulse'])
      await service.api.queueTask({ body: { task_name, chip_id: 'qpu-1', parameters: { qids: ['0'] } } });
    await page.goto('/execution');
    const rows = page.getByRole('list', { name: 'Queued runs' }).getByRole('listitem');
    const shown = async () =>
      (await rows.allInnerTexts()).map((text) => /Queued run of (\S+)/.exec(text)?.[1]?.replace('Check', ''));
    const stored = async () =>
      (await service.api.getRunQueue()).waiting.map(({ flow_name }) => flow_name.replace('Check', ''));
    const expectOrder = async (...names: string[]) => {
      await expect.poll(shown, patient).toEqual(names);
      await expect.poll(stored, patient).toEqual(names);
    };
    await expectOrder('T1', 'T2Echo', 'PIPulse');
    await expectAccessible(page);
    // A key on a button that is still disabled does nothing.
    const move = (name: string) => page.getByRole('button', { name, disabled: false }).press('Enter');
    await move('Move CheckPIPulse up from position 3');
    await expectOrder('T1', 'PIPulse', 'T2Echo');
    await move('Move CheckT1 down from position 1');
    await expectOrder('PIPulse', 'T1', 'T2Echo');
    await rows.nth(1).getByRole('button', { name: 'Remove…' }).click();
    await dialog('Remove the queued run of CheckT1?').getByRole('button', { name: 'Remove', exact: true }).click();
    await expectOrder('PIPulse', 'T2Echo');
    for (const { flow_run_id } of (await service.api.getRunQueue()).waiting)
      await service.api.deleteQueuedRun({ query: { flow_run_id } });
  });

  it('what waits starts as soon as the lock is free', async () => {
    await page.goto(`/execution/${holder}`);
    await service.api.queueFlow({ params: { name: 'check' }, body: { parameters: { qids: ['1'] } } });
    await page.getByText(new RegExp(`^Queued run of check by ${session.username} starts when`)).waitFor(patient);
    await service.api.cancelExecution({ params: { flow_run_id: holder } });
    const started = async () => (await service.api.getRunQueue()).last?.execution_id ?? '';
    await expect.poll(started, { timeout: 300_000 }).toMatch(/^\d{8}-\d{3}$/);
    await page.goto(`/execution/${await started()}`);
    await facts().getByText('completed').waitFor({ timeout: 300_000 });
  });
});
