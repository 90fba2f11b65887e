import type { routes } from '#shared/api/routes.ts';
import type { SamplesOf } from './sample.ts';

export const cooldownsSamples = {
  listCryostats: () => ({}),
  createCryostat: ({ fresh }) => ({ body: { cryo_id: fresh } }),
  getCryostat: ({ cryoId }) => ({ params: { cryo_id: cryoId } }),
  replaceCryostat: ({ cryoId, fresh }) => ({ params: { cryo_id: cryoId }, body: { name: fresh } }),
  updateCryostat: ({ cryoId, fresh }) => ({ params: { cryo_id: cryoId }, body: { name: fresh } }),
  deleteCryostat: ({ idleCryoId }) => ({ params: { cryo_id: idleCryoId } }),
  listCooldowns: () => ({}),
  createCooldown: ({ fresh, cryoId }) => ({
    body: { cooldown_id: fresh, cryo_id: cryoId, started_at: '2025-03-01T00:00:00Z' },
  }),
  createCooldownWiringCheckpoint: ({ cooldownId, fresh }) => ({
    params: { cooldown_id: cooldownId },
    body: { comment: fresh },
  }),
  listCooldownWiringEvents: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  getCooldownWiringEvent: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId, event_id: 1 } }),
  getCooldown: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  replaceCooldown: ({ cooldownId, cryoId }) => ({
    params: { cooldown_id: cooldownId },
    body: { cryo_id: cryoId, started_at: '2025-01-02T00:00:00Z' },
  }),
  updateCooldown: ({ cooldownId, fresh }) => ({ params: { cooldown_id: cooldownId }, body: { description: fresh } }),
  deleteCooldown: ({ cooldownId }) => ({ params: { cooldown_id: cooldownId } }),
  assignChipToCooldown: ({ cooldownId, chipId }) => ({ params: { cooldown_id: cooldownId, chip_id: chipId } }),
  unassignChipFromCooldown: ({ cooldownId, chipId }) => ({ params: { cooldown_id: cooldownId, chip_id: chipId } }),
} satisfies Partial<SamplesOf<typeof routes>>;
