import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

describe.skipIf(missing)(`the technology of a chip in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.stop());

  it('a chip of trapped ions is created on its page', async () => {
    const { page } = session;
    await page.goto('/chips?open=create');
    const dialog = page.getByRole('dialog', { name: 'Create a chip' });
    await dialog.getByLabel('Chip id').fill('trap');
    await dialog.getByLabel('Topology').selectOption('linear-8');
    expect(await dialog.getByLabel('Technology').inputValue()).toBe('transmon');
    await dialog.getByLabel('Technology').selectOption('Trapped ions');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Create' }).click();
    await page.getByRole('heading', { name: 'trap', level: 1 }).waitFor();
    const { technology } = await session.service.api.getChip({ params: { chip_id: 'trap' } });
    expect(technology).toBe('ion');
    expect(session.problems).toEqual([]);
  });

  it('the page of a chip says its technology, and changes it', async () => {
    const { page } = session;
    const { api } = session.service;
    await api.createChip({ body: { chip_id: 'edited', topology_id: 'linear-4' } });
    await page.goto('/chips/edited');
    await page.getByText('transmon', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: "Edit chip 'edited'" });
    await dialog.getByLabel('Technology').selectOption('Spins');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('spin', { exact: true }).waitFor();
    expect(await api.getChip({ params: { chip_id: 'edited' } })).toMatchObject({
      technology: 'spin',
      activity_status: 'active',
    });
    expect(session.problems).toEqual([]);
  });

  it('an import has the technology that is chosen, in its preview too', async () => {
    const { page } = session;
    await page.goto('/chips?open=import');
    const state = JSON.stringify({ qubits: { q1: { id: 'q1', f_01: 12e9, T1: 10_000 } } });
    const files = [{ name: 'state.json', mimeType: 'application/json', buffer: Buffer.from(state) }];
    await page.getByLabel(/Drop the files of a device/).setInputFiles(files);
    await page.getByLabel('Measured at').fill('2026-02-03');
    await page.getByLabel('Chip id').fill('trapped');
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    await preview.click();
    await page.getByText(/t1: 1 value cannot be/).waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Back' }).click();
    await page.getByLabel('Technology').selectOption('Trapped ions');
    await expectAccessible(page);
    await preview.click();
    const run = page.getByRole('button', { name: 'Import', exact: true });
    await run.waitFor();
    expect(await page.getByText(/cannot be/).count()).toBe(0);
    await run.click();
    await page.getByText("Chip 'trapped' was created").waitFor();
    expect((await session.service.api.getChip({ params: { chip_id: 'trapped' } })).technology).toBe('ion');
    expect(session.problems).toEqual([]);
  });
});
