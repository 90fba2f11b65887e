import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auditEntity } from '#shared/projects/store/audit.ts';
import { scan } from '#test/support/runs/run-results.ts';
import { pairDevice } from '../support/pair-device.ts';
import { refusal } from '../support/refusal.ts';
import { type Caller, startWorld, type World } from '../support/world.ts';

let world: World;
let owner: Caller;
let project_id: string;
beforeAll(async () => {
  world = await startWorld();
  owner = await world.register('owner');
  project_id = (await owner.api.getCurrentUser()).default_project_id ?? '';
  const documents = pairDevice(50, '2025-02-01T00:00:00.000Z');
  await owner.api.importChip({ body: { format: 'ibm', chip_id: 'chip', documents } });
});
afterAll(() => world.stop());

type Hours = Parameters<Caller['api']['updateProject']>[0]['body']['freshness_hours'];
const set = (freshness_hours: Hours, caller = owner) =>
  caller.api.updateProject({ params: { project_id }, body: { freshness_hours } });

/** T1 and readout of qubit 0, measured `hours` ago. */
const states = async (hours: number, caller = owner) => {
  const as_of = new Date(Date.parse('2025-02-01T00:00:00Z') + hours * 3_600_000).toISOString();
  const { qubit_metrics, qubit_coverage } = await caller.api.getChipMetrics({
    params: { chip_id: 'chip' },
    query: { as_of },
  });
  const { t1, average_readout_fidelity: readout } = qubit_metrics;
  return { states: [t1?.['0']?.state, readout?.['0']?.state], coverage: qubit_coverage.t1 };
};
const nothing = { coherence: null, gate: null, readout: null, frequency: null, setting: null, other: null };

describe("a project's own freshness", () => {
  it('a project without hours of its own has those of the catalogue', async () => {
    expect((await owner.api.getProject({ params: { project_id } })).freshness_hours).toEqual(nothing);
    const { coverage } = await states(40);
    expect(coverage).toMatchObject({ fresh: 2, fresh_for_seconds: 48 * 3600, freshness_basis: 'default' });
    expect((await states(40)).states).toEqual(['fresh', 'stale']);
  });

  it("a project's own hours decide in every answer that tells freshness, of the kinds that it names", async () => {
    expect((await set({ coherence: 12, readout: 72 })).freshness_hours).toEqual({
      ...nothing,
      coherence: 12,
      readout: 72,
    });
    const { states: found, coverage } = await states(40);
    expect(found).toEqual(['stale', 'fresh']);
    expect(coverage).toMatchObject({ stale: 2, fresh_for_seconds: 12 * 3600, freshness_basis: 'project' });
    const config = await owner.api.getMetricsConfig();
    expect(config.qubit_metrics.t1?.fresh_for_seconds).toBe(12 * 3600);
    expect(config.qubit_metrics.qubit_frequency?.fresh_for_seconds).toBe(168 * 3600);
    expect((await owner.api.getConfigAll()).metrics).toEqual(config);
    const other = await world.register('other');
    expect((await other.api.getMetricsConfig()).qubit_metrics.t1?.fresh_for_seconds).toBe(48 * 3600);
  });

  it('kinds that are not named stay, and null gives one its default again', async () => {
    expect((await set({ coherence: null, gate: 36.5 })).freshness_hours).toEqual({
      ...nothing,
      readout: 72,
      gate: 36.5,
    });
    expect((await set(null)).freshness_hours).toEqual({ ...nothing, readout: 72, gate: 36.5 });
    expect((await states(40)).states).toEqual(['fresh', 'fresh']);
  });

  it('who changes what counts as fresh is in the audit, and a change of nothing is not', async () => {
    await set({ gate: 36.5 });
    const entries = (await scan(world.stack.runtime.db))
      .filter(({ entity }) => entity === auditEntity.name)
      .map((item) => auditEntity.decode(item))
      .filter(({ action }) => action === 'set-freshness')
      .sort((a, b) => (a.at < b.at ? -1 : 1));
    expect(entries.map(({ actor }) => actor)).toEqual(['owner', 'owner']);
    expect(entries.at(-1)).toMatchObject({
      resource: `project:${project_id}`,
      details: { before: { coherence: 12, readout: 72 }, after: { readout: 72, gate: 36.5 } },
    });
  });

  it.each([{ coherence: 0 }, { coherence: -1 }, { coherence: 87_601 }, { coherence: '12' }, { cohrence: 12 }, 12])(
    'hours of freshness that are none are 400: %j',
    async (hours) => {
      expect(await refusal(set(hours as Hours))).toMatchObject({ status: 400 });
    },
  );

  it('the owner alone sets how long values are fresh', async () => {
    const editor = await world.register('editor');
    const body = { username: 'editor', role: 'editor' as const };
    await world.join(owner.api, { params: { project_id }, body });
    expect(await refusal(set({ coherence: 1 }, editor))).toMatchObject({ status: 403 });
    expect((await states(40)).coverage).toMatchObject({ freshness_basis: 'default' });
  });
});
