import fc from 'fast-check';
import { chipEntity, chipJobEntity, importEntity, targetEntity, topologyEntity } from '#shared/chips/store/chips.ts';
import { count, mapKey, note, of, text } from './case.ts';
import { anyId, instant, qid } from './ids.ts';
import { targetRecord } from './target-record.ts';

const position = fc.record({ row: count, col: count });

/** Codecs of chips, their qubits and couplings, topologies, imports and jobs, with their records. */
export const chipEntities = [
  of(
    chipEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        username: text,
        size: count,
        topologyId: anyId,
        readout: fc.oneof(count, fc.array(fc.array(qid, { maxLength: 3 }), { maxLength: 3 })),
        qubitCount: count,
        couplingCount: count,
        installedAt: instant,
        activityStatus: fc.constantFrom('active', 'inactive'),
        currentCooldownId: anyId,
        cooldownIds: fc.array(anyId, { maxLength: 3 }),
        note,
        lastCalibratedAt: instant,
        deletingAt: instant,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'chipId', 'username', 'size', 'topologyId', 'note', 'createdAt'] },
    ),
  ),
  of(targetEntity, targetRecord),
  of(
    topologyEntity,
    fc.record({
      projectId: anyId,
      topology: fc.record({
        topologyId: anyId,
        name: text,
        description: text,
        layoutType: fc.constantFrom('grid', 'hex', 'linear', 'free'),
        gridSize: count,
        numQubits: count,
        muxSize: fc.option(count),
        directionConvention: fc.option(text),
        qubits: fc.dictionary(mapKey, position, { maxKeys: 5, noNullPrototype: true }),
        couplings: fc.array(fc.tuple(qid, qid), { maxLength: 5 }),
        directed: fc.boolean(),
      }),
    }),
  ),
  of(
    importEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      hash: fc.uuid(),
      format: text,
      deviceName: text,
      username: text,
      importedAt: instant,
      values: count,
    }),
  ),
  of(
    chipJobEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        jobId: anyId,
        kind: fc.constantFrom('create', 'import', 'delete'),
        username: text,
        startedAt: instant,
        leaseUntil: instant,
        parts: count,
        create: fc.record({ size: count, topologyId: anyId }),
      },
      { requiredKeys: ['projectId', 'chipId', 'jobId', 'kind', 'username', 'startedAt', 'leaseUntil', 'parts'] },
    ),
  ),
];
