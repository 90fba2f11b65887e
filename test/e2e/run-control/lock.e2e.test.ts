import { describe, expect, it } from 'vitest';
import { startRunText } from '../../../web/ui/lib/format/words.ts';
import { expectAccessible, keepScreenshot } from '../support/browser.ts';
import { afterRun, completed, dialog, executionId, facts, missing, page, read, service } from './scene.ts';

/** A run that holds the lock until it is cancelled: the steps build on each other. */
describe.skipIf(missing)(`the lock of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  afterRun();

  it('the lock of a slow run is seen on every page', async () => {
    await page.goto('/dashboard?chip=qpu-1');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText).getByText('Parameters as JSON').click();
    await dialog()
      .getByLabel(/^Further parameters/)
      .fill('{"pace_seconds": 10}');
    await dialog().getByRole('button', { name: 'Start the run' }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
    await page.getByText('busy with this run').waitFor();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Cryostats' }).click();
    await page.getByRole('link', { name: /^Run \S+ running$/ }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
  });

  it('no run can be repeated alongside one that is on: what would be refused cannot be pressed', async () => {
    const id = executionId();
    await page.goto(`/execution/${completed}`);
    await page.getByRole('button', { name: 'Run again…' }).click();
    const ask = dialog(`Run ${completed} again?`);
    await ask.getByRole('link', { name: id }).waitFor();
    await ask.getByRole('button', { name: 'Run again', disabled: true }).waitFor();
    await ask.getByRole('button', { name: 'Cancel' }).click();
    await page.goto(`/execution/${id}`);
  });

  it('another start alongside a run is refused, and the one that is on is named', async () => {
    const id = executionId();
    // The dialog saw a free lock, but another start took it first.
    await page.route('**/api/executions/lock-status', (route) =>
      route.fulfill({ json: { lock: false, holder: null, scope: 'project', locks: [] } }),
    );
    await page.goto('/execution');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText).getByRole('button', { name: 'Start the run' }).click();
    await dialog().getByRole('alert').getByText(id).waitFor();
    await page.unroute('**/api/executions/lock-status');
    // A page that is shown again looks at the lock.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await dialog().getByRole('button', { name: 'Queue the run' }).waitFor();
    await dialog().getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: id, exact: true }).first().click();
    await page.getByRole('heading', { name: `Run ${id}` }).waitFor();
  });

  it('a run is cancelled by name only after asking, and the lock is freed', async () => {
    const id = executionId();
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    await expectAccessible(page);
    await dialog(`Cancel run ${id}?`).getByRole('button', { name: 'Keep running' }).click();
    expect((await read(id)).cancel_requested_at).toBeNull();
    await page.getByRole('button', { name: 'Cancel the run…' }).click();
    await dialog(`Cancel run ${id}?`).getByRole('button', { name: 'Cancel the run' }).click();
    await facts().getByText('cancelled').waitFor();
    const run = await read(id);
    expect(run.task.every((task) => !['running', 'scheduled', 'pending'].includes(task.status))).toBe(true);
    expect((await service.api.getExecutionLockStatus()).lock).toBe(false);
    await page.getByRole('link', { name: /^Run \S+ (running|cancelling)$/ }).waitFor({ state: 'hidden' });
    await keepScreenshot(page, 'run-cancelled');
  });
});
