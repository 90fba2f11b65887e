import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishedDevices } from '#test/support/devices/published.ts';
import { startWorld, type World } from '../support/world.ts';

/** Devices with the medians and counts that were published with them; a readout no better than chance is in none. */
const devices = [
  {
    name: 'torino',
    props: 'props_torino_2025-02-26',
    gate: 'cz',
    medians: { t1: '185.0', t2: '140.9', readout: '0.02295', twoQubit: '0.00408' },
    qubits: 133,
    couplings: 150,
    faultyCouplings: 11,
  },
  {
    name: 'sherbrooke',
    props: 'props_sherbrooke_2025-02-26',
    gate: 'ecr',
    medians: { t1: '278.4', t2: '170.0', readout: '0.01965', twoQubit: '0.0075' },
    qubits: 127,
    couplings: 144,
    faultyCouplings: 9,
  },
  {
    name: 'nighthawk',
    props: 'props_nighthawk',
    gate: 'cz',
    medians: { t1: '272.8', t2: '341.6', readout: '0.00488', twoQubit: '0.002709' },
    qubits: 120,
    couplings: 218,
    faultyCouplings: 0,
  },
] as const;

describe.skipIf(!publishedDevices.available)(publishedDevices.titled('real devices'), () => {
  let world: World;
  beforeAll(async () => {
    world = await startWorld();
  });
  afterAll(() => world.stop());

  const documentsOf = (name: string, props: string) => ({
    conf: publishedDevices.json(`ibm/conf_${name}.json`),
    props: publishedDevices.json(`ibm/${props}.json`),
  });
  const run = (chip_id: string, documents: { conf: unknown; props: unknown }) =>
    world.admin.api.importChip({ body: { format: 'ibm', chip_id, documents } });
  const digits = (text: string) => text.length - text.indexOf('.') - 1;

  it.each(devices)(
    'the import of $name gives the published medians and counts, and a second one changes nothing',
    async (device) => {
      const { name, gate, medians } = device;
      const summary = await run(name, documentsOf(name, device.props));
      expect(summary).toMatchObject({
        created: true,
        qubits: device.qubits,
        couplings: device.couplings,
        missing: 0,
        unchanged: 0,
      });
      const metrics = await world.admin.api.getChipMetrics({ params: { chip_id: name } });
      const qubits = metrics.qubit_coverage;
      const twoQubit = metrics.coupling_coverage[`${gate}_gate_fidelity`];
      expect([
        qubits.t1?.median?.toFixed(digits(medians.t1)),
        qubits.t2_echo?.median?.toFixed(digits(medians.t2)),
        (1 - (qubits.average_readout_fidelity?.median ?? 0)).toFixed(digits(medians.readout)),
        (1 - (twoQubit?.median ?? 0)).toFixed(digits(medians.twoQubit)),
      ]).toEqual(Object.values(medians));
      expect(twoQubit).toMatchObject({ faulty: device.faultyCouplings, total: device.couplings, missing: 0 });
      const chip = await world.admin.api.getChip({ params: { chip_id: name } });
      expect([chip.qubit_count, Object.keys(chip.couplings ?? {}).length]).toEqual([device.qubits, device.couplings]);
      const again = await run(name, documentsOf(name, device.props));
      // Remarks concern new values only.
      const nothingNew = { values: 0, noted: 0, judged_values: [], judged_kinds: [], rejected: 0 };
      expect(again).toEqual({
        ...summary,
        ...nothingNew,
        created: false,
        unchanged: summary.values + summary.rejected,
      });
      expect(await world.admin.api.getChip({ params: { chip_id: name } })).toEqual(chip);
    },
  );

  it('the import of sherbrooke keeps the direction of every ecr gate', async () => {
    const { conf } = documentsOf('sherbrooke', 'props_sherbrooke_2025-02-26');
    const { coupling_map } = conf as { coupling_map: [number, number][] };
    const { couplings } = await world.admin.api.getChip({ params: { chip_id: 'sherbrooke' } });
    expect(new Set(Object.keys(couplings ?? {}))).toEqual(new Set(coupling_map.map((pair) => pair.join('-'))));
  });

  it('torino, as of the day of its snapshot: 70 T1 are fresh, and 54 are older than seven days', async () => {
    const asOf = '2025-02-26T15:26:08-05:00';
    const metrics = await world.admin.api.getChipMetrics({ params: { chip_id: 'torino' }, query: { as_of: asOf } });
    expect(metrics.qubit_coverage.t1).toMatchObject({ total: 133, fresh: 70, stale: 63, missing: 0 });
    const ages = Object.values(metrics.qubit_metrics.t1 ?? {}).map((cell) => cell.age_seconds);
    expect(ages.filter((age) => age > 7 * 86_400)).toHaveLength(54);
  });

  it('the import of torino of a year before joins the history and leaves the present as it is', async () => {
    const present = await world.admin.api.getChip({ params: { chip_id: 'torino' } });
    const summary = await run('torino', documentsOf('torino', 'props_torino_2024-02-28'));
    expect([summary.created, summary.unchanged]).toEqual([false, 0]);
    expect(summary.values).toBeGreaterThan(1000);
    const chip = await world.admin.api.getChip({ params: { chip_id: 'torino' } });
    const currentOf = (of: typeof chip) =>
      Object.values(of.qubits ?? {}).map(({ qid, data }) => [qid, data.t1?.value, data.t1?.calibrated_at]);
    expect(currentOf(chip)).toEqual(currentOf(present));
    const then = await world.admin.api.getChipMetrics({
      params: { chip_id: 'torino' },
      query: { as_of: '2024-03-01' },
    });
    expect(then.qubit_coverage.t1).toMatchObject({ total: 133, missing: 0 });
    const cells = Object.values(then.qubit_metrics.t1 ?? {});
    expect(cells.every((cell) => cell.calibrated_at < '2024-03-02')).toBe(true);
  });
});
