import fc from 'fast-check';
import { EXECUTION_STATUSES } from '#shared/domain/runs/statuses.ts';
import { auditEntity } from '#shared/store/audit.ts';
import { chipEntity, chipJobEntity, importEntity, targetEntity, topologyEntity } from '#shared/store/chips.ts';
import type { Entity } from '#shared/store/codec.ts';
import { cooldownDataEntity, cooldownEntity, cryostatEntity } from '#shared/store/cooldowns.ts';
import { executionEntity } from '#shared/store/executions.ts';
import { flowEntity, flowVersionEntity, packSource } from '#shared/store/flows.ts';
import { counterEntity, lockEntity, runPointerEntity } from '#shared/store/locks.ts';
import { memberEntity, memberMirrorEntity, projectEntity, projectNameEntity } from '#shared/store/projects.ts';
import { packTargets, rollUpEntity } from '#shared/store/roll-ups.ts';
import { sampleEntity, seriesEntity } from '#shared/store/samples.ts';
import { signingKeyEntity } from '#shared/store/system.ts';
import { targetDayEntity } from '#shared/store/target-days.ts';
import { apiTokenEntity, userEntity, usernameEntity } from '#shared/store/users.ts';
import { anyId, couplingId, executionId, instant, qid, targetRef } from './ids.ts';
import { noteEntities } from './note-records.ts';
import { scheduleEntities } from './schedule-records.ts';
import { taskEntities } from './task-records.ts';
import { claim, workerEntities } from './worker-records.ts';

/** Numbers as they are measured: within what DynamoDB stores, and no -0, which it stores as 0. */
const measured = fc
  .double({ noNaN: true, min: -1e100, max: 1e100 })
  .map((value) => (value === 0 || Math.abs(value) < 1e-100 ? 0 : value));
const text = fc.string({ maxLength: 20, unit: 'binary' });
const count = fc.nat({ max: 5000 });
const role = fc.constantFrom('viewer', 'editor', 'owner');
// A map of the SDK cannot hold `__proto__`, which no metric is called.
const mapKey = anyId.filter((key) => key !== '__proto__');

const textMap = fc.dictionary(mapKey, text, { maxKeys: 3, noNullPrototype: true });
const runner = fc.constantFrom('managed', 'worker');

const note = fc.record(
  { content: text, updatedBy: text, updatedAt: instant },
  { requiredKeys: ['content', 'updatedBy'] },
);

const value = fc.record(
  {
    value: measured,
    unit: text,
    error: measured,
    valueType: text,
    description: text,
    calibratedAt: instant,
    source: fc.constantFrom('import', 'manual', 'task'),
    executionId,
    taskId: fc.uuid(),
  },
  { requiredKeys: ['value', 'unit', 'calibratedAt', 'source'] },
);

const target = fc.oneof(
  fc.record({ kind: fc.constant('qubit'), id: qid }),
  fc.record({ kind: fc.constant('coupling'), id: couplingId }),
);

const targetRecord = fc
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

const position = fc.record({ row: count, col: count });

const member = fc.record(
  {
    projectId: anyId,
    userId: anyId,
    username: anyId,
    role,
    status: fc.constantFrom('pending', 'active', 'revoked'),
    invitedByUserId: anyId,
    invitedBy: anyId,
    lastAccessedAt: instant,
    createdAt: instant,
    updatedAt: instant,
  },
  { requiredKeys: ['projectId', 'userId', 'username', 'role', 'status', 'createdAt', 'updatedAt'] },
);

type Case = { name: string; entity: Entity<object>; record: fc.Arbitrary<object> };
const of = <T extends object>(entity: Entity<T>, record: fc.Arbitrary<unknown>): Case => ({
  name: entity.name,
  entity: entity as unknown as Entity<object>,
  record: record as fc.Arbitrary<object>,
});

