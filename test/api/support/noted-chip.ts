import type { Caller, World } from './world.ts';

export const chip = { chip_id: 'c' };
export const qubit = { ...chip, qid: '0' };
export const coupling = { ...chip, coupling_id: '0-1' };
export const content = (text: string) => ({ body: { content: text } });

/** A user with a chip, an ended cool-down that lists it, and one that does not. */
export async function ownerOfNotedChip(world: World, username: string): Promise<Caller> {
  const owner = await world.register(username);
  await owner.api.createChip({ body: { chip_id: 'c', topology_id: 'linear-3' } });
  await owner.api.createCryostat({ body: { cryo_id: 'A' } });
  const started_at = '2025-01-01T00:00:00.000Z';
  await owner.api.createCooldown({
    body: { cooldown_id: 'cd-1', cryo_id: 'A', started_at, ended_at: '2025-02-01T00:00:00.000Z', chip_ids: ['c'] },
  });
  await owner.api.createCooldown({
    body: { cooldown_id: 'other', cryo_id: 'A', started_at, ended_at: '2025-01-05T00:00:00.000Z' },
  });
  world.advance(1);
  return owner;
}

/** The notes of a chip and of its targets: how each is written, deleted and called. */
export const noteLevels = (owner: () => Caller) => ({
  chip: {
    put: (text: string, query = {}, headers = {}) =>
      owner().api.upsertChipNote({ params: chip, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner().api.deleteChipNote({ params: chip, query, headers }),
    name: "Note of chip 'c'",
    event: { scope: 'chip', target_id: 'c', metric_key: '' },
    message: 'Chip note cleared',
  },
  qubit: {
    put: (text: string, query = {}, headers = {}) =>
      owner().api.upsertQubitNote({ params: qubit, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner().api.deleteQubitNote({ params: qubit, query, headers }),
    name: "Note of qubit '0' of chip 'c'",
    event: { scope: 'qubit', target_id: '0', metric_key: '' },
    message: 'Qubit note cleared',
  },
  coupling: {
    put: (text: string, query = {}, headers = {}) =>
      owner().api.upsertCouplingNote({ params: coupling, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) => owner().api.deleteCouplingNote({ params: coupling, query, headers }),
    name: "Note of coupling '0-1' of chip 'c'",
    event: { scope: 'coupling', target_id: '0-1', metric_key: '' },
    message: 'Coupling note cleared',
  },
  'qubit metric': {
    put: (text: string, query = {}, headers = {}) =>
      owner().api.upsertQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, query, headers, ...content(text) }),
    remove: (query = {}, headers = {}) =>
      owner().api.deleteQubitMetricNote({ params: { ...qubit, metric_key: 't1' }, query, headers }),
    name: "Note of metric 't1' of qubit '0' of chip 'c'",
    event: { scope: 'qubit_metric', target_id: '0', metric_key: 't1' },
    message: 'Qubit metric note deleted',
  },
  'coupling metric': {
    put: (text: string, query = {}, headers = {}) =>
      owner().api.upsertCouplingMetricNote({
        params: { ...coupling, metric_key: 'zx' },
        query,
        headers,
        ...content(text),
      }),
    remove: (query = {}, headers = {}) =>
      owner().api.deleteCouplingMetricNote({ params: { ...coupling, metric_key: 'zx' }, query, headers }),
    name: "Note of metric 'zx' of coupling '0-1' of chip 'c'",
    event: { scope: 'coupling_metric', target_id: '0-1', metric_key: 'zx' },
    message: 'Coupling metric note deleted',
  },
});
