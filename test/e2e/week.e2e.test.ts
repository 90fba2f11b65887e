import { randomUUID } from 'node:crypto';
import type { Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { pairDevice } from '../api/support/pair-device.ts';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, watchPage } from './support/browser.ts';
import { runEnded, startOneQubitCheck } from './support/one-qubit-check.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };
const day = 86_400_000;

/** Five jobs of a morning and five of a week, each with the clicks and choices that it takes from the overview. */
describe.skipIf(missing)(`the jobs of a week${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  /** The run of the night. */
  let run: string;
  let clicks = 0;
  const api = () => session.service.api;
  const press = async (control: Locator) => {
    await control.click();
    clicks += 1;
  };
  const button = (name: string | RegExp) => page.getByRole('main').getByRole('button', { name });
  const inDialog = (name: string | RegExp) => page.getByRole('dialog').getByRole('button', { name, exact: true });
  const rail = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const ended = (execution_id: string) => runEnded(api(), execution_id);
  const shownRun = async () => {
    await expect.poll(() => pathOf(page), patient).toMatch(/^\/execution\/\d/);
    return ended(new URL(page.url()).pathname.split('/').at(-1) ?? '');
  };
  const set = (chip_id: string, qid: string, parameters: Record<string, { value: number; unit: string }>) =>
    api().updateCalibrationParameters({ body: { chip_id, qid, parameters } });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const documents = deviceDocuments('square-lattice-mux-64', '2026-02-01T00:00:00Z');
    await api().importChip({ body: { format: 'ibm', chip_id: 'lattice', documents } });
    const { projects } = await api().listProjects({});
    await api().updateProject({ params: { project_id: projects[0]?.project_id ?? '' }, body: { value_gate: 'hold' } });
    run = await startOneQubitCheck(api(), { qids: ['0', '1', '2', '3', '4', '5'], failure_rate: 0.3, seed: 7 });
    await ended(run);
    await api().createCryostat({ body: { cryo_id: 'fridge' } });
    await api().createChip({ body: { chip_id: 'cold', topology_id: 'linear-4' } });
    const at = (days: number) => new Date(Date.now() - days * day).toISOString();
    const cooldown = (cooldown_id: string, started_at: string) =>
      api().createCooldown({ body: { cooldown_id, cryo_id: 'fridge', chip_ids: ['cold'], started_at } });
    await cooldown('cd-1', at(30));
    await set('cold', '0', { t1: { value: 80, unit: 'us' } });
    await api().updateCooldown({ params: { cooldown_id: 'cd-1' }, body: { ended_at: new Date().toISOString() } });
    await cooldown('cd-2', new Date().toISOString());
    await set('cold', '0', { t1: { value: 40, unit: 'us' } });
    for (const [t1, date] of [
      [90, '2025-02-01T10:00:00.000Z'],
      [60, '2025-02-10T10:00:00.000Z'],
    ] as const)
      await api().importChip({ body: { format: 'ibm', chip_id: 'pair', documents: pairDevice(t1, date) } });
  });
  afterAll(() => session?.stop());
  beforeEach(() => {
    clicks = 0;
  });

  it('a shift is handed over: what happened is on the overview, and a note is written for the next in 3 clicks', async () => {
    await page.goto('/chips/qpu-1?since=week');
    await page
      .getByRole('status')
      .getByText(/\d+ failed/)
      .waitFor();
    await page.getByRole('region', { name: 'Runs', exact: true }).getByText(run).waitFor();
    await press(rail('Dashboard'));
    await press(page.getByRole('button', { name: 'Write the note of chip qpu-1' }));
    await page.getByRole('textbox', { name: 'the note of chip qpu-1' }).fill('Q3 fails since the pump was changed');
    await press(button(/^Save$/));
    await expect
      .poll(async () => (await api().getChipNote({ params: { chip_id: 'qpu-1' } })).content, patient)
      .toContain('pump');
    expect(clicks).toBe(3);
  });

  it('a picture for slides is saved in 2 clicks', async () => {
    await page.goto('/chips/qpu-1');
    await press(page.getByRole('main').getByRole('link', { name: 'Analysis', exact: true }));
    // Too few values are listed without a drawing.
    const picture = page.getByRole('button', { name: / as PNG$/, disabled: false }).first();
    await picture.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), press(picture)]);
    expect(download.suggestedFilename()).toMatch(/\.png$/);
    expect(clicks).toBe(2);
  });

  it('why it failed at 3 am is said on the overview with figure and reason, and in full in 1 click', async () => {
    await page.goto('/chips/qpu-1?since=week');
    const failed = page.getByRole('region', { name: 'Failed', exact: true });
    const first = failed.getByRole('link').first();
    await first.waitFor();
    await press(first);
    await expect.poll(() => pathOf(page), patient).toMatch(/^\/tasks\//);
    const taskId = new URL(page.url()).pathname.split('/').at(-1) ?? '';
    const { message, status } = await api().getTaskResult({ params: { task_id: taskId } });
    expect(status).toBe('failed');
    await page.getByRole('main').getByText(message.slice(0, 30)).first().waitFor();
    expect(clicks).toBe(1);
  });

  it('exactly what failed is measured again in 2 clicks', async () => {
    const { total } = await api().getRepeatableTasks({ params: { execution_id: run }, query: { which: 'failed' } });
    await page.goto('/chips/qpu-1?since=week');
    await press(button(/^Measure these \d+…$/));
    await press(page.getByRole('dialog').getByRole('button', { name: /^Start \d+ tasks?$/ }));
    const again = await shownRun();
    expect(again.execution_id).not.toBe(run);
    expect(total).toBeGreaterThan(0);
    expect(clicks).toBe(2);
  });

  it('two cool-downs are compared in 2 clicks', async () => {
    await page.goto('/chips/cold');
    await press(rail('Compare'));
    await press(button('Last two cool-downs'));
    await expect.poll(() => new URL(page.url()).search, patient).toBe('?before=cooldown%3Acd-1&after=cooldown%3Acd-2');
    const row = page.getByRole('region', { name: 'Differences' }).getByRole('row', { name: /Q0/ });
    await row.getByText('T1').first().waitFor();
    expect(clicks).toBe(2);
  });

  it('five good qubits for tomorrow are found in 2 clicks and a number, and the address is the list', async () => {
    await page.goto('/chips/lattice');
    await press(page.getByRole('main').getByRole('link', { name: 'Health', exact: true }));
    await page.getByRole('textbox', { name: 'Qubits' }).fill('5');
    await press(button(/^Find$/));
    const { qubits } = await api().getChipBestPatch({ params: { chip_id: 'lattice' }, query: { size: 5 } });
    await page.getByText(`[${qubits.join(', ')}]`).waitFor();
    expect(new URL(page.url()).searchParams.get('patch')).toBe('5');
    expect(clicks).toBe(2);
  });

  it('who changed a value is on the page of its qubit, and the value before is set again in 2 clicks and its number', async () => {
    await set('qpu-1', '9', { t1: { value: 71, unit: 'us' } });
    await set('qpu-1', '9', { t1: { value: 17, unit: 'us' } });
    await page.goto('/chips/qpu-1/qubits/9?metric=t1');
    const history = page.getByRole('region', { name: 'History' });
    await history.getByRole('row').filter({ hasText: '17' }).getByText(session.username).waitFor();
    await press(button('Set values…'));
    await page.getByRole('dialog').getByLabel('T1, new value').fill('71');
    await press(inDialog('Set 1 value'));
    const value = async () => (await api().getChipQubit({ params: { chip_id: 'qpu-1', qid: '9' } })).data.t1?.value;
    await expect.poll(value, patient).toBe(71);
    expect(clicks).toBe(2);
  });

  it('20 held values are looked through on one list and accepted in 3 clicks', async () => {
    await api().createChip({ body: { chip_id: 'lab', topology_id: 'square-lattice-mux-64' } });
    await api().saveFlow({ body: { name: 'lab', chip_id: 'lab', code: 'def lab(): pass', runner: 'worker' } });
    const { flow_run_id } = await api().executeFlow({ params: { name: 'lab' }, body: {} });
    const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api().claimRun({ body })).run).not.toBeNull(), patient);
    const fence = (await api().claimRun({ body })).run?.fence ?? 0;
    const now = new Date().toISOString();
    const results = Array.from({ length: 20 }, (_, qid) => ({
      ...{ task: 'CheckT1', task_type: 'qubit' as const, qid: String(qid), status: 'completed' as const },
      ...{ start_at: now, end_at: now, r2: 0.5, output_parameters: { average_readout_fidelity: { value: 0.83 } } },
    }));
    await api().reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
    await api().finishRun({ params: { flow_run_id }, body: { fence, status: 'completed' } });
    await page.goto('/chips/lab');
    await press(page.getByText('All 20 waiting measurements'));
    await page.getByRole('region', { name: 'Held values' }).getByText('the fit is poor').first().waitFor();
    await press(button('Choose all'));
    await press(button('Accept 20'));
    const accepted = async () => {
      const { qubits } = await api().getChip({ params: { chip_id: 'lab' } });
      return Object.values(qubits ?? {}).filter(({ data }) => data.average_readout_fidelity?.value === 0.83).length;
    };
    await expect.poll(accepted, patient).toBe(20);
    expect(clicks).toBe(3);
  });

  it('two imports are compared in 1 click and the date of each', async () => {
    await page.goto('/chips/pair');
    await press(rail('Compare'));
    await page.getByRole('group', { name: 'Before' }).getByLabel(/^Date/).fill('2025-02-05');
    const table = page.getByRole('region', { name: 'Differences' });
    await table.getByRole('row', { name: /Q0 T1 90\sµs 60\sµs/ }).waitFor();
    expect(clicks).toBe(1);
  });

  it('a link opens for a colleague what was seen, chip, metric and ticks included, in 0 clicks', async () => {
    await page.goto('/dashboard?chip=qpu-1&qubit=t2_echo');
    await page.getByRole('gridcell', { name: /^Q1,/ }).click({ modifiers: ['Shift'] });
    await expect.poll(() => new URL(page.url()).searchParams.get('sel'), patient).toBe('1');
    const link = page.url();
    const { access_token } = await session.service.register({ username: 'eda', password: 'a password of Eda' });
    const params = { project_id: session.projectId };
    await api().addProjectMemberAdmin({ params, body: { username: 'eda', role: 'viewer' } });
    const context = await session.browser.newContext({ baseURL: session.service.url });
    await context.addInitScript((token) => localStorage.setItem('fiducial.token', token), access_token);
    const { page: theirs, problems } = await watchPage(context);
    await theirs.goto(link);
    await theirs.getByText('1 ticked: Q1', { exact: true }).waitFor();
    await theirs.getByRole('grid', { name: 'Map of qpu-1: qubits by T2 echo' }).waitFor();
    expect(new URL(theirs.url()).href).toBe(link);
    expect([clicks, problems]).toEqual([0, []]);
    await context.close();
  });

  it('a week went without a script error or a refusal of the content security policy', () => {
    expect(session.problems).toEqual([]);
  });
});
