import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { claimLabRun } from './support/lab-worker.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const words = 'measured, not accepted';

/** A second run with `persist: false` measures what a first one has made current: the steps build on each other. */
describe.skipIf(missing)(`values that are measured and not accepted${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    for (const [t1, start] of [
      [40, {}],
      [44, { persist: false }],
    ] as const) {
      const run = await claimLabRun(api, 'chip', start);
      await run.report(
        ...['0', '1', '2'].map((qid, n) => ({
          ...{ task: 'CheckT1', task_type: 'qubit' as const, qid },
          output_parameters: { t1: { value: t1 + n, error: 1, unit: 'us' } },
        })),
      );
      await run.finish();
    }
  });
  afterAll(() => session?.stop());

  const current = async (qid: string) =>
    (await session.service.api.getChipQubit({ params: { chip_id: 'chip', qid } })).data.t1?.value;
  const history = () => page.getByRole('img', { name: /^T1 over time/ });
  const isOnlyMeasured = (of: Page) => of.getByText(words, { exact: true }).first();

  it('the page of a qubit names the value alongside the current one, and its history draws it hollow', async () => {
    await page.goto('/chips/chip/qubits/0?metric=t1');
    await isOnlyMeasured(page).waitFor();
    await page.getByRole('button', { name: 'Accept… T1' }).waitFor();
    await history().waitFor();
    expect(await history().locator('title', { hasText: words }).count()).toBe(1);
    expect(await page.getByRole('list', { name: 'Legend' }).getByRole('listitem').allInnerTexts()).toEqual([words]);
    await page.getByRole('region', { name: 'History' }).getByText(words).waitFor();
    expect(await page.getByRole('main').getByText('held', { exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  it('the map marks it with a ring of its own and says so in words', async () => {
    await page.goto('/dashboard?chip=chip');
    const cell = page.getByRole('gridcell', { name: /Q0\b.*44.*is measured, not accepted$/ });
    await cell.waitFor();
    await page.getByRole('list', { name: 'Drawn states' }).getByText(words).waitFor({ state: 'attached' });
    await page.setViewportSize({ width: 360, height: 800 });
    const state = page.getByRole('main').locator('td', { hasText: words }).first();
    await state.waitFor();
    expect(await state.evaluate((cell) => cell.getBoundingClientRect().right)).toBeLessThanOrEqual(360);
    await page.setViewportSize({ width: 1440, height: 900 });
  });

  it('the page of a chip lists it with accept and reject, and an accepted value becomes current', async () => {
    await page.goto('/chips/chip');
    const held = page.getByRole('region', { name: 'Measured, not accepted', exact: true });
    await held.getByText(`${words} (persist: false)`).first().waitFor();
    expect(await held.getByRole('listitem').count()).toBe(3);
    await held.getByRole('button', { name: 'Accept… Q2 T1' }).click();
    const dialog = page.getByRole('dialog', { name: /^Accept T1 .* of Q2\?$/ });
    await dialog.getByRole('button', { name: 'Accept' }).click();
    await dialog.waitFor({ state: 'detached' });
    await expect.poll(() => held.getByRole('listitem').count()).toBe(2);
    expect([await current('1'), await current('2')]).toEqual([41, 46]);
    await held.getByRole('button', { name: 'Reject… Q1 T1' }).click();
    await page
      .getByRole('dialog', { name: /^Reject T1 / })
      .getByRole('button', { name: 'Reject' })
      .click();
    await expect.poll(() => held.getByRole('listitem').count()).toBe(1);
    expect(await current('1')).toBe(41);
  });

  it('pages with values that no one accepted are accessible and inside the window, light and dark, wide and narrow', async () => {
    await expectPresentable(page, [
      ['measured-qubit', '/chips/chip/qubits/0?metric=t1', history],
      ['measured-map', '/dashboard?chip=chip', () => page.getByRole('gridcell').first()],
      ['measured-chip', '/chips/chip', () => page.getByRole('region', { name: 'Measured, not accepted', exact: true })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
