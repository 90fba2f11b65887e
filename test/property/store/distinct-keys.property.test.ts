import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '#shared/discussions/rules/subject.ts';
import { decodePart, encodePart } from '#shared/kernel/store/keys/parts.ts';
import {
  chatKeys,
  chipKeys,
  cooldownKeys,
  emailKeys,
  type Key,
  noteEventKeys,
  noteKeys,
  openSpanKeys,
  projectKeys,
  reviewKeys,
  rollUpKeys,
  runKeys,
  sampleKeys,
  systemKeys,
  taskKeys,
  threadKeys,
  userKeys,
  webhookKeys,
  workerKeys,
} from '#shared/kernel/store/keys.ts';
import { anyId, couplingId, executionId, instant, qid, sample, targetRef } from './ids.ts';

/** Every builder of a primary key with the arguments that it takes. */
type Build = { of: unknown[]; key: Key };
const built = <Args extends unknown[]>(name: string, args: fc.Arbitrary<Args>, make: (...args: Args) => Key) =>
  args.map((of): Build => ({ of: [name, ...of], key: make(...of) }));

const pair = fc.tuple(anyId, anyId);
const chipPart = fc.nat({ max: 99 });
const taskSamples = fc.record({ task: anyId, target: targetRef, at: instant, taskId: anyId });
const month = fc
  .tuple(fc.integer({ min: 2000, max: 2099 }), fc.integer({ min: 1, max: 12 }))
  .map(([y, m]) => `${y}${String(m).padStart(2, '0')}`);

const rollUpSpan = fc.record({ span: fc.constantFrom('day', 'month'), date: month, cooldownId: anyId });

const number = fc.integer({ min: 1, max: 999_999 });
const place: fc.Arbitrary<Place> = fc.oneof(
  fc.record({ kind: fc.constant('chip' as const), chipId: anyId }),
  // A coupling lies at one place whichever of its qubits is named first, which its subject sees to.
  fc.record({ kind: fc.constant('target' as const), chipId: anyId, target: targetRef }),
  fc.record({ kind: fc.constant('task' as const), taskId: anyId }),
  fc.record({ kind: fc.constant('execution' as const), executionId: anyId }),
  fc.record({ kind: fc.constant('cooldown' as const), cooldownId: anyId }),
);

