import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`held values in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    const { projects } = await api.listProjects({});
    await api.updateProject({ params: { project_id: projects[0]?.project_id ?? '' }, body: { value_gate: 'hold' } });
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const { flow_run_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
    const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api.claimRun({ body })).run).not.toBeNull(), { timeout: 30_000 });
    const fence = (await api.claimRun({ body })).run?.fence ?? 0;
    const at = new Date().toISOString();
    const results = ['0', '1'].map((qid) => ({
      ...{ task: 'CheckT1', task_type: 'qubit' as const, qid, status: 'completed' as const, start_at: at, end_at: at },
      output_parameters: { average_readout_fidelity: { value: 0.43 } },
    }));
    await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
  }, 120_000);
  afterAll(() => session?.stop());

  it('held values are listed with why on the page of their chip, and many are accepted at once', async () => {
    const { page } = session;
    await page.goto('/chips/chip');
    const held = page.getByRole('region', { name: 'Held values' }).last();
    await held.getByText('it is no better than chance').first().waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Choose all' }).click();
    await page.getByRole('button', { name: 'Accept 2' }).click();
    await expect.poll(() => page.getByText('it is no better than chance').count(), { timeout: 30_000 }).toBe(0);
    const { qubits } = await session.service.api.getChip({ params: { chip_id: 'chip' } });
    expect(['0', '1'].map((qid) => qubits?.[qid]?.data.average_readout_fidelity?.value)).toEqual([0.43, 0.43]);
    expect(session.problems).toEqual([]);
  });
});
