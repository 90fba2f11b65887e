import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { writeDay } from '#shared/kernel/rules/calendar.ts';
import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import { dayBeside } from '../../web/ui/lib/url/as-of.ts';
import { chromiumBrowser } from './support/browser.ts';
import { startOneQubitCheck } from './support/one-qubit-check.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

/** Health, best patch, muxes and days of a chip: the pages that say how it is and how it was. */
describe.skipIf(missing)(`views of a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  let today: string;
  /** Today as people read it. */
  let said: string;

  beforeAll(async () => {
    session = await startSession();
    ({ page } = session);
    const { api } = session.service;
    const documents = deviceDocuments('square-lattice-mux-64', '2026-02-01T00:00:00Z');
    await api.importChip({ body: { format: 'ibm', chip_id: 'lattice', documents } });
    const execution_id = await startOneQubitCheck(api, { qids: ['0', '1', '2', '5'] });
    const status = async () => (await api.getExecution({ params: { execution_id } })).status;
    await vi.waitUntil(async () => /completed|failed/.test(await status()), { timeout: 300_000, interval: 500 });
    const { days } = await api.listChipDays({ params: { chip_id: 'lattice' } });
    today = days[0]?.recorded_date.replace(/(\d{4})(\d\d)(\d\d)/, '$1-$2-$3') ?? '';
    said = writeDay(today, false);
  });

  afterAll(() => session?.stop());

  const cells = () => page.getByRole('grid', { name: /Map of/ }).getByRole('gridcell');
  const labelOf = (qid: string) => page.getByRole('gridcell', { name: new RegExp(`^Q${qid}, `) });
  const bar = () => page.getByRole('region', { name: 'As of a past time' });
  const place = (name: string) =>
    page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name, exact: true });
  const inUrl = (name: string) => new URL(page.url()).searchParams.get(name);

  it('the page of a chip leads to its health, which every qubit says with what limits it', async () => {
    await page.goto('/chips/lattice');
    await page.getByRole('link', { name: 'Health', exact: true }).click();
    await page.getByRole('grid', { name: 'Map of lattice: qubits by Health' }).waitFor();
    expect(inUrl('qubit')).toBe('health');
    expect(await cells().count()).toBe(64);
    const { qubits } = await session.service.api.getChipHealth({ params: { chip_id: 'lattice' } });
    const found = qubits['5'];
    const label = (await labelOf('5').getAttribute('aria-label')) ?? '';
    expect(label).toContain(`Health ${Number(found?.health?.toPrecision(5))}`);
    expect(label).toMatch(
      /limited by (T1|T2 echo|Readout error|X90 gate error), \d+ % of its goal; 4 of 4 metrics, 4 stale/,
    );
    await labelOf('5').focus();
    await page.getByRole('tooltip').getByText('% of its goal').waitFor();
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Q5', exact: true }).waitFor();
    await page.getByText(`Health ${found?.health?.toPrecision(3)}`, { exact: true }).waitFor();
    expect(await page.getByText(/limited by .* 4 of 4 metrics/).count()).toBeGreaterThan(0);
  });

  it('the best patch is asked for by its size, drawn, listed and kept in the address', async () => {
    await page.goto('/dashboard?chip=lattice&qubit=health');
    await page.getByRole('textbox', { name: 'Qubits' }).fill('6');
    await page.getByRole('main').getByRole('button', { name: 'Find' }).click();
    const query = { size: 6 };
    const found = await session.service.api.getChipBestPatch({ params: { chip_id: 'lattice' }, query });
    await page.getByText(`[${found.qubits.join(', ')}]`).waitFor();
    await page.getByText(`Score ${found.score.toPrecision(4)}`).waitFor();
    expect(inUrl('patch')).toBe('6');
    await page.reload();
    await page.locator('[data-patch="6"]').waitFor();
    const named = await cells().evaluateAll((all) =>
      all.flatMap((cell) => {
        const label = cell.getAttribute('aria-label') ?? '';
        return label.includes('in the best patch') ? [label.slice(1, label.indexOf(','))] : [];
      }),
    );
    expect(named.sort((a, b) => Number(a) - Number(b))).toEqual(found.qubits);
    await page.getByRole('textbox', { name: 'Qubits' }).fill('65');
    await page.getByText('1 to 64').waitFor();
    expect(await page.getByRole('main').getByRole('button', { name: 'Find' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect.poll(() => page.locator('[data-patch]').count(), { timeout: 300_000 }).toBe(0);
  });

  it('a patch that the chip does not have is refused in words', async () => {
    await page.goto('/dashboard?chip=qpu-1&qubit=health&patch=16');
    expect(await page.getByRole('alert').innerText()).toContain("Chip 'qpu-1' has no qubit");
  });

  it('the page of muxes has the latest result of each task on each qubit, each with its page', async () => {
    await page.goto('/chips/qpu-1');
    await page.getByRole('link', { name: 'Muxes', exact: true }).click();
    const first = page.getByRole('region', { name: 'Results of Mux 0' });
    await first.waitFor();
    expect(await first.getByRole('columnheader').allInnerTexts()).toEqual(['Task', 'Q0', 'Q1', 'Q2', 'Q3']);
    const mux = await session.service.api.getChipMux({ params: { chip_id: 'qpu-1', mux_id: 0 } });
    const measured = Object.values(mux.detail).filter(({ CheckT1: result }) => result?.task_id !== undefined);
    expect(await first.getByRole('link', { name: /^CheckT1 on Q\d: / }).count()).toBe(measured.length);
    expect(measured.length).toBeGreaterThan(0);
    const t1 = measured.flatMap(({ CheckT1: result }) => result?.output_parameters?.t1 ?? []);
    for (const { value, error } of t1)
      await first
        .getByText(formatQuantity(Number(value), Number(error), 'us').replace('\u00a0', ' '), { exact: true })
        .first()
        .waitFor();
    expect(await page.getByText('Q12 to Q15: no results yet').count()).toBe(1);
    await first
      .getByRole('link', { name: /^CheckT1 on Q\d: / })
      .first()
      .click();
    await page.waitForURL(/\/tasks\//);
  });

  it('muxes of another day have the results of that day alone, which the address keeps', async () => {
    await page.goto('/chips/qpu-1/muxes?date=2020-01-01');
    await page.getByText('Q0 to Q3: no results on 1 Jan 2020').waitFor();
    await page.getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('region', { name: 'Results of Mux 0' }).waitFor();
    expect(inUrl('date')).toBeNull();
  });

  it('the days of a chip show it as it was, and a day before it was made says so', async () => {
    await page.goto('/chips/lattice');
    await page.getByRole('link', { name: 'Days', exact: true }).click();
    await page.getByRole('heading', { name: `lattice on ${said}` }).waitFor();
    await page.getByRole('region', { name: 'Qubits with their values' }).getByRole('link', { name: 'Q7' }).waitFor();
    await page.getByText('Couplings 112').click();
    await page.getByRole('region', { name: 'Couplings with their values' }).waitFor();
    expect(inUrl('layer')).toBe('coupling');
    await page.getByLabel(/^Day \(/).fill('2020-01-01');
    expect(await page.getByRole('alert').innerText()).toContain('lattice');
    expect(inUrl('date')).toBe('2020-01-01');
    await page.getByRole('button', { name: said }).click();
    await page.getByRole('heading', { name: `lattice on ${said}` }).waitFor();
    await page.getByRole('link', { name: 'Open the map of this day' }).click();
    await page.getByRole('grid', { name: /Map of lattice/ }).waitFor();
    expect(inUrl('as_of')).toBe(today);
  });

  it('a past day has its bar on every page that shows it, is kept by the rail, and writes nothing until one is back to now', async () => {
    const yesterday = dayBeside(today, -1);
    await page.goto(`/dashboard?chip=qpu-1&as_of=${today}`);
    await bar()
      .getByText(`${writeDay(today)}, end of day`)
      .waitFor();
    await bar().getByRole('button', { name: 'A day later', description: 'The next day is yet to come' }).waitFor();
    await page.getByRole('button', { name: 'Start a run', description: /^This is how it was/ }).waitFor();
    await bar().getByRole('button', { name: 'A day earlier' }).click();
    await bar()
      .getByText(`${writeDay(yesterday)}, end of day`)
      .waitFor();
    expect(inUrl('as_of')).toBe(yesterday);
    await place('Values').click();
    await page.getByRole('heading', { name: 'Values of qpu-1' }).waitFor();
    await bar().waitFor();
    expect(inUrl('as_of')).toBe(yesterday);
    await bar().getByRole('button', { name: 'A day later' }).click();
    await page.getByRole('checkbox', { name: 'Tick Q1', exact: true }).check();
    await page.getByRole('button', { name: /^Exclude/, description: /^This is how it was/ }).waitFor();
    await place('Figures').click();
    await page.getByRole('button', { name: 'Apply…', description: /^This is how it was/ }).waitFor();
    expect(inUrl('date')).toBe(today);
    await bar().getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('button', { name: 'Apply…', description: 'Mark figures first' }).waitFor();
    expect(await bar().count()).toBe(0);
    expect(inUrl('date')).toBeNull();
  });

  it('from the page of a chip to how it was on another day, from there to a qubit, the day before and back to now: 6 clicks', async () => {
    const { api } = session.service;
    const value = async (as_of: string) =>
      (await api.getChipQubit({ params: { chip_id: 'lattice', qid: '5' }, query: { as_of } })).data.t1;
    const measured = await value('2026-02-02');
    await page.goto('/chips/lattice');
    await page.getByRole('link', { name: 'Days', exact: true }).click();
    await page.getByRole('link', { name: 'Open the overview of this day' }).click();
    await bar()
      .getByText(`${writeDay(today)}, end of day`)
      .waitFor();
    await page.getByRole('heading', { name: 'lattice', exact: true }).waitFor();
    await page.getByText('Drift, held values and the next run show the present only').waitFor();
    await page.getByRole('button', { name: 'Start a run', description: /^This is how it was/ }).waitFor();
    expect(await page.getByText(/^Next|No run is scheduled/).count()).toBe(0);
    await place('Values').click();
    await page.getByRole('link', { name: 'Q5', exact: true }).click();
    await page.getByRole('heading', { name: 'Qubit Q5' }).waitFor();
    expect(inUrl('as_of')).toBe(today);
    await page
      .getByText(formatQuantity(Number(measured?.value), Number(measured?.error), 'us').replace('\u00a0', ' '))
      .first()
      .waitFor();
    for (const name of ['Set values…', 'Measure…'])
      await page.getByRole('button', { name, description: /^This is how it was/ }).waitFor();
    await bar().getByRole('button', { name: 'A day earlier' }).click();
    await expect.poll(() => inUrl('as_of')).toBe(dayBeside(today, -1));
    await bar().getByRole('button', { name: 'Back to now' }).click();
    await page.getByRole('heading', { name: 'Current values' }).waitFor();
    expect([inUrl('as_of'), await bar().count()]).toEqual([null, 0]);
  });

  it('a chip as it was on a past day is saved by two clicks', async () => {
    const query = { format: 'json' as const, as_of: '2026-02-02T14:59:59.999Z' };
    const wanted = (await session.service.api.exportChip({ params: { chip_id: 'lattice' }, query })) as unknown as Blob;
    await page.goto('/chips/lattice?as_of=2026-02-02');
    await page.getByRole('button', { name: 'Download…' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Format').waitFor();
    expect(await dialog.getByRole('option').allTextContents()).toEqual([
      ...['YAML, with everything that an import takes back', 'JSON, the same'],
      ...['Python list', 'OQTOPUS device topology', 'Qiskit target', 'qibolab calibration', 'QuAM state'],
    ]);
    await dialog.getByLabel('Format').selectOption({ label: 'JSON, the same' });
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(file.suggestedFilename()).toBe('lattice-2026-02-02.json');
    const saved = JSON.parse(await readFile(await file.path(), 'utf8'));
    expect(saved).toEqual({ ...JSON.parse(await wanted.text()), exported_at: saved.exported_at });
    await dialog.getByRole('button', { name: 'Close' }).last().click();
  });

  it('a past day of a chip has the values, ages and coverage of that time, and arrow keys go by day', async () => {
    const { api } = session.service;
    const params = { chip_id: 'lattice' };
    // The end of that day in the zone of the pages.
    const as_of = '2026-02-02T14:59:59.999Z';
    const { qubit_coverage: coverage } = await api.getChipMetrics({ params, query: { as_of } });
    await page.goto('/chips/lattice?as_of=2026-02-02');
    const t1 = page.getByRole('row').filter({ has: page.getByRole('link', { name: 'T1', exact: true }) });
    await t1.getByText(`${64 - (coverage.t1?.missing ?? 0)} of 64`).waitFor();
    expect(coverage.t1?.stale).toBe(0);
    await page.getByText('1 d before').first().waitFor();
    await page.getByText('No run by then').waitFor();
    const last = new URL(
      (await page.getByRole('link', { name: 'Health', exact: true }).getAttribute('href')) ?? '',
      'http://a',
    );
    expect(last.searchParams.get('as_of')).toBe('2026-02-02');
    await bar().getByRole('button', { name: 'A day earlier' }).focus();
    await page.keyboard.press('ArrowLeft');
    await bar().getByText('1 Feb 2026, end of day').waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.getByText('No values by then').waitFor();
    expect(inUrl('as_of')).toBe('2026-01-31');
    await page.keyboard.press('ArrowRight');
    await bar().getByText('1 Feb 2026, end of day').waitFor();
    await page.goto(`/chips/qpu-1?as_of=${dayBeside(today, -1)}`);
    await bar()
      .getByRole('button', { name: `${said}, with runs` })
      .click();
    await bar()
      .getByText(`${writeDay(today)}, end of day`)
      .waitFor();
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-current'))).toBe('date');
  });

  it('a beginning that lies after the past that is shown is named, with what is shown instead', async () => {
    await page.goto('/chips/lattice?as_of=2026-02-02&since=2026-03-01T00:00:00Z');
    await page.getByText(/^The day that is shown ends before .*: it is told since the morning before$/).waitFor();
    expect(await page.getByRole('combobox', { name: 'Since' }).inputValue()).toBe('yesterday');
  });

  it('the views of a chip are accessible and fit a phone, light and dark', async () => {
    await expectPresentable(page, [
      [
        'health-patch',
        '/dashboard?chip=lattice&qubit=health&patch=10&target=5',
        () => page.locator('[data-patch="10"]'),
      ],
      ['muxes', '/chips/qpu-1/muxes', () => page.getByRole('region', { name: 'Results of Mux 0' })],
      ['past', `/dashboard?chip=qpu-1&as_of=${today}`, bar],
      ['past-overview', `/chips/qpu-1?as_of=${today}`, () => page.getByRole('heading', { name: 'Runs' })],
      [
        'past-qubit',
        `/chips/lattice/qubits/5?as_of=${today}`,
        () => page.getByRole('heading', { name: 'Values then' }),
      ],
      ['past-coupling', `/chips/lattice/couplings/0-1?as_of=2026-02-02`, bar],
      ['past-muxes', `/chips/qpu-1/muxes?date=${today}`, bar],
      ['past-analysis', '/chips/lattice/analysis?as_of=2026-02-02', bar],
      ['days', '/chips/lattice/days', () => page.getByRole('heading', { name: `lattice on ${said}` })],
    ]);
    expect(session.problems).toEqual([]);
  });
});
