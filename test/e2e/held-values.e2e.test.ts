import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { pairDevice } from '../api/support/pair-device.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { openAsMember, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`held values in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let untakenTask: string;
  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    const { projects } = await api.listProjects({});
    await api.updateProject({ params: { project_id: projects[0]?.project_id ?? '' }, body: { value_gate: 'hold' } });
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const { flow_run_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
    const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api.claimRun({ body })).run).not.toBeNull(), { timeout: 300_000 });
    const fence = (await api.claimRun({ body })).run?.fence ?? 0;
    const at = new Date().toISOString();
    const results = ['0', '1', '2', '3'].map((qid) => ({
      ...{ task: 'CheckT1', task_type: 'qubit' as const, qid, status: 'completed' as const, start_at: at, end_at: at },
      output_parameters: { average_readout_fidelity: { value: 0.83 } },
      r2: 0.5,
    }));
    await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
    const untaken = { task: 'CheckRB', task_type: 'coupling', qid: '0-1', status: 'completed' } as const;
    const percent = {
      ...{ ...untaken, start_at: at, end_at: at },
      output_parameters: { cz_gate_fidelity: { value: 99.2 } },
    };
    const answer = await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results: [percent] } });
    untakenTask = answer.results[0]?.task_id ?? '';
  });
  afterAll(() => session?.stop());

  const fidelities = async () => {
    const { qubits } = await session.service.api.getChip({ params: { chip_id: 'chip' } });
    return ['0', '1', '2'].map((qid) => qubits?.[qid]?.data.average_readout_fidelity?.value);
  };
  const because = (page: Page) => page.getByText('the fit is poor').count();

  it('a held value is accepted where it is on the page of its chip by two clicks, with a reason', async () => {
    const { page } = session;
    await page.goto('/chips/chip');
    const held = page.getByRole('region', { name: 'Held', exact: true });
    await held.getByRole('listitem').first().waitFor();
    expect(await held.getByRole('listitem').allInnerTexts()).toEqual(
      ['Q0', 'Q1', 'Q2', 'Q3'].map((name) =>
        expect.stringMatching(new RegExp(`^${name} Readout error\\s+17\\s%\\s+the fit is`)),
      ),
    );
    await held.getByRole('button', { name: 'Accept… Q2 Readout error' }).click();
    const dialog = page.getByRole('dialog', { name: /^Accept Readout error 17\s% of Q2\?$/ });
    await dialog.getByLabel('Reason').fill('the amplifier is off');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => because(page), { timeout: 300_000 }).toBe(3);
    expect(await fidelities()).toEqual([undefined, undefined, 0.83]);
  });

  it('a held value is rejected where it is on the page of its qubit by two clicks, and the page says what counts then', async () => {
    const { page } = session;
    await page.goto('/chips/chip/qubits/3?metric=average_readout_fidelity');
    await page.getByText(/: the fit is poor$/).waitFor();
    await page.getByRole('button', { name: 'Reject… Readout error' }).click();
    const dialog = page.getByRole('dialog', { name: /^Reject Readout error 17\s% of Q3\?$/ });
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Reject' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => page.getByRole('button', { name: /^Reject… / }).count()).toBe(0);
    await page.getByRole('region', { name: 'History' }).getByText('rejected').waitFor();
    const { data } = await session.service.api.getChipQubit({ params: { chip_id: 'chip', qid: '3' } });
    expect(data.average_readout_fidelity).toBeUndefined();
  });

  it('all held values are unfolded from there by the keyboard, with why, and many are accepted at once', async () => {
    const { page } = session;
    await page.goto('/chips/chip');
    const held = page.getByRole('region', { name: 'Held', exact: true });
    await held.getByText('All 2 waiting measurements').focus();
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Held values' }).getByText('the fit is poor').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Accept 2' }).click();
    await expect.poll(() => because(page), { timeout: 300_000 }).toBe(0);
    expect(await fidelities()).toEqual([0.83, 0.83, 0.83]);
    expect(session.problems).toEqual([]);
  });

  it('an import and its preview list what is held with why, and lead to where it is decided', async () => {
    const { page } = session;
    const { conf, props } = pairDevice(4.1, '2025-02-01T10:00:00.000Z');
    const file = (name: string, body: object) => ({
      ...{ name, mimeType: 'application/json' },
      buffer: Buffer.from(JSON.stringify(body)),
    });
    await page.goto('/chips?open=import');
    await page
      .getByLabel(/Drop the files of a device/)
      .setInputFiles([file('conf.json', conf), file('props.json', props)]);
    await page.getByLabel('Chip id').fill('pair');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByText('1 value would be held, 0 rejected, 0 counted with a remark.').waitFor();
    const judged = page.getByRole('region', { name: 'Values that the write gate judged' });
    const kinds = page.getByRole('region', { name: 'Kinds of verdicts' });
    expect(await kinds.getByRole('row').nth(1).innerText()).toMatch(/T2 echo.*held.*1$/s);
    await page.getByText('1 value, one by one').click();
    await judged.getByRole('rowheader', { name: 'Q0' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await page.getByText('1 value is held, 0 rejected').waitFor();
    expect(await kinds.getByRole('row').nth(1).innerText()).toMatch(/T2 echo.*held.*1$/s);
    await page.getByRole('link', { name: 'Accept or reject what is held' }).click();
    await page.getByRole('button', { name: 'Accept… Q0 T2 echo' }).waitFor();
  });

  it('the page of a task result says which values are not taken, and why', async () => {
    const { page } = session;
    await page.goto(`/tasks/${untakenTask}`);
    await page.getByText(/^'cz_gate_fidelity' of coupling '0-1': 99.2 is not a fidelity/).waitFor();
    await expectAccessible(page);
  });

  it('a viewer is told why they can neither accept nor reject', async () => {
    const { page } = await openAsMember(session, 'viewer');
    await page.goto('/chips/pair');
    const button = page.getByRole('button', { name: /^Reject… / }).first();
    await expect.poll(() => button.getAttribute('title')).toContain('View only');
    await page.close();
  });

  it('a value that is set by hand counts, and what the gate remarks on it is said', async () => {
    const { page } = session;
    await page.goto('/chips/pair/qubits/1?metric=t1');
    await page.getByRole('button', { name: 'Set values…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set values of Q1' });
    await dialog.getByLabel('T1, new value').fill('20000');
    await dialog.getByRole('button', { name: 'Set 1 value' }).click();
    await dialog.getByRole('button', { name: 'Set 1 value anyway' }).click();
    await dialog.getByText('Saved, and it counts. Remarks:').waitFor();
    await dialog.getByText('T1: it is longer than 10 ms').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
    await dialog.waitFor({ state: 'detached' });
    const { qubits } = await session.service.api.getChip({ params: { chip_id: 'pair' } });
    expect(qubits?.['1']?.data.t1?.value).toBe(20000);
    expect(session.problems).toEqual([]);
  });
});
