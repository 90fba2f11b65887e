import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startRunText, unreachableText } from '../../web/ui/lib/format/words.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** How long a page may take to follow. */
const patient = { timeout: 300_000 };

/** A run that holds the lock until it is cancelled, and one that completes: the steps build on each other. */
describe.skipIf(missing)(`the lock of runs in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let service: Session['service'];
  let page: Page;
  let completed: string;

  beforeAll(async () => {
    session = await startSession();
    ({ service, page } = session);
    completed = await startOneQubitCheck(service.api, { qids: ['0', '1', '2'] });
  });

  afterAll(() => session?.stop());

  const read = (execution_id: string) => service.api.getExecution({ params: { execution_id } });
  const dialog = (name?: string | RegExp) => page.getByRole('dialog', name === undefined ? {} : { name });
  const facts = () => page.getByRole('main').locator('dl').first();
  const executionId = () => new URL(page.url()).pathname.split('/').at(-1) ?? '';

  it('a run that went to its end is listed', async () => {
    await expect.poll(async () => (await read(completed)).status, { timeout: 300_000 }).toBe('completed');
    await page.goto('/execution');
    await page.getByRole('row', { name: new RegExp(`^${completed} completed`) }).waitFor();
  });

  it('qubits of a run are typed as a range, pressed on a map, and refused at their field', async () => {
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    const start = form.getByRole('button', { name: 'Start the run' });
    const qubits = form.getByRole('textbox', { name: /^Qubits/ });
    const counted = form.getByText(/^\d+ tasks on qpu-1 with the simulator, (?:less than 10 s|about .+)\.$/);
    await counted.waitFor();
    await qubits.fill('0-2, 7');
    await form.getByRole('button', { name: 'Choose on a map' }).click();
    const cell = (name: string) => form.getByRole('gridcell', { name, exact: true });
    await cell('Q7').and(form.locator('[aria-selected=true]')).click();
    expect(await qubits.inputValue()).toBe('0-2');
    await cell('Q7').press('ArrowRight');
    await cell('Q8').press('Enter');
    expect(await qubits.inputValue()).toBe('0-2, 8');
    await expectAccessible(page);
    await qubits.fill('1, 99');
    await form.getByText("Qubit '99' not found in chip 'qpu-1'").waitFor();
    expect(await qubits.getAttribute('aria-invalid')).toBe('true');
    expect(await start.isDisabled()).toBe(true);
    const failed = form.getByRole('button', { name: 'Failed in the last run' });
    expect(await failed.getAttribute('title')).toBe(`Nothing failed in run ${completed}`);
    await form.getByRole('button', { name: 'All', exact: true }).click();
    await counted.waitFor();
    expect(await start.isEnabled()).toBe(true);
    await form.getByRole('button', { name: 'Cancel' }).click();
  });

  it('what the tasks of a run take is entered in fields, with unit and limits, and refused at its field', async () => {
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    const shots = form.getByRole('textbox', { name: /^Shots/ });
    const start = form.getByRole('button', { name: 'Start the run' });
    await form
      .getByText(/unless given; a whole number from 1 to 10,000,000$/)
      .first()
      .waitFor();
    const interval = form.getByRole('textbox', { name: /^Interval \(µs\)/ });
    await form.getByText(/^153\.6\sµs unless given; from 0\.001 to 10,000\sµs in steps of 0\.001$/).waitFor();
    await interval.fill('102.4004');
    await form.getByText(/^must be from 0\.001 to 10,000\sµs in steps of 0\.001$/).waitFor();
    expect(await interval.getAttribute('aria-invalid')).toBe('true');
    await interval.fill('102.4');
    await shots.fill('0');
    await form.getByText('must be a whole number from 1 to 10,000,000', { exact: true }).waitFor();
    expect(await shots.getAttribute('aria-invalid')).toBe('true');
    await expect.poll(() => start.isDisabled()).toBe(true);
    await shots.fill('256');
    await expect.poll(() => start.isEnabled()).toBe(true);
    await expectAccessible(page);
    await start.click();
    await page.getByRole('heading', { name: /^Run / }).waitFor();
    const ended = async () => service.api.getExecution({ params: { execution_id: executionId() } });
    await expect.poll(async () => (await ended()).status, { timeout: 300_000 }).toMatch(/completed|failed/);
    const [first] = (await ended()).task;
    const { run_parameters } = await service.api.getTaskResult({ params: { task_id: first?.task_id ?? '' } });
    expect([run_parameters.shots?.value, run_parameters.interval?.value]).toEqual([256, 102_400]);
    // The page of the run says it as it was typed.
    await page.getByText('Parameters', { exact: true }).last().click();
    await page.getByText('102.4\u00a0µs', { exact: true }).waitFor();
  });

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

  it('a second run waits behind the one that is on, shows that it does, and is removed when asked', async () => {
    const id = executionId();
    await page.goto('/execution');
    await page.getByRole('button', { name: startRunText }).click();
    await dialog(startRunText).getByRole('link', { name: id }).waitFor();
    await dialog()
      .getByText(/^\d+ tasks on qpu-1 with the simulator/)
      .waitFor();
    await expectAccessible(page);
    await dialog().getByRole('button', { name: 'Queue the run' }).click();
    await page
      .locator('#content')
      .getByText(new RegExp(`^Queued run of check by ${session.username} starts when run .* ends`))
      .waitFor();
    expect((await service.api.getRunQueue()).queued).toMatchObject({ flow_name: 'check', behind: id });
    await expectAccessible(page);
    await keepScreenshot(page, 'run-queued');
    await page.getByRole('button', { name: startRunText }).waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Remove…' }).click();
    await dialog('Remove the queued run of check?').getByRole('button', { name: 'Remove', exact: true }).click();
    await page.getByText(new RegExp(`^Queued run of check by ${session.username}`)).waitFor({ state: 'hidden' });
    expect((await service.api.getRunQueue()).queued).toBeNull();
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

  it('the dialog of a start removes what waits, and starts nothing by that', async () => {
    const id = executionId();
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
    await page.goto(`/execution/${id}`);
  });

  it('queued runs are moved by keyboard, and each is removed by itself', async () => {
    const id = executionId();
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
    await page.goto(`/execution/${id}`);
  });

  it('ages and durations are told anew while the list of runs stays open', async () => {
    const id = executionId();
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
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
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

  it('what waits starts as soon as the lock is free', async () => {
    const holder = await startOneQubitCheck(service.api, { pace_seconds: 10 });
    await page.goto(`/execution/${holder}`);
    await service.api.queueFlow({ params: { name: 'check' }, body: { parameters: { qids: ['1'] } } });
    await page.getByText(new RegExp(`^Queued run of check by ${session.username} starts when`)).waitFor(patient);
    await service.api.cancelExecution({ params: { flow_run_id: holder } });
    const started = async () => (await service.api.getRunQueue()).last?.execution_id ?? '';
    await expect.poll(started, { timeout: 300_000 }).toMatch(/^\d{8}-\d{3}$/);
    await page.goto(`/execution/${await started()}`);
    await facts().getByText('completed').waitFor({ timeout: 300_000 });
  });

  it('the task that measures the shown value is run by itself from the page of its qubit', async () => {
    await page.goto('/chips/qpu-1/qubits/2?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const ask = dialog('Measure Q2');
    await ask.getByText('Parameters of CheckT1').click();
    await ask.getByLabel('Shots').fill('64');
    await expectAccessible(page);
    await ask.getByRole('button', { name: 'Start 1 task' }).click();
    await page.getByRole('heading', { name: /^Run / }).waitFor(patient);
    await page.getByText('CheckT1 (one task)').first().waitFor();
    const id = executionId();
    await expect.poll(async () => (await read(id)).status, patient).toBe('completed');
    expect((await read(id)).task).toMatchObject([{ name: 'CheckT1', qid: '2' }]);
  });

  it('a task that a worker announced is run by itself from the page of a qubit or coupling, by its title and with its form', async () => {
    const form = (title: string) => ({ title, properties: { points: { type: 'integer', minimum: 2, default: 41 } } });
    const tasks = [
      {
        name: 'lab_t1',
        task_type: 'qubit' as const,
        form: form('Lifetime in our lab'),
        outputs: { t1: { unit: 'us' } },
      },
      { name: 'lab_zz', task_type: 'coupling' as const, form: form('Crosstalk in our lab') },
    ];
    await service.api.announceWorker({ body: { worker: 'fridge', backends: ['lab'], tasks } });
    await page.goto('/chips/qpu-1/qubits/2?metric=t1');
    await page.getByRole('button', { name: 'Measure…' }).click();
    const ask = dialog('Measure Q2');
    const ours = ask.getByRole('checkbox', { name: /^Lifetime in our lab \(lab\)/ });
    await ours.waitFor(patient);
    expect(await ours.isChecked()).toBe(true);
    expect(await ask.getByRole('checkbox', { name: /^CheckT1/ }).isChecked()).toBe(false);
    const start = ask.getByRole('button', { name: 'Start 1 task' });
    await ask.getByLabel('Points').fill('1');
    await start.click();
    await ask.getByText("parameter 'points': 1 is less than 2").waitFor();
    await ask.getByLabel('Points').fill('5');
    await expectAccessible(page);
    await start.click();
    await page.getByText('lab_t1 (one task)').first().waitFor();
    const started = await read(executionId());
    expect(started).toMatchObject({ backend: 'lab', runner: 'worker', parameters: { qids: ['2'], points: 5 } });
    await service.api.cancelExecution({ params: { flow_run_id: started.flow_run_id } });
    await expect.poll(async () => (await read(started.execution_id)).status, patient).toBe('cancelled');
    await page.goto('/chips/qpu-1/couplings/0-1');
    await page.getByRole('button', { name: 'Measure…' }).first().click();
    await page
      .getByRole('dialog', { name: /^Measure / })
      .getByRole('checkbox', { name: /^Crosstalk in our lab \(lab\): no values/ })
      .waitFor(patient);
  });

  it('a start without a network is said not to be sent, and is not sent later by itself', async () => {
    const count = async () => (await service.api.listExecutions()).total;
    const before = await count();
    await page.goto('/flows/check');
    await page.getByRole('button', { name: startRunText }).click();
    const form = dialog(startRunText);
    await form.getByText(/^\d+ tasks? on qpu-1 with the simulator/).waitFor();
    await session.context.setOffline(true);
    await form.getByRole('button', { name: 'Start the run' }).click();
    await form
      .getByRole('alert')
      .getByText(new RegExp(`^${unreachableText}`))
      .waitFor();
    await form.getByLabel('Qubits').fill('2');
    await form.getByText(new RegExp(`^Task count unavailable: ${unreachableText}`)).waitFor();
    await session.context.setOffline(false);
    await form.getByText(/^\d+ tasks? on qpu-1 with the simulator/).waitFor();
    await form.getByRole('button', { name: 'Cancel' }).click();
    expect(await count()).toBe(before);
  });

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
    await expect.poll(rows, patient).toBe(5);
    expect(new URL(page.url()).searchParams.get('status')).toBe('cancelled');
    await page.reload();
    expect(await filter.inputValue()).toBe(`status:cancelled who:${session.username}`);
    await filter.fill('state:cancelled');
    await filter.press('Enter');
    await page.getByText("'state:cancelled' is not a filter. Use chip:, status:, flow:, who:, since:").waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect.poll(rows, patient).toBe(11);
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
    expect(session.problems).toEqual([]);
  });
});
