import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { gate, parameter } from '#test/support/devices/ibm-device.ts';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;
const date = '2026-02-01T00:00:00.000Z';

/** Three qubits in a line: ECR in both directions between the first two, CX between the others. */
const documents = {
  conf: {
    backend_name: 'mixed',
    n_qubits: 3,
    coupling_map: [
      [0, 1],
      [1, 2],
    ],
  },
  props: {
    backend_name: 'mixed',
    qubits: [0, 1, 2].map(() => [parameter('T1', 90, 'us', date), parameter('readout_error', 0.01, '', date)]),
    gates: [
      gate('ecr', [0, 1], 0.01, 300, date),
      gate('ecr', [1, 0], 0.02, 300, date),
      gate('cx', [1, 2], 0.03, 400, date),
    ],
  },
};

describe.skipIf(missing)(`a chip with two gates${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  const coupling = (id: string) => page.getByRole('gridcell', { name: new RegExp(`^${id},`) }).first();

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
    await session.service.api.importChip({ body: { format: 'ibm', chip_id: 'mixed', documents } });
  });
  afterAll(() => session?.stop());

  it('the map opens on the best gate of each coupling and names it, and one gate can be chosen', async () => {
    await page.goto('/dashboard?chip=mixed&layer=coupling');
    await coupling('0-1').waitFor();
    expect(await page.getByLabel('Coupling metric').inputValue()).toBe('best_gate_fidelity');
    expect(await coupling('0-1').getAttribute('aria-label')).toMatch(/Best gate error 1.%, ECR gate,/);
    expect(await coupling('1-2').getAttribute('aria-label')).toMatch(/Best gate error 3.%, CX gate,/);
    await coupling('1-2').focus();
    await page.getByRole('tooltip').getByText('CX gate').waitFor();
    await expectAccessible(page);
    await page.getByLabel('Coupling metric').selectOption('cx_gate_fidelity');
    await page
      .getByRole('gridcell', { name: /^0-1, CX gate error not measured/ })
      .first()
      .waitFor();
  });

  it('the page of a coupling names the directions of its gates, each with its own history', async () => {
    await page.goto('/chips/mixed/couplings/0-1?metric=ecr_gate_fidelity%40inverse');
    await page.getByText('ECR gate error, 0 → 1').first().waitFor();
    await page
      .getByRole('heading', { name: /ECR gate error, 1 → 0/ })
      .first()
      .waitFor();
    await expectAccessible(page);
  });
});
