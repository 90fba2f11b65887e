import { describe, expect, it } from 'vitest';
import { expectAccessible, keepScreenshot } from '../support/browser.ts';
import { startOneQubitCheck } from '../support/one-qubit-check.ts';
import { openAsMember } from '../support/session.ts';
import { dialog, facts, inSession, missing, page, patient, read, service, session } from './scene.ts';

describe.skipIf(missing)(`a lock that is freed by force, in a browser${missing && ` (skipped: ${missing})`}`, () => {
  inSession();

  it('the lock is freed by force by owners alone: an editor can cancel, a viewer can read why not', async () => {
    const holder = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    for (const role of ['editor', 'viewer'] as const) {
      const member = await openAsMember(session, role);
      await member.page.goto(`/execution/${holder}`);
      const cancel = member.page.getByRole('button', { name: 'Cancel the run…', disabled: role === 'viewer' });
      await cancel
        .and(member.page.getByRole('button', { description: role === 'viewer' ? /^View only/ : '' }))
        .waitFor();
      expect(await member.page.getByRole('button', { name: /unlock/i }).count()).toBe(0);
      expect(member.problems).toEqual([]);
      await member.page.context().close();
    }
  });

  it('an owner frees the lock by force, is told before what that does not do and may give a reason', async () => {
    const id = (await service.api.getExecutionLockStatus()).holder?.execution_id ?? '';
    await page.goto(`/execution/${id}`);
    const ask = dialog(`Release the lock of run ${id}?`);
    await page.getByRole('button', { name: 'Release the lock…' }).click();
    await ask.getByText(/Check that its worker is off/).waitFor();
    await expectAccessible(page);
    await keepScreenshot(page, 'run-force-unlock');
    await page.keyboard.press('Escape');
    await ask.waitFor({ state: 'hidden' });
    expect((await read(id)).status).toBe('running');
    await page.getByRole('button', { name: 'Release the lock…' }).click();
    await ask.getByLabel('Reason').fill('the rack has no power');
    await ask.getByRole('button', { name: 'Release the lock', exact: true }).click();
    await facts().getByText('failed').waitFor(patient);
    await page.getByText(`Ended by '${session.username}' to free the lock: the rack has no power`).waitFor();
    expect((await service.api.getExecutionLockStatus()).lock).toBe(false);
    await page.getByRole('button', { name: 'Run again…' }).waitFor();
  });

  it('no run is ended by force but the one that was asked about', async () => {
    const before = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    await page.goto(`/execution/${before}`);
    await page.getByRole('button', { name: 'Release the lock…' }).click();
    // The page still shows the run that has ended, as it does until it asks again.
    await page.route(`**/api/executions/${before}*`, (route) => route.fulfill({ status: 304 }));
    await service.api.cancelExecution({ params: { flow_run_id: before } });
    await expect.poll(async () => (await service.api.getExecutionLockStatus()).lock, patient).toBe(false);
    const after = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    const ask = dialog(`Release the lock of run ${before}?`);
    await ask.getByRole('button', { name: 'Release the lock', exact: true }).click();
    await ask
      .getByRole('alert')
      .getByText(new RegExp(`${after}' does`))
      .waitFor();
    expect((await read(after)).status).toMatch(/^(scheduled|running)$/);
    await page.unroute(`**/api/executions/${before}*`);
    await service.api.forceUnlockExecution({ body: { execution_id: after } });
  });
});