/** Every exported codec with its records: all fields, optional ones present or absent. */
export const entities: Case[] = [
  of(
    chipEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        username: text,
        size: count,
        topologyId: anyId,
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
  of(
    projectEntity,
    fc.record(
      {
        projectId: anyId,
        ownerUserId: anyId,
        ownerUsername: text,
        name: text,
        description: text,
        tags: fc.array(text, { maxLength: 3 }),
        defaultRole: role,
        deletedAt: instant,
        purgeAt: instant,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'ownerUserId', 'ownerUsername', 'name', 'tags', 'defaultRole', 'createdAt'] },
    ),
  ),
  of(projectNameEntity, fc.record({ ownerUserId: anyId, name: anyId, projectId: anyId })),
  of(memberEntity, member),
  of(memberMirrorEntity, member),
  of(
    userEntity,
    fc.record(
      {
        userId: anyId,
        username: anyId,
        passwordHash: text,
        fullName: text,
        organization: text,
        avatarKey: text,
        disabled: fc.boolean(),
        systemRole: fc.constantFrom('admin', 'user'),
        defaultProjectId: anyId,
        mustChangePassword: fc.boolean(),
        tokenVersion: count,
        createdAt: instant,
        updatedAt: instant,
      },
      { requiredKeys: ['userId', 'username', 'passwordHash', 'disabled', 'systemRole', 'tokenVersion'] },
    ),
  ),
  of(usernameEntity, fc.record({ username: anyId, userId: anyId })),
  of(
    apiTokenEntity,
    fc.record(
      {
        userId: anyId,
        tokenId: fc.uuid(),
        name: text,
        secretHash: text,
        projectId: anyId,
        role,
        tokenVersion: count,
        createdAt: instant,
        expiresAt: instant,
      },
      { requiredKeys: ['userId', 'tokenId', 'name', 'secretHash', 'tokenVersion', 'createdAt'] },
    ),
  ),
  of(
    sampleEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        metric: anyId,
        target: targetRef,
        at: instant,
        sampleId: anyId,
        value: fc.option(measured),
        error: measured,
        unit: text,
        source: fc.constantFrom('import', 'manual', 'task'),
        executionId,
        taskId: fc.uuid(),
        cooldownId: anyId,
        recordedAt: instant,
        recordedBy: text,
        reason: text,
        excluded: fc.constant(true),
        excludedReason: text,
      },
      {
        requiredKeys: [
          'projectId',
          'chipId',
          'metric',
          'target',
          'at',
          'sampleId',
          'value',
          'unit',
          'source',
          'recordedAt',
        ],
      },
    ),
  ),
  of(
    seriesEntity,
    fc.record({ projectId: anyId, chipId: anyId, metric: anyId, month: fc.constantFrom('202501', '199912') }),
  ),
  of(
    targetDayEntity,
    targetRecord.map(({ kind, id, note: _note, metricNotes: _notes, createdAt: _at, updatedAt, ...state }) => ({
      ...state,
      target: { kind, id },
      date: '20250101',
      stateAt: updatedAt,
    })),
  ),
  of(
    rollUpEntity,
    fc.record(
      {
        projectId: anyId,
        chipId: anyId,
        metric: anyId,
        span: fc.constantFrom('day', 'month'),
        date: fc.constantFrom('20250101', '202501'),
        cooldownId: anyId,
        targets: fc.array(targetRef, { maxLength: 2 }).map((targets) =>
          packTargets(
            targets.map((target) => {
              const source = 'task' as const;
              const latest = {
                at: '2025-01-01',
                value: null,
                unit: '',
                source,
                recordedAt: '2025-01-01',
                sampleId: 't',
              };
              return { target, rollUp: { latest, units: {} } };
            }),
          ),
        ),
      },
      { requiredKeys: ['projectId', 'chipId', 'metric', 'span', 'date', 'targets'] },
    ),
  ),
  of(
    auditEntity,
    fc.record({
      projectId: anyId,
      id: fc.uuid(),
      at: instant,
      actor: text,
      action: text,
      resource: text,
      details: fc.dictionary(mapKey, fc.oneof(text, measured, fc.boolean()), { maxKeys: 4, noNullPrototype: true }),
    }),
  ),
  of(
    executionEntity,
    fc.record(
      {
        projectId: anyId,
        executionId,
        flowRunId: fc.uuid(),
        name: text,
        flowName: anyId,
        flowVersion: fc.nat(),
        runner,
        backend: text,
        status: fc.constantFrom(...EXECUTION_STATUSES),
        chipId: anyId,
        userId: anyId,
        username: text,
        createdAt: instant,
        startAt: instant,
        endAt: instant,
        elapsedSeconds: measured,
        message: text,
        tags: fc.array(text, { maxLength: 3 }),
        note: textMap,
        parameters: textMap,
        fence: fc.nat(),
        cursor: fc.nat(),
        plannedTasks: fc.nat(),
        taskCounts: fc.record({ completed: fc.nat(), failed: fc.nat() }, { requiredKeys: [], noNullPrototype: true }),
        cancelRequestedAt: instant,
        cancelRequestedBy: text,
        closing: fc.boolean(),
        excludedTasks: fc.nat(5000),
      },
      {
        requiredKeys: [
          'projectId',
          'executionId',
          'flowRunId',
          'name',
          'flowName',
          'flowVersion',
          'runner',
          'backend',
          'status',
          'chipId',
          'username',
          'createdAt',
          'message',
          'tags',
          'note',
          'parameters',
          'fence',
          'cursor',
          'taskCounts',
        ],
      },
    ),
  ),
  of(
    lockEntity,
    fc.record(
      {
        projectId: anyId,
        last: fc.record({ date: fc.constantFrom('20250101', '19991231'), index: fc.nat() }),
        holder: fc.record({ executionId, flowRunId: fc.uuid(), chipId: anyId, username: text, acquiredAt: instant }),
        updatedAt: instant,
      },
      { requiredKeys: ['projectId', 'last', 'updatedAt'] },
    ),
  ),
  of(
    counterEntity,
    fc.record({
      projectId: anyId,
      chipId: anyId,
      date: fc.constantFrom('20250101', '19991231'),
      username: text,
      index: fc.nat(),
    }),
  ),
  of(
    runPointerEntity,
    fc.record(
      {
        projectId: anyId,
        flowRunId: fc.uuid(),
        executionId,
        runner,
        createdAt: instant,
        plan: fc.uint8Array(),
        waiting: fc.record({ kind: fc.constantFrom('claim', 'worker'), token: text }),
        claim,
      },
      { requiredKeys: ['projectId', 'flowRunId', 'executionId', 'runner', 'createdAt'] },
    ),
  ),
  of(
    flowEntity,
    fc.record(
      {
        projectId: anyId,
        name: anyId,
        version: fc.nat(),
        runner: fc.constantFrom('managed', 'worker'),
        chipId: anyId,
        description: text,
        functionName: text,
        tags: fc.array(text, { maxLength: 3 }),
        username: text,
        updatedBy: text,
        createdAt: instant,
        updatedAt: instant,
        deletedAt: instant,
      },
      {
        requiredKeys: [
          'projectId',
          'name',
          'version',
          'runner',
          'chipId',
          'description',
          'functionName',
          'tags',
          'username',
          'updatedBy',
          'createdAt',
          'updatedAt',
        ],
      },
    ),
  ),
  of(
    flowVersionEntity,
    fc.record({
      projectId: anyId,
      name: anyId,
      version: fc.integer({ min: 1, max: 999_999 }),
      runner: fc.constantFrom('managed', 'worker'),
      chipId: anyId,
      description: text,
      functionName: text,
      tags: fc.array(text, { maxLength: 3 }),
      savedBy: text,
      savedAt: instant,
      code: fc.string({ unit: 'binary' }).map(packSource),
      defaultParameters: fc.json(),
      defaultRunParameters: fc.json(),
    }),
  ),
  of(
    signingKeyEntity,
    fc.record({
      kid: anyId,
      jwk: fc.record({ kty: text, crv: text, x: text }),
      createdAt: instant,
    }),
  ),
  ...taskEntities,
  ...noteEntities,
  ...scheduleEntities,
  ...workerEntities,
];
