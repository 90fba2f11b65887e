import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser } from './support/browser.ts';
import { claimLabRun } from './support/lab-worker.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const patient = { timeout: 300_000 };

/** A worker, which here is this test, sends points of a running task: the steps build on each other. */
describe.skipIf(missing)(`live points in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let worker: Awaited<ReturnType<typeof claimLabRun>>;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'qpu-1', topology_id: 'linear-4', mux_size: 4 } });
    worker = await claimLabRun(api, 'qpu-1');
  });
  afterAll(() => session?.stop());

  const decay = (count: number, of = 1) =>
    Array.from({ length: count }, (_, n): [number, number] => [n * 5, of * Math.exp(-n / 6)]);
  const axes = { x: { name: 'delay', unit: 'us' }, y: { name: 'population', unit: '' } };
  const chart = () => page.getByRole('img', { name: /^Live points of / });

  it('the page of a run says that no points are there, and draws them as they come', async () => {
    await page.goto(`/execution/${worker.executionId}`);
    await page.getByText('The worker sends no points at the moment').waitFor(patient);
    await worker.sendTrace({ task: 'CheckT1', qid: '1', points: decay(3), ...axes });
    await page.getByRole('img', { name: /Q1: population over delay \(us\), 3 points$/ }).waitFor(patient);
    await worker.sendTrace({ task: 'CheckT1', qid: '1', points: decay(9), ...axes });
    await page.getByRole('img', { name: /9 points$/ }).waitFor(patient);
    expect(await chart().locator('circle').count()).toBe(9);
    expect(await chart().locator('text').allTextContents()).toEqual(
      expect.arrayContaining(['delay (us)', 'population']),
    );
  });

  it('the points are gone when the result of their task is there', async () => {
    await worker.report({ task: 'CheckT1', task_type: 'qubit', qid: '1' });
    await page.getByText('The worker sends no points at the moment').waitFor(patient);
    expect(await chart().count()).toBe(0);
  });

  it('each qubit of a mux has a line in a colour of its own, named in the legend, in both themes and widths', async () => {
    const qubits = Object.fromEntries(['0', '1', '2', '3'].map((qid, n) => [qid, decay(12, 1 - n / 5)]));
    await worker.sendTrace({ task: 'Readout', mux_id: 0, qubits, ...axes });
    await page.goto(`/execution/${worker.executionId}`);
    await chart().waitFor(patient);
    const colours = () =>
      chart()
        .locator('g[data-line]')
        .evaluateAll((all) => all.map((one) => one.getAttribute('stroke')));
    expect(new Set(await colours()).size).toBe(4);
    const legend = page.getByRole('list', { name: 'Lines' });
    expect(await legend.getByRole('listitem').allInnerTexts()).toEqual(['Q0', 'Q1', 'Q2', 'Q3']);
    await expectPresentable(page, [['live-trace', `/execution/${worker.executionId}`, chart]]);
  });

  it('nothing of it is left when the run has ended', async () => {
    await worker.finish();
    await page
      .getByRole('region', { name: 'Summary' })
      .getByText('completed', { exact: true })
      .first()
      .waitFor(patient);
    await expect.poll(() => page.getByText('Measuring now').count()).toBe(0);
    expect(session.problems).toEqual([]);
  });
});
