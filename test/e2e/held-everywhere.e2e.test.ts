import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString();

/** Q0: an expired T1 of 50 us, measured again as 2 us with a poor fit. Q1: a readout that is no better than chance. */
describe.skipIf(missing)(`a held value on every page${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let executionId: string;
  let taskId = '';

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.updateProject({ params: { project_id: session.projectId }, body: { value_gate: 'hold' } });
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const set = (qid: string, metric: string, value: number, unit: string) =>
      api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid, parameters: { [metric]: { value, unit, calibrated_at: hoursAgo(200) } } },
      });
    for (const [qid, t1] of [
      ['0', 50],
      ['1', 48],
      ['2', 52],
    ] as const)
      await set(qid, 't1', t1, 'us');
    await set('1', 'average_readout_fidelity', 0.95, '');
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const started = await api.executeFlow({ params: { name: 'lab' }, body: {} });
    executionId = started.execution_id;
    const { flow_run_id } = started;
    const claim = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api.claimRun({ body: claim })).run).not.toBeNull(), {
      timeout: 300_000,
    });
    const fence = (await api.claimRun({ body: claim })).run?.fence ?? 0;
    const at = hoursAgo(0.1);
    const task = { task_type: 'qubit' as const, status: 'completed' as const, start_at: at, end_at: at };
    const results = [
      { ...task, task: 'CheckT1', qid: '0', r2: 0.5, output_parameters: { t1: { value: 2, error: 0.1, unit: 'us' } } },
      {
        ...{ ...task, task: 'ReadoutClassification', qid: '1' },
        output_parameters: { average_readout_fidelity: { value: 0.43 } },
      },
    ];
    const answer = await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
    taskId = answer.results[0]?.task_id ?? '';
    await api.finishRun({ params: { flow_run_id }, body: { fence, status: 'completed' } });
  });
  afterAll(() => session?.stop());

  const block = (name: string) => page.getByRole('region', { name, exact: true });

  it('a held fall is in the headline, in what changed, and with what expired, on the page of the chip', async () => {
    await page.goto('/chips/chip?since=week');
    await page.getByText(/\b1 held$/).waitFor();
    expect(await block('Changed').getByRole('listitem').first().innerText()).toMatch(
      /Q0 T1\s+50\sµs → held 2\.00\(10\)\sµs\s+−96\s%\s+−[\d.]+\sσ/,
    );
    await block('Expired').getByText('(measured again, held)').waitFor();
    const row = await block('Held').getByRole('listitem').first().innerText();
    expect(row).toMatch(/Q0 T1\s+50\sµs → 2\.00\(10\)\sµs −[\d.]+\sσ\s+the fit is poor/);
    await page.goto('/chips/chip/qubits/0');
    await page.getByText(/^held: 2\.00 ± 0\.10\sµs, −96\s%, −[\d.]+\sσ/).waitFor();
  });

  it('a held value is drawn hollow at its place on the map, with its fit one click away', async () => {
    await page.goto('/dashboard?chip=chip&qubit=t1');
    const cell = page.getByRole('gridcell', { name: /Q0/ });
    await expect.poll(() => cell.getAttribute('data-state'), { timeout: 300_000 }).toBe('held');
    expect(await cell.getAttribute('aria-label')).toMatch(/^Q0, 2\.00 ± 0\.10\sµs is held: the fit is poor, T1 /);
    expect(await cell.locator('path').first().getAttribute('fill')).toBe('none');
    await cell.click();
    await page.getByRole('link', { name: 'Fit', exact: true }).first().click();
    await page.waitForURL(new RegExp(`/tasks/${taskId}`));
  });

  it('a readout below chance is faulty, and the older value is not in its place', async () => {
    await page.goto('/dashboard?chip=chip&qubit=average_readout_fidelity');
    const cell = page.getByRole('gridcell', { name: /Q1/ });
    await expect.poll(() => cell.getAttribute('data-state'), { timeout: 300_000 }).toBe('faulty');
    expect(await cell.getAttribute('aria-label')).toContain('reported as faulty');
  });

  it('the run and the task say that an expired value was measured again and is held', async () => {
    for (const address of [`/execution/${executionId}`, `/tasks/${taskId}`]) {
      await page.goto(address);
      await page
        .getByText('1 value held and not counted: Q0 T1. 1 expired value measured again and still expired.')
        .waitFor();
    }
  });

  it('held values are decided on with the value that counts, the ratio, the score, the neighbours and the fit', async () => {
    const { api } = session.service;
    const documents = {
      conf: { backend_name: 'chip', n_qubits: 4, coupling_map: [[0, 1]] },
      props: {
        backend_name: 'chip',
        qubits: ['0', '1', '2', '3'].map((qid) =>
          qid === '2' ? [{ date: hoursAgo(1), name: 'T1', unit: 'us', value: 20_000 }] : [],
        ),
        gates: [],
      },
    };
    expect(await api.importChip({ body: { format: 'ibm', chip_id: 'chip', documents } })).toMatchObject({ held: 1 });
    await page.goto('/chips/chip?since=week');
    await block('Held').getByText('All 2 waiting measurements').click();
    const row = page.getByRole('region', { name: 'Held values' }).getByRole('row', { name: /Q0 T1/ });
    await row.getByText('Q1 48').waitFor();
    expect(await row.innerText()).toMatch(
      /2\.00\(10\)\sµs.*50\sµs.*0\.040 ×.*−96\s%, −[\d.]+\sσ.*Q1 48.*the fit is poor/s,
    );
    await row.getByRole('link', { name: 'Fit' }).waitFor();
    const landmark = (on: Page) => on.getByRole('region', { name: 'Held', exact: true });
    await expectPresentable(page, [
      ['held-overview', '/chips/chip?since=week', landmark],
      ['held-map', '/dashboard?chip=chip&qubit=t1', (on) => on.getByRole('gridcell', { name: /Q0/ })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
