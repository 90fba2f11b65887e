import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** One qubit of four whose frequency is known to 220 Hz, once corrected by hand. */
describe.skipIf(missing)(`numbers on the pages${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const concise = '4.79290000(22)';
  const spelled = /4\.79290000 ± 0\.00000022/;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'chip', topology_id: 'linear-4' } });
    const setFrequency = (qid: string, value: number, error: number | null, calibrated_at: string) =>
      api.updateCalibrationParameters({
        body: { chip_id: 'chip', qid, parameters: { qubit_frequency: { value, error, unit: 'GHz', calibrated_at } } },
      });
    await setFrequency('0', 4.7911, 3e-7, '2026-01-10T00:00:00Z');
    await setFrequency('0', 4.7929, 2.2e-7, '2026-01-12T00:00:00Z');
    for (const [qid, value] of [4.7912, 4.7941, 4.7987].entries())
      await setFrequency(String(qid + 1), value, null, '2026-01-12T00:00:00Z');
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  afterAll(() => session?.stop());

  const places: [string, string, string][] = [
    ['the table of the dashboard', '/dashboard?chip=chip&qubit=qubit_frequency', concise],
    ['the panel of a qubit', '/dashboard?chip=chip&target=0', `${concise} GHz`],
    ['all values of the chip', '/chips/chip/values?cols=qubit_frequency', concise],
    ['a day of the chip', '/chips/chip/days', concise],
    ['the page of a qubit', '/chips/chip/qubits/0?metric=qubit_frequency', `${concise} GHz`],
    [
      'what changed',
      '/chips/chip/differences?before=at%3A2026-01-11T00%3A00%3A00.000Z&after=at%3A2026-01-13T00%3A00%3A00.000Z',
      `${concise} GHz`,
    ],
  ];
  it.each(places)('a number reads the same and is copied with plain digits: %s', async (_, address, text) => {
    await page.goto(address);
    // On some pages, a table next to the panel has the number without its unit.
    const exact = new RegExp(`^${text.replace(/[.()]/g, '\\$&')}$`);
    const number = page.getByRole('img', { name: spelled }).filter({ hasText: exact }).first();
    await number.waitFor();
    expect(await number.innerText()).toBe(text);
    const copied = await number.evaluate(async (element) => {
      getSelection()?.selectAllChildren(element);
      document.execCommand('copy');
      return await navigator.clipboard.readText();
    });
    expect(copied.trim()).toBe(text);
    await number.hover();
    await page.getByText(spelled).last().waitFor();
    await expectAccessible(page);
  });

  it('cells that three digits do not tell apart show what follows their common start, and the legend says so', async () => {
    await page.goto('/dashboard?chip=chip&qubit=qubit_frequency');
    await page.getByText('Cells show the digits after 4.79..', { exact: true }).waitFor();
    expect(
      await page
        .getByRole('grid')
        .locator('text', { hasText: /^\d{3}$/ })
        .allTextContents(),
    ).toEqual(['290', '120', '410', '870']);
    const cell = page.getByRole('gridcell', { name: /^Q0,/ });
    expect(await cell.getAttribute('aria-label')).toMatch(spelled);
    await cell.focus();
    await page.getByRole('tooltip').getByText(spelled).waitFor();
  });

  it('a layer of which all is old has one stamp and clean digits, and one old value among fresh ones a hatched frame', async () => {
    const { api } = session.service;
    const stamp = () => page.getByText(/^\d+ of \d+ older than /);
    const hatched = () => page.getByRole('grid').locator('[stroke*="-stale-"]');
    await page.goto('/dashboard?chip=chip&qubit=qubit_frequency');
    await page
      .getByText(/^4 of 4 older than \d+ (h|d), median age \d+ (d|mo)$/)
      .first()
      .waitFor();
    // Above the map and above the table.
    expect(await stamp().count()).toBe(2);
    expect(await hatched().count()).toBe(0);
    for (const qid of ['0', '1', '2', '3']) {
      const t1 = { value: 90 + Number(qid), unit: 'us', ...(qid === '3' && { calibrated_at: '2026-01-12T00:00:00Z' }) };
      await api.updateCalibrationParameters({ body: { chip_id: 'chip', qid, parameters: { t1 } } });
    }
    await page.goto('/dashboard?chip=chip&qubit=t1');
    await page.locator('[role=gridcell][data-state="fresh"]').first().waitFor();
    expect(await page.locator('[role=gridcell][data-state="stale"]').count()).toBe(1);
    expect(await hatched().count()).toBe(1);
    expect(await stamp().count()).toBe(0);
  });

  it('a link with a number shows the form with ± on focus, and Escape takes it away', async () => {
    await page.goto('/chips/chip/days');
    const link = page.getByRole('link').filter({ has: page.getByRole('img', { name: spelled }) });
    await link.first().focus();
    const tip = page.locator('[aria-hidden="true"]', { hasText: spelled });
    await tip.waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => tip.count(), { timeout: 300_000 }).toBe(0);
    expect(session.problems).toEqual([]);
  });
});
