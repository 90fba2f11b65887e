import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const DAY_MS = 86_400_000;

/** Twelve qubits whose T2 follows their T1, and a history of one of them with a gap. */
describe.skipIf(missing)(`the analysis of a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-12' } });
    const set = (qid: string, parameters: Record<string, object>) =>
      api.updateCalibrationParameters({ body: { chip_id: 'chip', qid, parameters: parameters as never } });
    for (let n = 0; n < 12; n += 1) {
      const t2 = { value: 30 + n * 3 + (n % 2), unit: 'us' };
      await set(String(n), { t1: { value: 20 + n * 4, unit: 'us' }, t2_echo: t2 });
    }
    await set('0', { qubit_frequency: { value: 5.1, unit: 'GHz' } });
    for (const days of [20, 19, 18, 3, 2, 1]) {
      const calibrated_at = new Date(Date.now() - days * DAY_MS).toISOString();
      await set('0', { t1: { value: 20 + days / 10, unit: 'us', calibrated_at } });
    }
  });

  afterAll(() => session?.stop());

  const saved = async (name: string) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name, exact: true }).click(),
    ]);
    return readFile(await download.path());
  };

  it('the analysis of a chip is one click from its page, with histogram, distribution, correlation and course', async () => {
    await page.goto('/chips/chip');
    await page.getByRole('link', { name: 'Analysis', exact: true }).click();
    await page.getByRole('img', { name: 'Histogram of T1, 12 values in 5 bars' }).waitFor();
    await page.getByRole('img', { name: /^Distribution of T1, median/ }).waitFor();
    await page.getByRole('img', { name: /T1 over time, 7 values/ }).waitFor();
    const saves = ['histogram', 'distribution'].map((chart) =>
      page.getByRole('button', { name: `chip-t1-${chart} as SVG` }).boundingBox(),
    );
    const [histogram, distribution] = await Promise.all(saves);
    expect(histogram?.y).toBeGreaterThan(0);
    expect(histogram?.y).toBe(distribution?.y);
  });

  it('of the chip the two metrics that are analysed are asked for, and no other', async () => {
    const asked: string[][] = [];
    page.on('request', (request) => {
      const { pathname, searchParams } = new URL(request.url());
      if (pathname.endsWith('/chips/chip/metrics')) asked.push(searchParams.getAll('metrics'));
    });
    await page.goto('/chips/chip/analysis?metric=qubit+t2_echo&against=qubit+t1');
    await page.getByRole('img', { name: /T2 echo over time/ }).waitFor();
    expect(asked).toEqual([['t2_echo', 't1']]);
    await page.goto('/chips/chip/analysis');
    await page.getByRole('img', { name: /T1 over time, 7 values/ }).waitFor();
    page.removeAllListeners('request');
  });

  it('the part of a history that is looked at is in the address, until another history is chosen', async () => {
    await page.goto('/chips/chip/analysis');
    const isInAddress = () => expect.poll(() => new URL(page.url()).searchParams.has('from'));
    await page.getByRole('button', { name: 'T1: closer' }).click();
    await isInAddress().toBe(true);
    await page.reload();
    await page.getByRole('button', { name: 'T1: all of it', disabled: false }).waitFor();
    await isInAddress().toBe(true);
    await page.getByLabel('Over time on').selectOption({ index: 1 });
    await isInAddress().toBe(false);
    await page.goto('/chips/chip/analysis');
    await page.getByRole('img', { name: /T1 over time, 7 values/ }).waitFor();
  });

  it('two metrics are correlated by one choice each, and both are in the address', async () => {
    await page.getByLabel('Metric', { exact: true }).selectOption('T1');
    await page.getByLabel('Against', { exact: true }).selectOption({ value: 'qubit t2_echo' });
    await page.getByText(/^Spearman's rank correlation 1\.000, p below 0\.0001, n = 12$/).waitFor();
    expect(new URL(page.url()).searchParams.get('against')).toBe('qubit t2_echo');
    await page.reload();
    await page.getByRole('img', { name: /against T1, 12 targets$/ }).waitFor();
    await expectAccessible(page);
  });

  it('a history is broken where nothing was measured, and is of the target that is chosen', async () => {
    const lines = page.getByRole('img', { name: /T1 over time/ }).locator('path[stroke-opacity]');
    await expect.poll(() => lines.count()).toBe(2);
    await page.getByLabel('Over time on').selectOption('Q3');
    await page.getByRole('img', { name: /T1 over time, 1 value$/ }).waitFor();
  });

  it('each chart is a file as SVG, PNG and CSV', async () => {
    expect((await saved('chip-t1-histogram as CSV')).toString()).toMatch(/^target,t1 \(µs\)\r?\n/);
    const svg = (await saved('chip-t1-distribution as SVG')).toString();
    expect(svg).toMatch(/^<svg[^>]* xmlns="http:\/\/www\.w3\.org\/2000\/svg"/);
    expect(svg).not.toContain('class=');
    const png = await saved('chip-t1-histogram as PNG');
    expect([...png.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(png.length).toBeGreaterThan(2_000);
  });

  it('a chart that lists its few values has its data to save and no picture, and says so', async () => {
    await page.goto('/chips/chip/analysis?metric=qubit+qubit_frequency');
    const picture = page.getByRole('button', { name: 'chip-qubit_frequency-histogram as PNG', exact: true });
    await picture.waitFor();
    expect(await picture.getAttribute('title')).toBe('There is no drawing to save');
    expect((await saved('chip-qubit_frequency-histogram as CSV')).toString()).toContain('5.1');
  });

  it('an address that names no metric of the chip says so', async () => {
    await page.goto('/chips/chip/analysis?metric=qubit+nothing');
    await page.getByText(/^No metric 'qubit nothing'\. Showing /).waitFor();
  });

  it('the analysis can be read in both themes, wide and narrow', async () => {
    await expectPresentable(page, [
      ['analysis', '/chips/chip/analysis', (own) => own.getByRole('img', { name: /T1 over time/ })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
