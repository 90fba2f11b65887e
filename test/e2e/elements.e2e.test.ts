import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pathOf } from './support/addresses.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const chip_id = 'tunable';

const runcard = (sweetspot: number) => ({
  nqubits: 3,
  qubits: [0, 1, 2],
  topology: { 0: [0, 1], 1: [1, 2] },
  characterization: {
    single_qubit: { 0: { T1: 14_000 }, 1: { T1: 12_000 }, 2: { T1: 10_000 } },
    coupler: { 0: { sweetspot }, 1: { sweetspot: 0.4 } },
  },
});
const calibrations = [
  { calibrated_at: '2026-01-01T00:00:00Z', runcard: runcard(0.1) },
  { calibrated_at: '2026-01-02T00:00:00Z', runcard: runcard(0.2) },
];

describe.skipIf(missing)(`a chip with elements${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const table = (name: string) => page.getByRole('region', { name, exact: true });

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    const { api } = session.service;
    await api.importChip({ body: { format: 'qibolab', chip_id, documents: { calibrations } } });
    const parameters = { ccz_gate_fidelity: { value: 0.93 } };
    await api.updateCalibrationParameters({ body: { chip_id, qid: '0-1-2', kind: 'gate', parameters } });
  });
  afterAll(() => session?.stop());

  it('the page of a chip lists its couplers and larger gates, and each leads to its page', async () => {
    await page.goto(`/chips/${chip_id}`);
    const row = table('Couplers').getByRole('row', { name: /coupler 0-1/ });
    await row.getByText('0.2').waitFor();
    await table('Gates of three or more qubits').getByRole('link', { name: 'gate 0-1-2' }).waitFor();
    await expectAccessible(page);
    await row.getByRole('link', { name: 'coupler 0-1' }).click();
    await page.getByRole('heading', { name: 'Coupler 0-1', level: 1 }).waitFor();
    expect(pathOf(page)).toBe(`/chips/${chip_id}/couplings/0-1`);
    expect(new URL(page.url()).searchParams.get('kind')).toBe('coupler');
  });

  it('the page of a coupler has its history and its qubits, and a value can be set', async () => {
    await page.goto(`/chips/${chip_id}/couplings/0-1?kind=coupler`);
    await table('History').getByText('0.1', { exact: true }).waitFor();
    await page.getByRole('heading', { name: 'Its qubits' }).waitFor();
    expect(await page.getByRole('heading', { name: 'Notes' }).count()).toBe(0);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Set values…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Set values of coupler 0-1' });
    await dialog.getByLabel(/^Sweetspot, new value/).fill('0.25');
    await dialog.getByRole('button', { name: 'Set 1 value' }).click();
    await dialog.waitFor({ state: 'detached' });
    await page.getByText('Sweetspot 0.25').first().waitFor();
    const { data } = await session.service.api.getChipCoupling({
      params: { chip_id, coupling_id: '0-1' },
      query: { kind: 'coupler' },
    });
    expect(data.sweetspot).toMatchObject({ value: 0.25, source: 'manual' });
  });

  it('the page of the coupling itself has none of the values of its coupler', async () => {
    await page.goto(`/chips/${chip_id}/couplings/0-1`);
    await page.getByRole('heading', { name: 'Coupling 0-1', level: 1 }).waitFor();
    await page.getByText('No values yet. Set one by hand, or import a calibration.').waitFor();
  });
});
