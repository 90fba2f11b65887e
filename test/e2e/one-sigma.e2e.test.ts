import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const DAY_MS = 86_400_000;
const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
const qids = Array.from({ length: 24 }, (_, n) => String(n));

/** Two cool-downs: without a history in the second, a change is judged by the changes of the rest of the chip. */
describe.skipIf(missing)(`one change on several pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let comparison = '';

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-50' } });
    const set = (qid: string, days: number, values: { t1: number; qubit_frequency?: number }) => {
      const entries = Object.entries(values).map(([metric, value]) => [
        metric,
        { value, calibrated_at: daysAgo(days), unit: metric === 't1' ? 'us' : 'GHz' },
      ]);
      const parameters = Object.fromEntries(entries);
      return api.updateCalibrationParameters({ body: { chip_id: 'chip', qid, parameters } });
    };
    const frequencyOf = (qid: string) => 5 + Number(qid) / 100;
    for (const qid of qids) await set(qid, 40, { t1: 50, qubit_frequency: frequencyOf(qid) });
    await api.createCryostat({ body: { cryo_id: 'fridge', name: 'Fridge' } });
    const cooldown = { cooldown_id: 'CD-1', cryo_id: 'fridge', started_at: daysAgo(20), chip_ids: ['chip'] };
    await api.createCooldown({ body: cooldown });
    // Every T1 moves by a few per cent; that of Q7 falls to a fifth.
    for (const [n, qid] of qids.entries())
      await set(qid, 0.05, {
        t1: qid === '7' ? 10 : 50 * (1 + 0.02 * ((n % 5) - 2)),
        qubit_frequency: frequencyOf(qid),
      });
    // A qubit that was never measured before.
    await set('49', 0.05, { t1: 50, qubit_frequency: 6 });
  });
  afterAll(() => session?.stop());

  it('a change has the same sigma on the page of its chip, of its qubit and of the comparison', async () => {
    await page.goto('/chips/chip');
    const row = page.getByRole('region', { name: 'Changed', exact: true }).getByRole('listitem').first();
    await row.waitFor();
    const [sigma] = /[−+]?>?[\d.]+\sσ/.exec(await row.innerText()) ?? [];
    expect(await row.innerText()).toMatch(/^Q7 T1/);
    expect(sigma).toBeDefined();
    await page.goto('/chips/chip/qubits/7');
    await page
      .getByRole('row', { name: /^T1\b/ })
      .getByText(sigma ?? '')
      .first()
      .waitFor();
    await page.goto('/chips/chip');
    await page.getByRole('link', { name: 'Map of changes' }).click();
    await page.waitForURL(/\/differences/);
    comparison = pathOf(page) + new URL(page.url()).search;
    const differences = page.getByRole('region', { name: 'Differences' });
    expect(await differences.getByRole('row').nth(1).innerText()).toMatch(/Q7.*T1/s);
    await differences
      .getByRole('row')
      .nth(1)
      .getByText(sigma ?? '', { exact: true })
      .waitFor();
  });

  it('a list by significance is in this order, and changes too small to matter are a list of their own', async () => {
    const scores = async (label: string) => {
      const rows = await page.getByRole('region', { name: label }).getByRole('row').allInnerTexts();
      return rows.flatMap((text) => /([\d.]+)\sσ/.exec(text)?.[1] ?? []).map(Number);
    };
    await page.getByText(/^\d+ changes too small to matter$/).click();
    for (const label of ['Differences', 'Small changes']) {
      await expect.poll(async () => (await scores(label)).length).toBeGreaterThan(0);
      const found = await scores(label);
      expect(found).toEqual(found.toSorted((a, b) => b - a));
    }
  });

  it('a qubit that was measured for the first time does not move the median', async () => {
    await page.goto('/dashboard?chip=chip');
    const row = page.getByRole('region', { name: 'All metrics' }).getByRole('row', { name: /Qubit frequency/ });
    await expect
      .poll(() => row.getByTitle('over 24 qubits with a value then and now').innerText())
      .toMatch(/^\+?0\skHz$/);
    await page.goto('/chips/chip');
    const t1 = page.getByRole('region', { name: 'Ranked metrics' }).getByRole('row', { name: /^T1/ });
    await t1.getByTitle('over 24 qubits with a value then and now').waitFor();
    await expectPresentable(page, [
      ['one-sigma-overview', '/chips/chip', (on) => on.getByRole('region', { name: 'Changed', exact: true })],
      ['one-sigma-differences', comparison, (on) => on.getByText(/too small to matter$/)],
    ]);
    expect(session.problems).toEqual([]);
  });
});
