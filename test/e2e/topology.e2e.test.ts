import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumBrowser, expectAccessible, expectContrastInDark, expectNoSidewaysScroll } from './support/browser.ts';
import { type Session, startSession } from './support/session.ts';

const missing = chromiumBrowser.available ? '' : chromiumBrowser.reason;

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const star = (count: number) => numbers(count - 1).map((leaf): [number, number] => [0, leaf + 1]);
const ring = (count: number) => numbers(count).map((qubit): [number, number] => [qubit, (qubit + 1) % count]);
const allPairs = (count: number) => numbers(count).flatMap((b) => numbers(b).map((a): [number, number] => [a, b]));
/** The plaquettes of a surface code of distance 3: nine data qubits, eight others between them. */
const surface17 =
  '0-9 1-9 3-9 4-9 1-10 2-10 4-10 5-10 3-11 4-11 6-11 7-11 4-12 5-12 7-12 8-12 1-13 2-13 6-14 7-14 0-15 3-15 5-16 8-16'
    .split(' ')
    .map((pair) => pair.split('-').map(Number) as [number, number]);

/** Topologies made by hand, and the maps of chips without a square lattice. */
describe.skipIf(missing)(`chips of any shape${missing && ` (skipped: ${missing})`}`, () => {
  let session: Session;
  let page: Page;

  beforeAll(async () => {
    session = await startSession();
    page = session.page;
  });
  afterAll(() => session?.stop());

  /** A chip as an import brings it, without coordinates, each qubit with a T1 time and each coupling with an error. */
  const importChip = async (chip: string, count: number, pairs: [number, number][]) => {
    const date = new Date(Date.now() - 3_600_000).toISOString();
    const one = (name: string, unit: string, value: number) => ({ date, name, unit, value });
    const props = {
      backend_name: chip,
      last_update_date: date,
      qubits: numbers(count).map((qubit) => [one('T1', 'us', 80.25 + qubit)]),
      gates: pairs.map((qubits, index) => ({
        gate: 'cz',
        qubits,
        parameters: [one('gate_error', '', 0.003 + index / 10_000), one('gate_length', 'ns', 60)],
      })),
    };
    const conf = { backend_name: chip, n_qubits: count, coupling_map: pairs };
    await session.service.api.importChip({ body: { format: 'ibm', chip_id: chip, documents: { conf, props } } });
  };

  interface Cell {
    id: string;
    left: number;
    top: number;
    right: number;
    bottom: number;
  }

  /** The cells of the qubits as they are drawn. */
  const cells = async (): Promise<Cell[]> => {
    await page.getByRole('gridcell', { name: /^Q0,/ }).first().waitFor();
    return page.locator('g[data-kind="qubit"] > path:first-of-type').evaluateAll((paths) =>
      paths.map((path) => {
        const { left, top, right, bottom } = path.getBoundingClientRect();
        return { id: path.parentElement?.getAttribute('aria-label') ?? '', left, top, right, bottom };
      }),
    );
  };

  const overlapping = (found: readonly Cell[]) =>
    found.flatMap((a, index) =>
      found
        .slice(index + 1)
        .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
        .map((b) => [a.id, b.id]),
    );

  it.each([
    ['a star', 'star', 17, star(17)],
    ['a ring', 'ring', 16, ring(16)],
    ['an all-to-all chip', 'all', 8, allPairs(8)],
    ['a chip of 17 qubits', 'surface', 17, surface17],
    ['a chip of 5 qubits', 'five', 5, star(5)],
    ['a chip of one qubit', 'one', 1, []],
  ])(
    '%s has a map of cells that are apart, large enough for a finger and inside a narrow window',
    async (_, chip, count, pairs) => {
      await importChip(chip, count, pairs as [number, number][]);
      for (const width of [1440, 360]) {
        await page.setViewportSize({ width, height: 900 });
        await page.goto(`/dashboard?chip=${chip}&qubit=t1`);
        const found = await cells();
        expect(found).toHaveLength(count);
        expect(overlapping(found)).toEqual([]);
        const side = Math.min(...found.map(({ left, right }) => right - left));
        expect(side).toBeGreaterThanOrEqual(width === 360 ? 24 : 28);
        expect(await page.locator('g[data-kind="coupling"]').count()).toBe((pairs as unknown[]).length);
        await expectNoSidewaysScroll(page);
      }
      await expectContrastInDark(page);
      await page.emulateMedia({ colorScheme: 'light' });
      await page.setViewportSize({ width: 1440, height: 900 });
    },
  );

  it('the chip whose couplings fit no drawing says so, and lists its qubits without lines', async () => {
    await importChip('many', 65, allPairs(65));
    await page.goto('/dashboard?chip=many&qubit=t1');
    await page.getByText('No map: the couplings fit no drawing.').waitFor();
    expect(await cells()).toHaveLength(65);
    expect(await page.locator('g[data-kind="coupling"]').count()).toBe(0);
    await expectAccessible(page);
  });

  const editor = () => page.getByRole('grid', { name: 'Map of the topology' });
  const qubit = (id: string) => editor().getByRole('gridcell', { name: new RegExp(`^Q${id},`) });
  const couplings = () => page.getByLabel('Couplings', { exact: true });

  it('the way to a topology of a person leads from the dialog that creates a chip', async () => {
    await page.goto('/chips?open=create');
    await page.getByRole('dialog', { name: 'Create a chip' }).getByRole('link', { name: 'Draw a new one' }).click();
    await page.getByRole('heading', { name: 'New topology', level: 1 }).waitFor();
    await editor().waitFor();
    await expectAccessible(page);
    await expectContrastInDark(page);
    await page.emulateMedia({ colorScheme: 'light' });
  });

  it('a shape is drawn with its holes, and what is wrong with it is said at its field', async () => {
    await page.getByLabel('Rows').fill('2');
    await page.getByLabel('Columns').fill('3');
    await page.getByLabel(/^Holes/).fill('9');
    await page.getByRole('button', { name: 'Draw this shape' }).click();
    await page.getByText("'9' is not a qubit of this shape").waitFor();
    expect(await page.getByLabel(/^Holes/).getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel(/^Holes/).fill('2');
    await page.getByRole('button', { name: 'Draw this shape' }).click();
    await page.getByText('5 qubits, 5 couplings').waitFor();
    expect(await couplings().inputValue()).toBe('0-1, 0-3, 1-4, 3-4, 4-5');
  });

  it('couplings are drawn by two clicks, by keys, and typed', async () => {
    await qubit('1').click();
    await page.getByText('Q1 is chosen: press the qubit to couple it with').waitFor();
    await qubit('5').click();
    await page.getByText('Q1 and Q5 are coupled now').waitFor();
    expect(await couplings().inputValue()).toBe('0-1, 0-3, 1-4, 1-5, 3-4, 4-5');
    await qubit('5').focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Enter');
    await page.getByText('Q5 and Q4 are not coupled now').waitFor();
    expect(await qubit('5').getAttribute('aria-label')).toBe('Q5, coupled to Q1');
    await couplings().fill('0-1, 7-1');
    await page.getByText("7-1: '7' is not a qubit of this topology").waitFor();
    await couplings().fill('0-1, 0-3, 1-4, 3-4, 4-5');
    await page.getByText('5 qubits, 5 couplings').waitFor();
  });

  it('named qubits and readout lines of any size are saved with the topology, and its chip has them', async () => {
    await page.getByLabel(/^Names of the qubits/).fill('A B C D E');
    expect(await couplings().inputValue()).toBe('A-B, A-C, B-D, C-D, D-E');
    await page.getByLabel(/^Qubits a readout line/).fill('3');
    expect(await page.getByLabel(/^Readout lines/).inputValue()).toBe('A B C\nD E');
    await page.setViewportSize({ width: 360, height: 900 });
    await expectNoSidewaysScroll(page);
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByLabel('Chip id').fill('star');
    await page.getByRole('button', { name: 'Save and create the chip' }).click();
    await page.getByText("Chip 'star' already exists").waitFor();
    expect(await page.getByLabel('Chip id').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('Chip id').fill('named');
    await page.getByRole('button', { name: 'Save and create the chip' }).click();
    await page.waitForURL(/\/chips\/named$/);
    const { api } = session.service;
    const chip = await api.getChip({ params: { chip_id: 'named' } });
    expect(chip.readout_lines).toEqual([
      ['A', 'B', 'C'],
      ['D', 'E'],
    ]);
    const topology = await api.getTopology({ params: { topology_id: chip.topology_id ?? '' } });
    expect(topology.qubits).toEqual({
      A: { row: 0, col: 0 },
      B: { row: 0, col: 1 },
      C: { row: 1, col: 0 },
      D: { row: 1, col: 1 },
      E: { row: 1, col: 2 },
    });
    const { topologies } = await api.listProjectTopologies();
    expect(topologies).toContainEqual(
      expect.objectContaining({ id: chip.topology_id, num_qubits: 5, num_couplings: 5 }),
    );
    expect(session.problems).toEqual([]);
  });

  it('a topology that is not saved is asked about before it is left', async () => {
    await page.goto('/topologies/new');
    await qubit('0').click();
    await qubit('5').click();
    await page.getByRole('link', { name: 'Chips', exact: true }).first().click();
    await page.getByRole('button', { name: 'Stay', exact: true }).click();
    expect(await couplings().inputValue()).toContain('0-5');
  });

  it('a topology begins as another, is saved without a chip, and becomes that of a chip that exists', async () => {
    await importChip('moved', 3, [
      [0, 1],
      [1, 2],
      [2, 0],
    ]);
    await page.goto('/chips/moved');
    await page.getByRole('button', { name: 'Edit…' }).click();
    const dialog = page.getByRole('dialog', { name: "Edit chip 'moved'" });
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Draw another from this one' }).click();
    await editor().waitFor();
    expect(await couplings().inputValue()).toBe('0-1, 0-2, 1-2');
    await page.getByLabel('Qubits a readout line').fill('3');
    await page.getByLabel('Name of the topology').fill('triangle');
    await page.getByRole('button', { name: 'Save the topology' }).click();
    await page.getByText(/^Saved as 'topology-3-/).waitFor();
    await expectAccessible(page);
    await page.goto('/chips/moved');
    await page.getByRole('button', { name: 'Edit…' }).click();
    const { topologies } = await session.service.api.listTopologies({ query: { size: 3 } });
    const own = topologies.find(({ name }) => name === 'triangle')?.id ?? '';
    await dialog.getByLabel('Topology').selectOption(own);
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText(own, { exact: true }).first().waitFor();
    expect(await session.service.api.getChip({ params: { chip_id: 'moved' } })).toMatchObject({
      ...{ topology_id: own, coupling_count: 3 },
    });
  });

  it('a topology that is chosen takes the place of what was drawn', async () => {
    await page.goto('/topologies/new');
    await editor().waitFor();
    await page.getByLabel('Or start from a topology').selectOption('heavy-hex-27');
    await page.getByRole('button', { name: 'Start from it' }).click();
    await qubit('26').waitFor();
    expect((await couplings().inputValue()).split(', ')).toHaveLength(28);
  });
});