const ofTenant = [
  built('project', fc.tuple(anyId), projectKeys.project),
  built('member', pair, projectKeys.member),
  built('audit', fc.tuple(anyId, instant, fc.uuid()), projectKeys.audit),
  built('project topology', pair, projectKeys.topology),
  built('execution', fc.tuple(anyId, executionId), projectKeys.execution),
  built('chip', pair, chipKeys.chip),
  built('qubit', fc.tuple(anyId, anyId, qid), chipKeys.qubit),
  built('coupling', fc.tuple(anyId, anyId, couplingId), chipKeys.coupling),
  built('statistics', pair, chipKeys.statistics),
  built('job', pair, chipKeys.job),
  built('job part', fc.tuple(anyId, anyId, anyId, chipPart), chipKeys.jobPart),
  built('import', fc.tuple(anyId, anyId, anyId), chipKeys.import),
  built('sample', fc.tuple(anyId, anyId, sample), sampleKeys.sample),
  built('task samples', fc.tuple(anyId, anyId, taskSamples), sampleKeys.ofTask),
  built('cryostat', pair, cooldownKeys.cryostat),
  built('cool-down', pair, cooldownKeys.cooldown),
  built('cool-down data', fc.tuple(anyId, anyId, anyId), cooldownKeys.data),
  built('series', fc.tuple(anyId, anyId, anyId, month, fc.option(anyId, { nil: undefined })), sampleKeys.series),
  built('chip note', fc.tuple(anyId, anyId, anyId), noteKeys.chip),
  built('target note', fc.tuple(anyId, anyId, targetRef, anyId), noteKeys.target),
  built('comment', fc.tuple(anyId, anyId, targetRef, anyId), noteKeys.comment),
  built('metric note', fc.tuple(anyId, anyId, targetRef, anyId, anyId), noteKeys.metric),
  built('task note', fc.tuple(anyId, anyId, anyId), noteKeys.task),
  built('note count', fc.tuple(anyId, anyId, targetRef), noteKeys.count),
  built('note count of all', pair, noteKeys.countOfAll),
  built('note event', fc.tuple(anyId, anyId, instant, fc.uuid()), noteEventKeys.event),
  built('worker', pair, workerKeys.worker),
  built('chat', fc.tuple(anyId), chatKeys.chat),
  built('token of a chat', fc.tuple(anyId), chatKeys.token),
  built('message to a chat', fc.tuple(anyId, anyId, instant, anyId), chatKeys.message),
  built('webhook', pair, webhookKeys.webhook),
  built('secrets of a webhook', pair, webhookKeys.secrets),
  built('delivery', fc.tuple(anyId, anyId, instant, anyId), webhookKeys.delivery),
  built('live trace', fc.tuple(anyId, executionId), runKeys.trace),
  built('log', fc.tuple(anyId, executionId, fc.nat({ max: 99_999_999 }), fc.nat({ max: 99_999_999 })), runKeys.log),
  built('thread', pair, threadKeys.thread),
  built('reply', fc.tuple(anyId, anyId, number), threadKeys.reply),
  built('revision', fc.tuple(anyId, anyId, number, number), threadKeys.revision),
  built('thread row', fc.tuple(anyId, fc.option(place, { nil: undefined }), number), threadKeys.row),
  built('knowledge', pair, threadKeys.knowledge),
  built('knowledge of a task', fc.tuple(anyId, anyId, anyId), threadKeys.knowledgeOfTask),
  built('review run', pair, reviewKeys.run),
  built('review', fc.tuple(anyId, anyId, anyId), reviewKeys.row),
  built('review text', fc.tuple(anyId, anyId, anyId), reviewKeys.text),
  built('task document', pair, taskKeys.document),
  built('task document text', pair, taskKeys.documentText),
  built('thread count', fc.tuple(anyId), threadKeys.count),
  built('thread categories', fc.tuple(anyId), threadKeys.categories),
  built('levels', fc.tuple(anyId, anyId, targetRef), sampleKeys.levels),
  built('roll-up', fc.tuple(anyId, anyId, anyId, rollUpSpan), rollUpKeys.rollUp),
  built(
    'open span',
    fc.tuple(
      anyId,
      anyId,
      fc.oneof(
        rollUpSpan.map(({ span, date }) => ({ span, date })),
        fc.constant({ span: 'levels' as const, date: '0' }),
      ),
    ),
    openSpanKeys.span,
  ),
];

const ofNobody = [
  built('user', fc.tuple(anyId), userKeys.user),
  built('username', fc.tuple(anyId), userKeys.username),
  built('listed user', fc.tuple(anyId), userKeys.listed),
  built('listed project', fc.tuple(anyId), projectKeys.listed),
  built('token', pair, userKeys.token),
  built('session', pair, userKeys.session),
  built('membership', pair, userKeys.membership),
  built('idempotency', pair, userKeys.idempotency),
  built('carried out', pair, userKeys.carriedOut),
  built('notification', fc.tuple(anyId, instant, anyId), userKeys.notification),
  built('unread notification', fc.tuple(anyId, instant, anyId), userKeys.unread),
  built('notification settings', fc.tuple(anyId), userKeys.notificationSettings),
  built('e-mail', fc.tuple(anyId, instant, anyId), emailKeys.email),
  built('project name', pair, projectKeys.name),
  built('signing key', fc.tuple(anyId), systemKeys.signingKey),
  built('rate bucket', pair, systemKeys.rateBucket),
];

