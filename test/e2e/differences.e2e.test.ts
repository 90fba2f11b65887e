import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceDocuments, laterDocuments } from '#test/support/devices/made-device.ts';
import { compareTwoDates } from '../api/support/two-dates.ts';
import { chromiumBrowser, expectAccessible, expectTablesInside } from './support/browser.ts';
import { expectPresentable, expectTwoLines, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** A chip of 133 qubits in two cool-downs, whose T1 of Q17 has fallen to a twentieth: the steps build on each other. */
describe.skipIf(missing)(`what changed on a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const address = '/chips/made/differences?before=cooldown%3Amade-1&after=cooldown%3Amade-2';
  const sentence = () => page.getByText(/of \d+ changed beyond 3 σ: \d+ worse/);
  const map = () => page.getByRole('grid', { name: /^Map of made: T1, change in standard deviations$/ });
  const table = () => page.getByRole('region', { name: 'Differences' });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const documents = (date: string) => deviceDocuments('heavy-hex-133', date);
    const dates = [documents('2024-02-20T08:00:00Z'), laterDocuments(documents('2025-02-20T08:00:00Z'))] as const;
    await compareTwoDates({ api: session.service.api }, 'made', [...dates]);
  });

  afterAll(() => session?.stop());

  it('the page opens with what changed since yesterday, and the address says so', async () => {
    await page.goto('/chips/made');
    await page.getByRole('link', { name: 'Compare', exact: true }).click();
    await page.getByText('Changes by significance').waitFor();
    expect(new URL(page.url()).search).toMatch(/^\?before=at%3A\d{4}-\d\d-\d\d$/);
    expect(await page.getByLabel('Before', { exact: true }).inputValue()).toBe('at');
    expect(await page.getByLabel('After', { exact: true }).inputValue()).toBe('');
    await expectAccessible(page);
  });

  it('two cool-downs are compared with one press, and the address says which', async () => {
    await page
      .getByTitle('made-1 and made-2')
      .and(page.getByRole('button', { name: 'Last two cool-downs' }))
      .click();
    await sentence().waitFor();
    expect(new URL(page.url()).search).toBe('?before=cooldown%3Amade-1&after=cooldown%3Amade-2');
  });

  it('the most significant change is first, with both values, its score and what it was judged by', async () => {
    const first = table().getByRole('row').nth(1);
    const text = await first.innerText();
    expect(text).toMatch(/Q17/);
    expect(text).toMatch(/T1/);
    expect(text).toMatch(/−\d+\.\d\sσ/);
    expect(text).toContain('worse, significant (FDR 5 %)');
    expect(text).toContain('against the rest of the chip');
    const rows = (await table().getByRole('row').allInnerTexts()).slice(1);
    const scores = rows.flatMap((row) => Number(/([\d.]+)\sσ/.exec(row)?.[1] ?? Number.NaN));
    expect(scores.length).toBeGreaterThan(10);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  it('a cell of the map says the change in words, and its key shows the changes of that target alone', async () => {
    const cell = map().getByRole('gridcell', {
      name: /^Q17, T1, change .* µs → .* µs: −9\d\s%, −\d+\.\d\sσ against the rest of the chip$/,
    });
    await cell.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Show all targets' }).waitFor();
    expect(new URL(page.url()).searchParams.get('target')).toBe('17');
    for (const row of (await table().getByRole('row').all()).slice(1)) expect(await row.innerText()).toMatch(/^Q17\b/);
    await page.getByRole('button', { name: 'Show all targets' }).click();
  });

  it('zero is in the middle of the colours: what is within fluctuation has one colour, better and worse others', async () => {
    const fills = await map()
      .getByRole('gridcell')
      .evaluateAll((cells) =>
        cells.map((cell) => [cell.ariaLabel ?? '', cell.querySelector('path')?.getAttribute('fill') ?? '']),
      );
    const within = fills.filter(([label]) => /[+−][0-2]\.\d\sσ/.test(label ?? '')).map(([, fill]) => fill);
    expect(new Set(within)).toEqual(new Set(['rgb(233, 235, 238)']));
    expect(fills.find(([label]) => label?.startsWith('Q17,'))?.[1]).toMatch(
      /^rgb\((224, 133, 47|156, 70, 0|248, 207, 166)\)$/,
    );
  });

  it('the metric of the map is chosen, kept in the address, and that of couplings is on the couplings', async () => {
    await page.getByLabel('Metric on the map').selectOption('coupling cz_gate_fidelity');
    await page.getByRole('grid', { name: /CZ gate error, change/ }).waitFor();
    expect(new URL(page.url()).searchParams.get('metric')).toBe('coupling cz_gate_fidelity');
  });

  it('the file has every difference with its units', async () => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'CSV' }).click(),
    ]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    expect(lines[0]).toMatch(/^kind,target,metric,presence,unit,before,.*,z,p,q,verdict,/);
    expect(lines[1]).toMatch(/^qubit,17,t1,both,us,/);
    const { totals } = await session.service.api.getChipDifferences({
      params: { chip_id: 'made' },
      query: { cooldown_id_before: 'made-1', cooldown_id_after: 'made-2' },
    });
    expect(lines).toHaveLength(1 + totals.compared + totals.appeared + totals.vanished);
  });

  it('the same side twice is refused in words, and another instant is compared with now', async () => {
    await page.goto('/chips/made/differences?before=cooldown%3Amade-1&after=cooldown%3Amade-1');
    await page.getByText("Both sides are the cool-down 'made-1': choose two that differ").waitFor();
    await page.goto('/chips/made/differences?before=at%3A2024-06-01');
    await page.getByText(/(?:of \d+ changed|Nothing) beyond 3 σ/).waitFor();
    await page.goto('/chips/made/differences?before=at%3A2020-01-01');
    await page.getByText('Nothing was measured on both sides').waitFor();
    await page.getByText(/^\d+ only after$/).click();
    await page.getByRole('region', { name: 'Values only after' }).getByText('Q17').first().waitFor();
  });

  it('on a phone a change is two lines: what changed with its score, then both values', async () => {
    await expectTwoLines(page, address, ['Differences']);
  });

  it('the page can be read in both themes, on a wide screen and on a phone', async () => {
    await expectPresentable(page, [['differences', address, () => sentence()]], async () => {
      await table().waitFor();
      await expectTablesInside(page);
    });
    expect(session.problems).toEqual([]);
  });
});
