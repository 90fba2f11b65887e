import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Device, gate, qubit } from '#test/support/devices/ibm-device.ts';
import { chromiumBrowser, expectAccessible, keepScreenshot } from './support/browser.ts';
import { claimLabRun } from './support/lab-worker.ts';
import { type Session, startOwnSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };

/** A device of four qubits in a row in IBM's shape, all of it measured at one time. */
function rowOfFour(date: string, gates: (date: string) => Device['props']['gates'], t2 = 70): Device {
  const dated = (parameters: ReturnType<typeof qubit>) => parameters.map((entry) => ({ ...entry, date }));
  return {
    conf: {
      backend_name: 'row',
      n_qubits: 4,
      coupling_map: [
        [0, 1],
        [1, 2],
        [2, 3],
      ],
    },
    props: { backend_name: 'row', qubits: [0, 1, 2, 3].map(() => dated(qubit(60, t2))), gates: gates(date) },
  };
}

const filesOf = (device: Device) =>
  (['conf', 'props'] as const).map((name) => ({
    ...{ name: `${name}.json`, mimeType: 'application/json' },
    buffer: Buffer.from(JSON.stringify(device[name])),
  }));

/** What needs attention on a chip, and what is said of it once. */
describe.skipIf(missing)(`what matters first${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  /** A run that waits for a worker. */
  let waitingRun = '';
  const api = () => session.service.api;

  beforeAll(async () => {
    session = await startOwnSession(undefined, { WORKER_WINDOW_SECONDS: '2' });
    page = session.page;
  });
  afterAll(() => session?.stop());

  it('a run that died, a silent worker and a skipped start are on the overview, each with the way to it', async () => {
    await api().createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4' } });
    // Its worker says nothing after the claim.
    const { executionId } = await claimLabRun(api(), 'qpu-1');
    const read = () => api().getExecution({ params: { execution_id: executionId } });
    await expect.poll(async () => (await read()).status, patient).toBe('failed');
    // Waits for a worker, so that the scheduled start waits behind it.
    ({ flow_run_id: waitingRun } = await api().executeFlow({ params: { name: 'lab' }, body: {} }));
    const scheduled_time = new Date(Date.now() + 2_000).toISOString();
    const { schedule_id } = await api().scheduleFlow({ params: { name: 'lab' }, body: { scheduled_time } });
    const waiting = async () => (await api().getRunQueue()).waiting.find((one) => one.schedule_id === schedule_id);
    await expect.poll(waiting, patient).toBeDefined();
    await api().deleteQueuedRun({ query: { flow_run_id: (await waiting())?.flow_run_id ?? '' } });
    const outcome = async () => (await api().getFlowSchedule({ params: { schedule_id } })).last_firing?.outcome;
    await expect.poll(outcome, patient).toBe('skipped');

    await page.goto('/chips/qpu-1?since=week');
    const troubles = page.getByRole('list', { name: 'Failed runs, silent workers and missed starts' });
    await troubles.getByText(`${executionId} lab failed: The worker did not respond for 2 seconds`).waitFor();
    await troubles.getByText('Worker lab-1 (worker) is silent, last seen').waitFor();
    await troubles.getByText('Schedule of lab skipped: ').waitFor();
    expect(await troubles.getByRole('listitem').count()).toBe(3);
    await page
      .getByRole('status')
      .getByText('1 run failed, 1 worker silent, 1 start missed', { exact: true })
      .waitFor(patient);
    expect(await page.getByText('Nothing needs you').count()).toBe(0);
    await expectAccessible(page);
    await keepScreenshot(page, 'overview-troubles');
    expect(await troubles.getByRole('link', { name: executionId }).getAttribute('href')).toContain(
      `/execution/${executionId}`,
    );
    expect(await troubles.getByRole('link', { name: 'Schedule of lab' }).getAttribute('href')).toContain(
      `/schedules/${schedule_id}`,
    );
  });

  it('while a run is on, the icon of the runs has a dot where the navigation has no room for its name', async () => {
    const runs = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Runs', exact: true });
    const dot = runs.locator('[class*="live"]');
    for (const [width, isSeen] of [
      [1440, false],
      [1000, true],
      [360, true],
    ] as const) {
      await page.setViewportSize({ width, height: 800 });
      await expect.poll(() => dot.isVisible(), patient).toBe(isSeen);
      expect(await runs.getAttribute('aria-description')).toMatch(/^Run \d{8}-\d{3} waiting$/);
    }
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('a scheduled run says whose schedule started it, in the list and on its page', async () => {
    await api().cancelExecution({ params: { flow_run_id: waitingRun } });
    await expect.poll(async () => (await api().getExecutionLockStatus()).lock, patient).toBe(false);
    const scheduled_time = new Date(Date.now() + 1_000).toISOString();
    const { schedule_id } = await api().scheduleFlow({ params: { name: 'lab' }, body: { scheduled_time } });
    const firing = async () => (await api().getFlowSchedule({ params: { schedule_id } })).last_firing;
    await expect.poll(async () => (await firing())?.outcome, patient).toBe('started');
    const executionId = (await firing())?.execution_id ?? '';
    const { note } = await api().getExecution({ params: { execution_id: executionId } });
    await api().cancelExecution({ params: { flow_run_id: String(note.flow_run_id) } });
    await page.goto(`/execution/${executionId}`);
    const link = page.getByRole('link', { name: 'a schedule of admin' });
    await link.waitFor();
    await page.goto('/execution');
    await page.getByRole('row').filter({ hasText: executionId }).filter({ has: link }).waitFor();
    expect(await link.first().getAttribute('href')).toContain(`/schedules/${schedule_id}`);
  });

  it('faulty couplings of the gate that is in use come before those of one that no coupling has', async () => {
    const pairs = [
      [0, 1],
      [1, 2],
      [2, 3],
    ];
    const documents = rowOfFour('2025-02-01T10:00:00.000Z', (date) => [
      ...pairs.map((pair) => gate('ecr', pair, 1, 300, date)),
      ...pairs.map((pair, n) => gate('cz', pair, n === 2 ? 1 : 0.01, 68, date)),
    ]);
    await api().importChip({ body: { format: 'ibm', chip_id: 'gates', documents } });
    await page.goto('/chips/gates');
    const faulty = page.getByRole('region', { name: 'Faulty', exact: true });
    await faulty.waitFor();
    const text = (await faulty.innerText()).replaceAll(/\s+/g, ' ');
    expect(text).toMatch(/CZ gate error 1 of 3 ECR gate error 3 of 3/);
    // Its targets too: the one of the gate in use is the first.
    expect(text).toMatch(/3 of 3 2-3 CZ gate error/);
  });

  it('a metric that has the numbers of another one is counted once, and the page says whose they are', async () => {
    const of = (date: string, error: number) =>
      rowOfFour(date, (at) => [0, 1, 2, 3].flatMap((q) => ['sx', 'x'].map((name) => gate(name, [q], error, 36, at))));
    for (const [date, error] of [
      ['2025-02-01T10:00:00.000Z', 0.0003],
      ['2025-02-10T10:00:00.000Z', 0.03],
    ] as const)
      await api().importChip({ body: { format: 'ibm', chip_id: 'doubles', documents: of(date, error) } });
    await page.goto('/chips/doubles/differences?before=at:2025-02-05&after=at:2025-02-20');
    const rows = page.getByRole('region', { name: 'Differences' }).getByRole('row');
    await rows.filter({ hasText: 'X180' }).first().waitFor();
    const x180 = await rows.filter({ hasText: 'X180 gate error' }).allInnerTexts();
    const x90 = await rows.filter({ hasText: 'X90 gate error' }).allInnerTexts();
    expect(x90).toHaveLength(4);
    expect(x180.length).toBeGreaterThan(0);
    for (const row of x180) expect(row).toContain('the same numbers as another metric');
    for (const row of x90) expect(row).toContain('σ');
  });

  it('an import into a chip offers the cool-downs that list it, and its values belong to the chosen one', async () => {
    await api().createCryostat({ body: { cryo_id: 'fridge' } });
    const body = { cooldown_id: 'cd-1', cryo_id: 'fridge', chip_ids: ['gates'], started_at: '2025-03-01T00:00:00Z' };
    await api().createCooldown({ body });
    await page.goto('/chips?open=import');
    await page
      .getByLabel(/Drop the files of a device/)
      .setInputFiles(filesOf(rowOfFour('2025-03-05T10:00:00.000Z', () => [])));
    await page.getByLabel('Chip id').fill('new-one');
    expect(await page.getByLabel('Cool-down', { exact: true }).count()).toBe(0);
    await page.getByLabel('Chip id').fill('gates');
    await page.getByLabel('Cool-down', { exact: true }).selectOption('cd-1');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText("Chip 'gates' would be updated").waitFor();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText("Chip 'gates' was updated").waitFor();
    const query = { metric: 't1', cooldown_id: 'cd-1' };
    const { history } = await api().getQubitMetricHistory({ params: { chip_id: 'gates', qid: '0' }, query });
    expect(history).toHaveLength(1);
  });

  it('the remarks of an import are grouped by kind, with the number of values of each', async () => {
    const { projects } = await api().listProjects({});
    await api().updateProject({ params: { project_id: projects[0]?.project_id ?? '' }, body: { value_gate: 'hold' } });
    // T2 is above twice T1 on every qubit.
    await page.goto('/chips?open=import');
    await page
      .getByLabel(/Drop the files of a device/)
      .setInputFiles(filesOf(rowOfFour('2025-02-01T10:00:00.000Z', () => [], 500)));
    await page.getByLabel('Chip id').fill('remarks');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText('4 values would be held, 0 rejected, 0 counted with a remark.').waitFor();
    const kinds = page.getByRole('region', { name: 'Kinds of verdicts' }).getByRole('row');
    expect(await kinds.count()).toBe(2);
    expect(await kinds.nth(1).innerText()).toMatch(/T2 echo.*held.*4$/s);
    // The values themselves are folded.
    expect(await page.getByRole('region', { name: 'Values that the write gate judged' }).isVisible()).toBe(false);
    expect(session.problems).toEqual([]);
  });
});
