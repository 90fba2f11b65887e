import fc from 'fast-check';
import { cooldownDataEntity, cooldownEntity, cryostatEntity } from '#shared/cooldowns/store/cooldowns.ts';
import { count, note, of, text } from './case.ts';
import { anyId, instant } from './ids.ts';

/** Codecs of cryostats and cool-downs, with their records. */
export const cooldownEntities = [
  of(
    cryostatEntity,
    fc.record(
      {
        projectId: anyId,
        cryoId: anyId,
        name: text,
        manufacturer: text,
        model: text,
        location: text,
        status: fc.constantFrom('active', 'maintenance', 'decommissioned'),
        commissionedAt: instant,
        decommissionedAt: instant,
        ongoingCooldownId: anyId,
        cooldownCount: count,
        note,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'cryoId', 'name', 'status', 'cooldownCount', 'note', 'createdAt', 'updatedAt'] },
    ),
  ),
  of(
    cooldownEntity,
    fc.record(
      {
        projectId: anyId,
        cooldownId: anyId,
        cryoId: anyId,
        description: text,
        startedAt: instant,
        endedAt: instant,
        chipIds: fc.array(anyId, { maxLength: 3 }),
        note,
        wiringInfo: text,
        wiringBlocks: fc.json({ maxDepth: 3 }),
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'cooldownId', 'cryoId', 'startedAt', 'chipIds', 'note', 'wiringBlocks'] },
    ),
  ),
  of(cooldownDataEntity, fc.record({ projectId: anyId, cooldownId: anyId, chipId: anyId })),
];
