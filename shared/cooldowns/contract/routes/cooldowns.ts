import { editor, type Route, viewer } from '../../../api/route.ts';

/** Cryostats and cool-downs. */
export const cooldownsRoutes = {
  listCryostats: { method: 'GET', path: '/cryostats', group: 'cooldowns', ...viewer },
  createCryostat: { method: 'POST', path: '/cryostats', group: 'cooldowns', ...editor },
  getCryostat: { method: 'GET', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...viewer },
  replaceCryostat: { method: 'PUT', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  updateCryostat: { method: 'PATCH', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  deleteCryostat: { method: 'DELETE', path: '/cryostats/{cryo_id}', group: 'cooldowns', ...editor },
  listCooldowns: { method: 'GET', path: '/cooldowns', group: 'cooldowns', ...viewer },
  createCooldown: { method: 'POST', path: '/cooldowns', group: 'cooldowns', ...editor },
  getCooldown: { method: 'GET', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...viewer },
  replaceCooldown: { method: 'PUT', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  updateCooldown: { method: 'PATCH', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  deleteCooldown: { method: 'DELETE', path: '/cooldowns/{cooldown_id}', group: 'cooldowns', ...editor },
  createCooldownWiringCheckpoint: {
    method: 'POST',
    path: '/cooldowns/{cooldown_id}/wiring-checkpoint',
    group: 'cooldowns',
    ...editor,
  },
  listCooldownWiringEvents: {
    method: 'GET',
    path: '/cooldowns/{cooldown_id}/wiring-events',
    group: 'cooldowns',
    ...viewer,
  },
  getCooldownWiringEvent: {
    method: 'GET',
    path: '/cooldowns/{cooldown_id}/wiring-events/{event_id}',
    group: 'cooldowns',
    ...viewer,
  },
  assignChipToCooldown: {
    method: 'POST',
    path: '/cooldowns/{cooldown_id}/chips/{chip_id}',
    group: 'cooldowns',
    ...editor,
  },
  unassignChipFromCooldown: {
    method: 'DELETE',
    path: '/cooldowns/{cooldown_id}/chips/{chip_id}',
    group: 'cooldowns',
    ...editor,
  },
} as const satisfies Record<string, Route>;
