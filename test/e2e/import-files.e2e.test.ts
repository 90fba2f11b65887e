import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

const yaml = (name: string, text: string) => ({ name, mimeType: 'application/yaml', buffer: Buffer.from(text) });

const catalogue =
  '16Q:\n  n_qubits: 16\n  topology: {type: square_lattice, mux_size: 4}\n64Q:\n  n_qubits: 64\n  topology: {type: square_lattice, mux_size: 4}\n';

describe.skipIf(missing)(`files of a device in a browser${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  beforeAll(async () => {
    session = await startSession();
  });
  afterAll(() => session?.stop());

  const chips = async () => {
    const { chips: found } = await session.service.api.listChips({});
    return found.map(({ chip_id, size }) => [chip_id, size]);
  };

  it('of several chips in the files one is chosen before they can be imported', async () => {
    const { page } = session;
    await page.goto('/chips?open=import');
    await page
      .getByLabel(/Drop the files of a device/)
      .setInputFiles([
        yaml('chip.yaml', catalogue),
        yaml('qubit_frequency.yaml', 'meta: {unit: GHz}\ndata:\n  Q00: 4.91\n'),
        yaml('wiring.yaml', '16Q:\n  - {mux: 0, ctrl: [A-1]}\n'),
      ]);
    await page.getByLabel('Measured at').fill('2026-02-03');
    const preview = page.getByRole('button', { name: 'Preview', exact: true });
    const choice = page.getByLabel('Chip in the files');
    expect(await choice.getByRole('option').allInnerTexts()).toEqual(['Choose one', '16Q', '64Q']);
    expect(await preview.isDisabled()).toBe(true);
    await expectAccessible(page);
    await choice.selectOption('16Q');
    expect(await page.getByLabel('Chip id').inputValue()).toBe('16Q');
    await preview.click();
    await page.getByRole('dialog').getByText('is another chip').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(chips).toContainEqual(['16Q', 16]);
  });

  it('a runcard in YAML is read, and a topology is named as what it is', async () => {
    const { page } = session;
    await page.goto('/chips?open=import');
    const drop = page.getByLabel(/Drop the files of a device/);
    await drop.setInputFiles([yaml('linear.yaml', 'qubits:\n  0: {row: 0, col: 0}\ncouplings: []\n')]);
    await page.getByText('linear.yaml is a topology without values').waitFor();
    const card = 'nqubits: 1\nqubits: [0]\ncharacterization:\n  single_qubit:\n    0: {T1: 14_000}\n';
    await drop.setInputFiles([yaml('runcard.yml', card)]);
    await page.getByRole('dialog').getByText('qibolab', { exact: true }).waitFor();
    await page.getByLabel('Measured at').fill('2026-02-03');
    await page.getByLabel('Chip id').fill('card');
    await page.getByRole('button', { name: 'Preview', exact: true }).click();
    await page.getByRole('button', { name: 'Import', exact: true }).click();
    await expect.poll(chips).toContainEqual(['card', 1]);
    const { data } = await session.service.api.getChipQubit({ params: { chip_id: 'card', qid: '0' } });
    expect(data.t1?.value).toBe(14);
    expect(session.problems).toEqual([]);
  });
});
