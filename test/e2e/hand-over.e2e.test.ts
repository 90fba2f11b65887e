import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deviceDocuments } from '#test/support/devices/made-device.ts';
import {
  chromiumBrowser,
  expectAccessible,
  expectContrastInDark,
  expectNoSidewaysScroll,
  keepScreenshot,
} from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`handing a chip to a compiler in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;
  beforeAll(async () => {
    session = await startSession();
    ({ page } = session);
    const documents = deviceDocuments('square-lattice-mux-16', '2026-02-01T00:00:00Z');
    await session.service.api.importChip({ body: { format: 'ibm', chip_id: 'lattice', documents } });
    // Without T2 and durations.
    const qubit = { t1: [20_000, 500], rb_fidelity: 0.999, readout: { fidelity: 0.94 } };
    const calibration = { single_qubits: { 0: qubit, 1: qubit, 2: {} }, two_qubits: { '0-1': { cz_fidelity: 0.98 } } };
    const calibrations = [{ calibrated_at: '2026-02-01', calibration }];
    await session.service.api.importChip({
      body: { format: 'qibolab', chip_id: 'bare', documents: { calibrations } },
    });
  });
  afterAll(() => session?.stop());

  const dialog = () => page.getByRole('dialog', { name: 'Hand to a compiler' });
  const download = async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      dialog().getByRole('button', { name: 'Download' }).click(),
    ]);
    return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
  };
  const choose = (label: string) => dialog().getByLabel('Format', { exact: true }).selectOption({ label });

  it('the best patch becomes a list for Python, with the ages of its values, in two clicks', async () => {
    await page.goto('/dashboard?chip=lattice&qubit=health&patch=4');
    await page.getByRole('button', { name: 'Hand to a compiler…' }).click();
    const { qubits } = await session.service.api.getChipBestPatch({
      params: { chip_id: 'lattice' },
      query: { size: 4 },
    });
    await dialog()
      .getByText(`[${qubits.join(', ')}]`)
      .waitFor();
    await dialog().getByText('In the file: 4 qubits', { exact: false }).waitFor();
    const rows = dialog().getByRole('region', { name: 'Values of the qubits' }).getByRole('row');
    expect(await rows.count()).toBe(5);
    expect(await rows.nth(1).innerText()).toMatch(/mo, stale/);
    const file = await download();
    expect(file).toEqual({ name: 'lattice_qubits.py', text: `[${qubits.join(', ')}]\n` });
  });

  it('a selection has what is missing or too old said before the download, and no number that stands for it', async () => {
    await page.goto('/dashboard?chip=bare&sel=1,0,2&qubit=t1');
    await page.getByRole('button', { name: 'Hand to a compiler…' }).click();
    await choose('OQTOPUS device topology');
    await dialog().getByText('In the file: 2 of 3 qubits, 1 coupling').waitFor();
    const said = dialog().getByRole('region', { name: 'Not in the file' });
    await said.getByText('1 qubit (2): average_readout_fidelity: not measured').waitFor();
    await said.getByText('x90_gate_time of 2 qubits (0, 1): not measured').waitFor();
    const file = await download();
    const device = JSON.parse(file.text);
    expect(file.name).toBe('device_topology.json');
    expect(device.qubits[0]).toMatchObject({
      ...{ physical_id: 0, fidelity: 0.999, qubit_lifetime: { t1: 20, t2: null } },
      gate_duration: { rz: 0, sx: null, x: null },
    });
    expect(file.text).not.toContain('0.25');
    await choose('Qiskit target');
    await dialog()
      .getByLabel(/^Limit of age/)
      .fill('24');
    await dialog().getByText('In the file: 0 of 3 qubits', { exact: false }).waitFor();
    await said.getByText('2 qubits (0, 1): average_readout_fidelity: older than 24 h').waitFor();
    expect(
      await dialog()
        .getByText(/too old/)
        .count(),
    ).toBeGreaterThan(0);
    await dialog()
      .getByLabel(/^Limit of age/)
      .fill('x');
    await dialog().getByText('A whole number from 1', { exact: false }).waitFor();
    const isOff = () => dialog().getByRole('button', { name: 'Download' }).getAttribute('aria-disabled');
    expect(await isOff()).toBe('true');
    await dialog()
      .getByLabel(/^Limit of age/)
      .fill('');
    await dialog().getByText('In the file: 2 of 3 qubits, 1 coupling').waitFor();
    await expect.poll(isOff, { timeout: 60_000 }).toBeNull();
    const target = await download();
    expect([target.name, target.text]).toEqual(['bare_target.py', expect.stringContaining('target = make_target()')]);
    await choose('qibolab calibration');
    await dialog().getByText('In the file: 3 qubits, 1 coupling').waitFor();
    await expect.poll(isOff, { timeout: 60_000 }).toBeNull();
    expect(Object.keys(JSON.parse((await download()).text).single_qubits)).toEqual(['0', '1', '2']);
  });

  it('the list can be copied', async () => {
    await session.context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.goto('/dashboard?chip=lattice&sel=5,2&qubit=t1');
    await page.getByRole('button', { name: 'Hand to a compiler…' }).click();
    await dialog().getByText('In the file: 2 qubits', { exact: false }).waitFor();
    await dialog().getByRole('button', { name: 'Copy' }).click();
    await dialog().getByText('Copied.').waitFor();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\[(2, 5|5, 2)\]\n$/);
  });

  it('the dialog is accessible and fits a phone, in both themes', async () => {
    for (const width of [1440, 360]) {
      await page.setViewportSize({ width, height: 800 });
      await page.emulateMedia({ colorScheme: 'light' });
      await page.goto('/dashboard?chip=bare&sel=0,1,2&qubit=t1');
      await page.getByRole('button', { name: 'Hand to a compiler…' }).click();
      await choose('OQTOPUS device topology');
      await dialog().getByText('x90_gate_time of', { exact: false }).waitFor();
      await expectAccessible(page);
      await expectNoSidewaysScroll(page);
      await keepScreenshot(page, `hand-over-light-${width}`);
      await expectContrastInDark(page);
      await keepScreenshot(page, `hand-over-dark-${width}`);
    }
    expect(session.problems).toEqual([]);
  });
});
