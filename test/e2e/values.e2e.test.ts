import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectTablesInside } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip of 256 qubits, of some of which T1 and the frequency are known. */
describe.skipIf(missing)(`the values of a chip in one table${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const table = () => page.getByRole('region', { name: 'All values of qubits' });
  const rows = () => table().getByRole('rowheader').allInnerTexts();
  const search = () => new URL(page.url()).searchParams;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'square-lattice-mux-256' } });
    const now = Date.now();
    for (const [qid, value, hoursAgo] of [
      ['0', 80, 2],
      ['1', 120, 2],
      ['2', 40, 50],
      ['200', 60, 2],
    ] as const)
      await api.updateCalibrationParameters({
        body: {
          chip_id: 'chip',
          qid,
          parameters: {
            t1: { value, error: 1.5, unit: 'us', calibrated_at: new Date(now - hoursAgo * 3_600_000).toISOString() },
            rabi_offset: { value: 0.5, unit: '' },
            rabi_phase: { value: 0.1, unit: 'rad' },
          },
        },
      });
  });
  afterAll(() => session?.stop());

  it('every target has a row and every metric a column, and of many rows those in sight are drawn', async () => {
    await page.goto('/chips/chip');
    await page.getByRole('link', { name: 'Values', exact: true }).click();
    await table()
      .getByRole('row', { name: /Q1 120\.0 ± 1\.5/ })
      .waitFor();
    expect(await table().getByRole('columnheader').allInnerTexts()).toEqual([
      'Qubit',
      expect.stringMatching(/^T1 µs\s+2 h$/),
    ]);
    // A row shows an age only if it differs from that of the column.
    await table()
      .getByRole('row', { name: /Q2 2 d 40\.0 ± 1\.5/ })
      .waitFor();
    expect(await table().getByRole('table').getAttribute('aria-rowcount')).toBe('257');
    expect((await rows()).length).toBeLessThan(120);
    await table().evaluate((frame) => frame.scrollTo(0, frame.scrollHeight));
    await table().getByRole('link', { name: 'Q255' }).waitFor();
  });

  it('a press on a head orders the rows, a second one from the other end, and the address keeps it', async () => {
    await page.goto('/chips/chip/values');
    await table().getByRole('button', { name: 'T1' }).click();
    await expect
      .poll(async () => (await rows()).slice(0, 5), { timeout: 300_000 })
      .toEqual(['Q2', 'Q200', 'Q0', 'Q1', 'Q3']);
    await table().getByRole('button', { name: 'T1' }).click();
    await page.reload();
    await expect.poll(async () => (await rows()).slice(0, 4), { timeout: 300_000 }).toEqual(['Q1', 'Q0', 'Q200', 'Q2']);
    expect(search().get('sort')).toBe('-t1');
    expect(await table().locator('[data-tinted]').count()).toBe(0);
    await page.getByLabel('Tint as on the map').check();
    expect(await table().locator('[data-tinted]').count()).toBe(4);
  });

  it('columns of the values are chosen, and the address keeps the choice; settings have none until then', async () => {
    await page.goto('/chips/chip/values');
    await page.getByText('Columns: 1 of 3').click();
    await page.getByRole('checkbox', { name: 'Rabi offset' }).check();
    await table().getByRole('button', { name: 'Rabi offset' }).waitFor();
    expect(search().get('cols')).toBe('t1,rabi_offset');
    await page.reload();
    await table().getByRole('button', { name: 'Rabi offset' }).waitFor();
    await page.getByText('Columns: 2 of 3').click();
    await page.getByRole('button', { name: 'All 3' }).click();
    await table().getByRole('button', { name: 'Rabi phase' }).waitFor();
    await page.getByRole('button', { name: 'The usual ones' }).click();
    await page.getByText('Columns: 1 of 3').waitFor();
    expect(search().get('cols')).toBeNull();
    await page.goto('/chips/chip/values?cols=t1,t3');
    await page.getByText("No column 't3'").waitFor();
  });

  it('two to eight ticked targets are compared, as on the dashboard, and the address keeps the ticks', async () => {
    await page.goto('/chips/chip/values?sel=0');
    const bar = page.getByRole('region', { name: 'Ticked targets' });
    await bar.getByText('1 ticked: Q0').waitFor();
    const compare = bar.getByRole('button', { name: 'Compare…' });
    expect(await compare.getAttribute('title')).toBe('Tick another one to compare');
    await page.getByRole('checkbox', { name: 'Tick Q1', exact: true }).check();
    await bar.getByText('2 ticked: Q0, Q1').waitFor();
    expect(search().get('sel')).toBe('0,1');
    await compare.click();
    const t1 = page.getByRole('dialog', { name: 'Compare 2 qubits' }).getByRole('row', { name: /^T1 \(µs\)/ });
    await t1.getByText('+50 %').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    const download = page.waitForEvent('download');
    await bar.getByRole('button', { name: 'CSV of these' }).click();
    const [, ...lines] = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.map((line) => line.split(',')[0])).toEqual(['0', '1']);
    await page.goto('/chips/chip/values?sel=0,1,2,3,4,5,6,7,8');
    await bar.getByRole('button', { name: 'Compare…', description: 'Tick at most 8 to compare' }).waitFor();
  });

  it('the whole table is a file, whatever is in sight', async () => {
    await page.goto('/chips/chip/values');
    await table().waitFor();
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download CSV' }).click();
    const lines = readFileSync(await (await download).path(), 'utf8')
      .trimEnd()
      .split('\r\n');
    expect(lines.length).toBe(257);
    expect(lines[2]?.split(',').slice(0, 5)).toEqual(['1', '120', '1.5', 'us', 'fresh']);
  });

  it('the table is accessible and fits in both themes, wide and narrow', async () => {
    await expectPresentable(
      page,
      [['values', '/chips/chip/values?tint=on', (on) => on.getByRole('link', { name: 'Q3', exact: true })]],
      expectTablesInside,
    );
    expect(session.problems).toEqual([]);
  });
});
