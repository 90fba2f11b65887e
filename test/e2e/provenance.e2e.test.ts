import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A frequency that was set by hand and then measured, and an amplitude that was measured from it. */
describe.skipIf(missing)(`where values came from in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let executionId: string;
  beforeAll(async () => {
    session = await startSession();
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const calibrated_at = new Date(Date.now() - 3_600_000).toISOString();
    await api.updateCalibrationParameters({
      body: {
        ...{ chip_id: 'chip', qid: '0', reason: 'from the data sheet' },
        parameters: { qubit_frequency: { value: 4.9, unit: 'GHz', calibrated_at } },
      },
    });
    await api.saveFlow({ body: { name: 'lab', chip_id: 'chip', code: 'def lab(): pass', runner: 'worker' } });
    const { flow_run_id, execution_id } = await api.executeFlow({ params: { name: 'lab' }, body: {} });
    executionId = execution_id;
    const body = { worker: 'fridge', backends: ['worker'], claim_key: randomUUID(), software: 'lab 1.0' };
    await vi.waitFor(async () => expect((await api.claimRun({ body })).run).not.toBeNull(), { timeout: 300_000 });
    const fence = (await api.claimRun({ body })).run?.fence ?? 0;
    const now = Date.now();
    const times = (seconds: number) => ({
      start_at: new Date(now - seconds * 1000).toISOString(),
      end_at: new Date(now - (seconds - 1) * 1000).toISOString(),
    });
    const task = { task_type: 'qubit' as const, qid: '0', status: 'completed' as const };
    const frequency = { qubit_frequency: { value: 5.1, error: 0.0012, unit: 'GHz' } };
    const results = [
      { task: 'CheckQubitFrequency', ...task, ...times(20), output_parameters: frequency },
      {
        ...{ task: 'CheckRabi', ...task, ...times(10) },
        input_parameters: { qubit_frequency: { value: 5.1, unit: 'GHz' }, readout_length: { value: 1000, unit: 'ns' } },
        output_parameters: { control_amplitude: { value: 0.25, unit: 'a.u.' } },
      },
    ];
    await api.reportTaskResults({ params: { flow_run_id }, body: { fence, results } });
  });
  afterAll(() => session?.stop());

  const address = (metric: string) => `/chips/chip/qubits/0?metric=${metric}`;
  const startedFrom = () => session.page.getByRole('region', { name: 'Started from' });
  const usedLater = () => session.page.getByRole('region', { name: 'Used later' });

  it('the panel of a value names its task and run, what it started from, and what was given', async () => {
    const { page } = session;
    await page.goto(address('control_amplitude'));
    await startedFrom()
      .getByRole('link', { name: /^Q0 .*5\.1000 ± 0\.0012\sGHz$/ })
      .waitFor();
    expect(await startedFrom().getByRole('row').count()).toBe(3);
    expect(await startedFrom().getByText('given to the run').count()).toBe(1);
    await page.getByRole('definition').getByRole('link', { name: 'CheckRabi' }).waitFor();
    await page.getByRole('definition').getByRole('link', { name: executionId }).waitFor();
    expect(await page.getByText('No task has used it yet.').count()).toBe(1);
  });

  it('an input leads to its own page, which lists what used it later, and each of its versions is chosen', async () => {
    const { page } = session;
    await startedFrom().getByRole('link', { name: /^Q0/ }).click();
    const used = usedLater().getByRole('row').nth(1);
    await used.getByRole('link', { name: 'CheckRabi' }).waitFor();
    expect(await used.innerText()).toMatch(/Q0 .*0\.25/);
    const versions = page.getByLabel('Version');
    expect(await versions.getByRole('option').allInnerTexts()).toEqual([
      expect.stringMatching(/5\.1000\(12\)\sGHz, CheckQubitFrequency, current$/),
      expect.stringMatching(new RegExp(`4\\.9\\sGHz, by hand, ${session.username}$`)),
    ]);
    await versions.selectOption({ index: 1 });
    await page.getByText(`${session.username}, by hand: from the data sheet`).waitFor();
    expect(await page.getByText('No task has used it yet.').count()).toBe(1);
  });

  it('the panel is accessible in both themes and fits a phone', async () => {
    const views = ['qubit_frequency', 'control_amplitude'].map(
      (metric) =>
        [
          `provenance-${metric}`,
          address(metric),
          (page: Session['page']) => usedLater().or(page.getByText('No task has used it yet.')),
        ] as const,
    );
    await expectPresentable(session.page, views, async () => {
      for (const table of await usedLater().or(startedFrom()).all())
        expect(await table.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    });
    expect(session.problems).toEqual([]);
  });
});
