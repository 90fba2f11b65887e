import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { startWorld, type World } from '../support/world.ts';

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('health of Torino'), () => {
  let world: World;
  const params = { chip_id: 'torino' };
  beforeAll(async () => {
    world = await startWorld();
    for (const date of ['2024-02-28', '2025-02-26']) {
      const documents = {
        conf: publishedDevices.json('ibm/conf_torino.json'),
        props: publishedDevices.json(`ibm/props_torino_${date}.json`),
      };
      await world.admin.api.importChip({ body: { format: 'ibm', ...params, documents } });
    }
  });
  afterAll(() => world.stop());

  it('the health of Torino and what limits it are those of the book', async () => {
    const { median, least, qubits } = await world.admin.api.getChipHealth({ params, query: {} });
    expect(median).toBeCloseTo(0.705, 3);
    // The readout of qubit 86 is no better than chance (rule GATE-14).
    expect(least).toBe(0);
    expect(qubits['86']?.health).toBe(least);
    const limits = Object.groupBy(Object.values(qubits), ({ limited_by }) => limited_by ?? '');
    const metrics = ['average_readout_fidelity', 't2_echo', 't1', 'x90_gate_fidelity'];
    expect(metrics.map((metric) => limits[metric]?.length)).toEqual([72, 53, 6, 2]);
  });

  it.each([
    [4, '28 29 30 36', 0.9526, true],
    [5, '80 81 92 98 99', 0.923, true],
    [10, '5 6 7 8 17 27 28 29 30 36', 0.8305, false],
  ] as const)('the best patch of %i qubits of Torino is that of the book', async (size, qubits, score, exact) => {
    const found = await world.admin.api.getChipBestPatch({ params, query: { size } });
    expect([found.qubits.join(' '), found.exact]).toEqual([qubits, exact]);
    expect(found.score).toBeCloseTo(score, 4);
    const faulty = found.left_out.couplings.filter(({ reason }) => reason === 'faulty');
    expect(faulty).toHaveLength(11);
  });

  it('as of the first date of Torino its patch is by the values of that time', async () => {
    const query = { size: 4, as_of: '2024-03-01' };
    const [then, now] = [query, { size: 4 }].map((one) => world.admin.api.getChipBestPatch({ params, query: one }));
    const [earlier, current] = [await then, await now];
    expect(earlier?.values.every(({ calibrated_at }) => calibrated_at < '2024-03-02')).toBe(true);
    expect(earlier?.score).not.toBe(current?.score);
  });
});
