import { describe, expect, it } from 'vitest';
import { unreachableText } from '../../../web/ui/lib/format/words.ts';
import { expectAccessible } from '../support/browser.ts';
import { runEnded, startOneQubitCheck } from '../support/one-qubit-check.ts';
import { expectPresentable } from '../support/session.ts';
import { afterRun, completed, dialog, missing, page, patient, read, service, session } from './scene.ts';

/** One run that completed, and two that are cancelled: the steps build on each other. */
describe.skipIf(missing)(`the list of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  afterRun();

  it('a run that went to its end is listed', async () => {
    await expect.poll(async () => (await read(completed)).status, { timeout: 300_000 }).toBe('completed');
    await page.goto('/execution');
    await page.getByRole('row', { name: new RegExp(`^${completed} completed`) }).waitFor();
  });

  it('ages and durations are told anew while the list of runs stays open', async () => {
    const id = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    const other = await session.context.newPage();
    await other.clock.install();
    await other.goto('/execution');
    const row = other.getByRole('row', { name: new RegExp(`^${id} running`) });
    await row.waitFor();
    expect(await row.innerText()).not.toMatch(/\d h/);
    await other.clock.fastForward('01:00:00');
    // How long it has gone on, and its start.
    await expect.poll(() => row.innerText(), patient).toMatch(/1 h[\s\S]*1 h.* ago/);
    await other.close();
    await service.api.cancelExecution({ params: { flow_run_id: id } });
    await runEnded(service.api, id);
  });

  it('a run that goes on is cancelled from the list of runs by 2 clicks', async () => {
    const id = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    await page.goto('/execution');
    await page.getByRole('button', { name: 'Cancel…' }).click();
    await dialog(`Cancel run ${id}?`).getByRole('button', { name: 'Cancel the run' }).click();
    await page.getByRole('row', { name: new RegExp(`^${id} cancelled`) }).waitFor(patient);
    expect((await service.api.getExecutionLockStatus()).lock).toBe(false);
    expect(await page.getByRole('button', { name: 'Cancel…' }).count()).toBe(0);
  });

  it('the list of runs begins with the chip, which leads to its overview', async () => {
    await page.goto('/execution');
    const [chip] = (await service.api.listChips()).chips;
    const line = page.locator('#content p').first();
    await expect
      .poll(() => line.innerText(), patient)
      .toMatch(new RegExp(`^${chip?.chip_id}\\s+\\d+ qubits\\s+newest value`));
    await line.getByRole('link').click();
    await page.getByRole('heading', { name: chip?.chip_id ?? '', level: 1 }).waitFor();
  });

  it('the list of runs says that it is old while the service is not reached', async () => {
    const other = await session.context.newPage();
    await other.clock.install();
    await other.goto('/execution');
    const row = other.getByRole('row', { name: new RegExp(`^${completed}`) });
    await row.waitFor();
    const old = other.getByText(new RegExp(`^${unreachableText}\\..* Showing the last data`));
    const reads = /\/api\/executions(?:\?|\/lock-status)/;
    await other.route(reads, (route) => route.abort());
    // While nothing is written, the page looks at the lock once a minute. A failed look is repeated three times first.
    const seen = async (state: 'visible' | 'hidden') => {
      for (let turn = 0; turn < 20 && (await old.isVisible()) !== (state === 'visible'); turn += 1) {
        await other.clock.fastForward('00:00:30');
        await other.waitForTimeout(500);
      }
      await old.waitFor({ state });
    };
    await seen('visible');
    await row.waitFor();
    await other.unroute(reads);
    await seen('hidden');
    await other.close();
  });

  it('a run that comes while the list is looked at waits behind 1 new, and is shown by 1 click', async () => {
    const other = await session.context.newPage();
    await other.clock.install();
    let isMissing = true;
    let newest = '';
    await other.route('**/api/executions?*', async (route) => {
      // Whole, whatever the page has.
      const { 'if-none-match': _, ...headers } = route.request().headers();
      const response = await route.fetch({ headers });
      const answer = await response.json();
      newest = answer.executions[0].execution_id;
      if (isMissing) answer.executions.shift();
      await route.fulfill({ response, json: answer });
    });
    await other.goto('/execution');
    await other.getByRole('row', { name: new RegExp(`^${completed}`) }).waitFor();
    const row = other.getByRole('row', { name: new RegExp(`^${newest}`) });
    isMissing = false;
    // A page reads its list again once something was written.
    await service.api.upsertChipNote({ params: { chip_id: 'qpu-1' }, body: { content: 'Warmed up' } });
    await other.clock.fastForward('00:01:00');
    await other.getByRole('status').getByRole('button', { name: 'Show 1 new run' }).waitFor();
    expect(await row.count()).toBe(0);
    await other.getByText('1 new', { exact: true }).click();
    await row.waitFor();
    expect(await other.getByText('1 new', { exact: true }).count()).toBe(0);
    await other.close();
  });

  it('the list of runs keeps its filters in its address', async () => {
    await page.goto('/execution');
    const rows = () => page.getByRole('region', { name: 'Runs' }).locator('tbody tr').count();
    const filter = page.getByRole('combobox', { name: 'Filter' });
    await filter.fill(`status:cancelled who:${session.username}`);
    await filter.press('Enter');
    await expect.poll(rows, patient).toBe(2);
    expect(new URL(page.url()).searchParams.get('status')).toBe('cancelled');
    await page.reload();
    expect(await filter.inputValue()).toBe(`status:cancelled who:${session.username}`);
    await filter.fill('state:cancelled');
    await filter.press('Enter');
    await page.getByText("'state:cancelled' is not a filter. Use chip:, status:, flow:, who:, since:").waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(rows, patient).toBe(3);
  });

  it('a run in the list says how many of its tasks failed, as its own page does', async () => {
    const { progress } = await read(completed);
    const row = page.getByRole('row', { name: new RegExp(`^${completed}`) });
    const bar = row.getByRole('img', { name: / completed/ });
    const { failed = 0, completed: done = 0 } = progress.by_status;
    expect(await bar.getAttribute('aria-label')).toContain(`${done} of ${progress.planned} completed`);
    expect((await row.innerText()).includes(' failed')).toBe(failed > 0);
  });

  it('two runs are compared by 2 ticks and 1 click, and never a run with itself', async () => {
    const ticks = page.getByRole('checkbox', { name: /^Compare \d/ });
    const compare = page.getByRole('button', { name: 'Compare', exact: true });
    await compare.and(page.locator('[title="Tick two runs of one chip"]')).waitFor();
    const names = await ticks.evaluateAll((all) => all.map((tick) => tick.ariaLabel?.replace('Compare ', '')));
    await ticks.nth(0).check();
    await compare.waitFor();
    await ticks.nth(1).check();
    await page.getByRole('link', { name: `Compare ${names[1]} and ${names[0]}` }).click();
    await page.getByRole('heading', { name: /What changed/, level: 1 }).waitFor();
    const { searchParams } = new URL(page.url());
    await page.goto(`/compare?before=${names[0]}&after=${names[0]}`);
    await page.getByText(/^Both sides are/).waitFor();
    expect([searchParams.get('before'), searchParams.get('after')]).toEqual([`run:${names[1]}`, `run:${names[0]}`]);
  });

  it('pages of the lock are accessible and inside the window, light and dark, wide and narrow', async () => {
    const task = (await read(completed)).task.find((one) => one.name === 'CheckT1' && one.status === 'completed');
    expect(task).toBeDefined();
    await expectPresentable(page, [
      ['runs', '/execution', () => page.getByRole('region', { name: 'Runs' })],
      ['run', `/execution/${completed}`, () => page.getByRole('grid')],
      ['task', `/tasks/${task?.task_id}`, () => page.getByRole('img', { name: /^Figure 1/ })],
    ]);
  });
});