/** Partition keys of the indexes that hold a tenant's rows. */
const indexPartition = fc.oneof(
  fc.tuple(anyId, anyId, anyId, targetRef).map(([project, chip, metric, target]) => ({
    project,
    of: ['history', project, chip, metric, target] as unknown[],
    pk: sampleKeys.ofTarget(project, chip, metric, target),
  })),
  fc.tuple(anyId, anyId, anyId, targetRef).map(([project, chip, task, target]) => ({
    project,
    of: ['history of a task', project, chip, task, target] as unknown[],
    pk: sampleKeys.ofTaskAndTarget(project, chip, task, target),
  })),
  pair.map(([project, id]) => ({
    project,
    of: ['edits', project, id] as unknown[],
    pk: sampleKeys.edits(project, { kind: 'qubit', id }),
  })),
  pair.map(([project, cryostat]) => ({
    project,
    of: ['cool-downs of a cryostat', project, cryostat] as unknown[],
    pk: cooldownKeys.ofCryostat(project, cryostat),
  })),
  anyId.map((project) => ({
    project,
    of: ['cool-downs', project] as unknown[],
    pk: cooldownKeys.ofProject(project),
  })),
  anyId.map((project) => ({
    project,
    of: ['ongoing cool-downs', project] as unknown[],
    pk: cooldownKeys.ongoing(project),
  })),
);

const text = (value: unknown): string => JSON.stringify(value);
const keyText = ({ pk, sk }: Key): string => text([pk, sk]);
const tenantOf = (pk: string): string => decodePart(pk.split('#')[1] ?? '');

describe('keys of different things', () => {
  it('keys never collide: equal keys come from the same builder and the same ids', () => {
    const any = fc.oneof(...ofTenant, ...ofNobody);
    fc.assert(
      fc.property(fc.array(any, { minLength: 2, maxLength: 60 }), (builds) => {
        const owners = new Map<string, string>();
        for (const { of, key } of builds) {
          const owner = text(of);
          const other = owners.get(keyText(key)) ?? owner;
          expect(owner).toBe(other);
          owners.set(keyText(key), owner);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('keys never collide where all ids are drawn from the pieces of other keys', () => {
    const piece = fc.constantFrom('a', 'a#', 'C', 'C#b', '#C#b', 'META', 'M', '%', '%23', 'a#C#b', '0', '~0', '0-1');
    const triples = fc.tuple(piece, piece, piece);
    fc.assert(
      fc.property(triples, triples, (one, two) => {
        const builders: [string, (a: string, b: string, c: string) => Key][] = [
          ['qubit', chipKeys.qubit],
          ['coupling', chipKeys.coupling],
          ['import', chipKeys.import],
          ['cool-down data', cooldownKeys.data],
          ['jobPart', (a, b, c) => chipKeys.jobPart(a, b, c, 0)],
          ['series', (a, b, c) => sampleKeys.series(a, b, c, '202501')],
        ];
        for (const [nameOne, makeOne] of builders)
          for (const [nameTwo, makeTwo] of builders) {
            const same = nameOne === nameTwo && text(one) === text(two);
            expect(keyText(makeOne(...one)) === keyText(makeTwo(...two))).toBe(same);
          }
      }),
      { numRuns: 300 },
    );
  });

  it('keys of a tenant begin with the tenant, on the table and on every index', () => {
    fc.assert(
      fc.property(fc.oneof(...ofTenant), indexPartition, ({ of, key }, index) => {
        expect(key.pk.startsWith(`P#${encodePart(String(of[1]))}`)).toBe(true);
        expect(tenantOf(key.pk)).toBe(of[1]);
        expect(index.pk.startsWith(`P#${encodePart(index.project)}#`)).toBe(true);
        expect(tenantOf(index.pk)).toBe(index.project);
      }),
    );
  });

  it('keys of no one are never in a tenant', () => {
    fc.assert(
      fc.property(fc.oneof(...ofNobody), ({ key }) => {
        expect(key.pk).toMatch(/^(USER|USERNAME|USERS|PROJECTS|OWNER|AUTHKEY|RATE)(#|$)/);
      }),
    );
  });

  it('keys of an index collide with no other partition of the index', () => {
    fc.assert(
      fc.property(indexPartition, indexPartition, (one, two) => {
        expect(one.pk === two.pk).toBe(text(one.of) === text(two.of));
      }),
    );
  });
});
