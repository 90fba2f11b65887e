import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openIn, pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible, expectTablesInside } from './support/browser.ts';
import { expectPresentable, type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const day = 86_400_000;

/** A chip of four in a line, of which the second qubit has a course of T1, a frequency and gates on both sides. */
describe.skipIf(missing)(`the page of a qubit in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    ({ page } = session);
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'line', topology_id: 'linear-4' } });
    const set = (qid: string, metric: string, value: number, unit: string, daysAgo = 0) =>
      api.updateCalibrationParameters({
        body: {
          chip_id: 'line',
          qid,
          parameters: {
            [metric]: { value, unit, error: null, calibrated_at: new Date(Date.now() - daysAgo * day).toISOString() },
          },
        },
      });
    for (const [qid, value] of Object.entries({ '0': 80, '1': 61, '2': 120 })) await set(qid, 't1', value, 'us');
    await set('1', 'qubit_frequency', 4.8, 'GHz');
    await set('0-1', 'cz_gate_fidelity', 0.995, '');
    await set('1-2', 'cz_gate_fidelity', 0.98, '', 20);
  });

  afterAll(() => session?.stop());

  const region = (name: string) => page.getByRole('region', { name, exact: true });

  it('what no one ranks is folded on the page of a qubit, and open where the page is about it', async () => {
    await page.goto('/chips/line/qubits/1?metric=t1');
    await region('Current values').getByRole('row', { name: /^T1 / }).waitFor();
    expect(await region('Current values').getByText('Qubit frequency').count()).toBe(0);
    expect(await region('Settings').isVisible()).toBe(false);
    await page.getByText('Settings (1)').click();
    await region('Settings').getByRole('link', { name: 'Qubit frequency' }).click();
    await page.getByText('Qubit frequency 4.8 GHz').waitFor();
    expect(await region('Settings').isVisible()).toBe(true);
  });

  it('the answer of a qubit has its place among the others, and what was measured since yesterday its change', async () => {
    const { api } = session.service;
    const set = (value: number, at: number) =>
      api.updateCalibrationParameters({
        body: {
          chip_id: 'line',
          qid: '2',
          parameters: { t1: { value, unit: 'us', calibrated_at: new Date(at).toISOString() } },
        },
      });
    await set(60, Date.now() - 40 * day);
    await set(150, Date.now() - 39 * day);
    await page.goto('/chips/line/qubits/2?metric=t1');
    await page.getByText('rank 1 of 3').waitFor();
    const changeOf = (name: RegExp) => region('Current values').getByRole('row', { name }).getByRole('cell').nth(1);
    // The value to compare with is 39 days old.
    await expect.poll(() => changeOf(/^T1 /).innerText()).toMatch(/^−20\s%/);
    await page.goto('/chips/line/qubits/1?metric=t1');
    await page.getByText('rank 3 of 3').waitFor();
    await expect.poll(() => changeOf(/^T1 /).innerText()).toBe('new');
    await page.goto('/chips/line/couplings/1-2');
    await page.getByText('rank 2 of 2').waitFor();
    await expect.poll(() => changeOf(/^CZ/).innerText()).toBe('not measured');
    await page.goto('/chips/line/qubits/1?metric=qubit_frequency');
    await page.getByText('Qubit frequency 4.8 GHz').waitFor();
    expect(await page.getByText(/rank \d/).count()).toBe(0);
  });

  it('the neighbours of a qubit are named with their gates and lead to their pages', async () => {
    await page.goto('/chips/line/qubits/1?metric=t1');
    const rows = region('Neighbours').getByRole('row');
    await rows.nth(2).waitFor();
    const texts = (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' '));
    expect(texts).toEqual([
      'Coupling CZ gate error Qubit T1',
      '0-1 0.5 % Q0 80 µs',
      expect.stringMatching(/^1-2 stale 2 % Q2 120 µs$/),
    ]);
    const around = page.getByRole('grid', { name: 'Map around Q1: T1' });
    expect(await around.getByRole('gridcell').count()).toBe(3);
    await around.getByRole('gridcell', { name: /^Q2, / }).click();
    await expect.poll(() => pathOf(page)).toBe('/chips/line/qubits/2');
    await region('Neighbours').getByRole('link', { name: '1-2' }).click();
    await page.getByRole('heading', { name: 'Coupling 1-2' }).waitFor();
    await region('Qubits of the coupling').getByRole('row', { name: 'T1 61 µs 120 µs' }).waitFor();
    await region('Qubits of the coupling').getByRole('link', { name: 'Q1' }).click();
    await page.getByRole('heading', { name: 'Qubit Q1' }).waitFor();
  });

  it('the course of a metric is drawn alongside it from one read of all metrics', async () => {
    const dayOf = (at: string, value: number) => ({
      data: { t1: { value, unit: 'us', error: null, calibrated_at: at } },
      faulty: [],
    });
    const asked: string[] = [];
    // Days pass more slowly than tests, so the current value may not be among them yet.
    await page.route('**/qubits/1/days?*', async (route) => {
      asked.push(route.request().url());
      const response = await route.fetch();
      const answer = await response.json();
      const before = [dayOf('2026-03-02T00:00:00Z', 90), dayOf('2026-03-01T00:00:00Z', 150)];
      await route.fulfill({ response, json: { ...answer, days: before } });
    });
    await page.goto('/chips/line/qubits/1?metric=t1');
    await page.getByRole('img', { name: /^T1 since 1 Mar( 2026)?: 61 µs to 150 µs$/ }).waitFor();
    expect(asked).toHaveLength(1);
    await page.unroute('**/qubits/1/days?*');
  });

  it('a part of a history is looked at by a drag or by buttons, is in the address, and outlives a reload; all of it is one click away', async () => {
    const { api } = session.service;
    for (let n = 1; n <= 6; n += 1)
      await api.updateCalibrationParameters({
        body: {
          ...{ chip_id: 'line', qid: '0' },
          parameters: {
            t1: {
              value: 80 + n,
              error: 4,
              unit: 'us',
              calibrated_at: new Date(Date.now() - n * 5 * day).toISOString(),
            },
          },
        },
      });
    await api.createQubitNoteComment({
      params: { chip_id: 'line', qid: '0' },
      body: { content: 'A new cable' },
    });
    await page.goto('/chips/line/qubits/0?metric=t1');
    const chart = page.getByRole('img', { name: 'T1 over time, 7 values' });
    const points = chart.locator('path[class*="dot"]');
    await expect.poll(() => points.count()).toBe(7);
    expect(await chart.locator('path[class*="bar"]').count()).toBe(6);
    await chart.getByText(`${session.username}: A new cable`).waitFor({ state: 'attached' });
    await chart.getByText(/^Median 83\s/).waitFor({ state: 'attached' });
    const box = await chart.boundingBox();
    if (!box) throw new Error('The history is not drawn');
    await page.mouse.move(box.x + 0.4 * box.width, box.y + 100);
    await page.mouse.down();
    await page.mouse.move(box.x + 0.75 * box.width, box.y + 120, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => points.count()).toBeLessThan(5);
    const seen = await points.count();
    await page.reload();
    await expect.poll(() => points.count()).toBe(seen);
    await page.getByRole('button', { name: 'T1: all of it' }).click();
    await expect.poll(() => points.count()).toBe(7);
    expect(new URL(page.url()).searchParams.has('from')).toBe(false);
    // The note, which comes last, is part of what all of it is.
    await chart.getByText(`${session.username}: A new cable`).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'T1: closer' }).press('Enter');
    await expect.poll(() => points.count()).toBe(3);
    await page.getByRole('button', { name: 'T1: earlier' }).press('Enter');
    await page.getByRole('button', { name: 'T1: wider' }).press('Enter');
    await expect.poll(() => points.count()).toBe(7);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'line-Q0-t1 as CSV' }).click();
    expect((await download).suggestedFilename()).toBe('line-Q0-t1.csv');
  });

  it('many values of a qubit are set with one request by three clicks, in the units of the page; what is refused is at its field', async () => {
    const { api } = session.service;
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() !== 'GET' && request.url().includes('/calibrations')) sent.push(request.url());
    });
    await page.goto('/chips/line/qubits/3?metric=t1');
    await page.getByRole('button', { name: 'Set values…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set values of Q3' });
    const field = (name: string) => dialog.getByLabel(name, { exact: true });
    expect(await dialog.getByRole('button', { name: 'Set values' }).isDisabled()).toBe(true);
    await field('T1, new value in µs').fill('-3');
    await field('Anharmonicity, new value in MHz').fill('-310');
    await field('X90 gate error, new value in %').fill('0.045');
    await field('X90 gate error, uncertainty in %').fill('0.002');
    await field('Qubit frequency, new value in GHz').fill('4.79290000(22)');
    await dialog.getByLabel(/^Reason/).fill('from the data sheet');
    await dialog.getByRole('button', { name: 'Set 4 values' }).click();
    await dialog.getByText('Must be above 0').waitFor();
    expect(await field('T1, new value in µs').evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await field('Anharmonicity, new value in MHz').inputValue()).toBe('-310');
    expect(sent).toEqual([]);
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expectAccessible(page);
    }
    await field('T1, new value in µs').fill('75');
    await dialog.getByRole('button', { name: 'Set 4 values' }).click();
    await dialog.waitFor({ state: 'detached' });
    expect(sent).toHaveLength(1);
    const { data } = await api.getChipQubit({ params: { chip_id: 'line', qid: '3' } });
    expect(Object.values(data).map(({ parameter_name: key, value, error, unit }) => [key, value, error, unit])).toEqual(
      expect.arrayContaining([
        ['t1', 75, 0, 'us'],
        ['anharmonicity', -0.31, 0, 'GHz'],
        ['x90_gate_fidelity', 0.99955, 0.00002, ''],
        ['qubit_frequency', 4.7929, 2.2e-7, 'GHz'],
      ]),
    );
    await region('History').getByText('from the data sheet').waitFor();
  });

  it('a refusal of the service is said at the field that it is about, and an older value goes to the history alone', async () => {
    const { api } = session.service;
    const { projects } = await api.listProjects({});
    const [project] = projects;
    const gate = (value_gate: 'hold' | 'off') =>
      api.updateProject({ params: { project_id: project?.project_id ?? '' }, body: { value_gate } });
    await gate('hold');
    await page.goto('/chips/line/qubits/1?metric=t1');
    await page.getByRole('button', { name: 'Set values…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set values of Q1' });
    const t1 = dialog.getByLabel('T1, new value in µs', { exact: true });
    await t1.fill('1e12');
    await dialog.getByRole('button', { name: 'Set 1 value' }).click();
    await dialog.getByRole('button', { name: 'Set 1 value anyway' }).click();
    await dialog.getByText('Nothing was set. What you typed is kept').waitFor();
    expect(await t1.getAttribute('aria-invalid')).toBe('true');
    expect(await dialog.innerText()).not.toContain("'t1'");
    await gate('off');
    await t1.fill('64');
    await dialog.getByLabel(/^Measured at/).fill('2025-01-02T03:04:05');
    await dialog.getByRole('button', { name: 'Set 1 value' }).click();
    await dialog.getByText('Saved in the history. A newer value still counts of:').waitFor();
    await dialog.getByRole('button', { name: 'Close' }).click();
    await page.getByText('T1 61 µs').first().waitFor();
  });

  it('the pages of a qubit and a coupling are presentable in both themes, wide and narrow', async () => {
    await expectPresentable(
      page,
      [
        ['target-qubit', '/chips/line/qubits/1?metric=qubit_frequency', () => region('Neighbours')],
        ['target-coupling', '/chips/line/couplings/0-1', () => region('Qubits of the coupling')],
      ],
      expectTablesInside,
    );
  });

  it('on a phone what is done with a qubit has one line, the rest a menu, and every button is large enough for a finger', async () => {
    const { service } = session;
    const { access_token } = await service.api.login({
      body: { username: session.username, password: service.password },
    });
    const context = await session.browser.newContext({
      viewport: { width: 360, height: 780 },
      hasTouch: true,
      isMobile: true,
      baseURL: service.url,
    });
    await context.addInitScript((value) => localStorage.setItem('fiducial.token', value), access_token);
    const phone = openIn(await context.newPage(), session.projectId);
    await phone.goto('/chips/line/qubits/1?metric=t1');
    const menu = phone.getByRole('button', { name: 'More of Qubit Q1' });
    const inHead = [
      phone.getByRole('button', { name: 'Measure…' }),
      phone.getByRole('button', { name: 'Set values…' }),
      menu,
    ];
    await menu.waitFor();
    const tops = await Promise.all(inHead.map(async (one) => (await one.boundingBox())?.y));
    expect(new Set(tops).size).toBe(1);
    // The table has no heads there.
    await phone.locator('td').getByText('since yesterday').first().waitFor();
    const heights = await phone
      .getByRole('main')
      .getByRole('button')
      .evaluateAll((buttons) =>
        buttons.map((button) => button.getBoundingClientRect().height).filter((height) => height > 0),
      );
    expect(Math.min(...heights)).toBeGreaterThanOrEqual(44);
    await menu.click();
    await phone.getByRole('menuitem', { name: 'On the map' }).click();
    await phone.waitForURL(/\/dashboard\?.*target=1/);
    await context.close();
  });

  it('the pages of targets went without a script error or a refusal of the content security policy', () => {
    expect(session.problems).toEqual([]);
  });
});
