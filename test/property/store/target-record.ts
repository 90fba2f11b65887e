import fc from 'fast-check';
import { mapKey, measured, note, text } from './case.ts';
import { anyId, couplingId, executionId, instant, qid } from './ids.ts';

/** A metric's value as a qubit or coupling holds it. */
const value = fc.record(
  {
    value: measured,
    unit: text,
    error: measured,
    valueType: text,
    description: text,
    calibratedAt: instant,
    source: fc.constantFrom('import', 'manual', 'task', 'simulator'),
    executionId,
    taskId: fc.uuid(),
  },
  { requiredKeys: ['value', 'unit', 'calibratedAt', 'source'] },
);

const target = fc.oneof(
  fc.record({ kind: fc.constant('qubit'), id: qid }),
  fc.record({ kind: fc.constant('coupling'), id: couplingId }),
);

/** A qubit or coupling, with its values. */
export const targetRecord = fc
  .tuple(
    target,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      username: text,
      status: text,
      data: fc.dictionary(mapKey, value, { maxKeys: 4, noNullPrototype: true }),
      faulty: fc.dictionary(mapKey, instant, { maxKeys: 3, noNullPrototype: true }),
      note,
      metricNotes: fc.dictionary(mapKey, note, { maxKeys: 2, noNullPrototype: true }),
      createdAt: instant,
      updatedAt: instant,
    }),
    fc.record({ cooldownId: anyId }, { requiredKeys: [] }),
  )
  .map(([ref, rest, optional]) => ({ ...ref, ...rest, ...optional }));
