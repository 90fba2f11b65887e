import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Place } from '#shared/discussions/rules/subject.ts';
import {
  decodeCouplingId,
  decodePart,
  decodeQid,
  encodeCouplingId,
  encodePart,
  encodeQid,
} from '#shared/kernel/store/keys/parts.ts';
import {
  chatKeys,
  chipKeys,
  cooldownKeys,
  emailKeys,
  type Key,
  noteEventKeys,
  noteKeys,
  openSpanKeys,
  parseKey,
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
import { anyId, couplingId, executionId, instant, numericQid, qid, targetRef } from './ids.ts';

/** Every builder of a primary key with the arguments that it takes. */
type Build = { of: unknown[]; key: Key };
const built = <Args extends unknown[]>(name: string, args: fc.Arbitrary<Args>, make: (...args: Args) => Key) =>
  args.map((of): Build => ({ of: [name, ...of], key: make(...of) }));

const pair = fc.tuple(anyId, anyId);
const chipPart = fc.nat({ max: 99 });
const sample = fc.record({ metric: anyId, target: targetRef, at: instant, sampleId: anyId });
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

describe('parts of keys', () => {
  it('parts of keys decode to what was encoded, and never hold a separator', () => {
    fc.assert(
      fc.property(anyId, (id) => {
        expect(decodePart(encodePart(id))).toBe(id);
        expect(encodePart(id)).not.toContain('#');
      }),
    );
  });

  it('qids and coupling ids in keys decode to what was encoded, numbers of every spelling included', () => {
    fc.assert(
      fc.property(qid, couplingId, (q, c) => {
        expect(decodeQid(encodeQid(q))).toBe(q);
        expect(decodeCouplingId(encodeCouplingId(c))).toBe(c);
      }),
    );
  });

  it('numeric qids in keys sort as numbers and before every name', () => {
    fc.assert(
      fc.property(numericQid, numericQid, anyId, (a, b, name) => {
        expect(Math.sign(Number(a) - Number(b))).toBe(order(encodeQid(a), encodeQid(b)));
        if (!/^\d+$/.test(name)) expect(order(encodeQid(a), encodeQid(name))).toBe(-1);
      }),
    );
  });

  it('numeric couplings in keys sort by their first, then their second number', () => {
    fc.assert(
      fc.property(numericQid, numericQid, numericQid, numericQid, (a, b, c, d) => {
        const expected = Math.sign(Number(a) - Number(c)) || Math.sign(Number(b) - Number(d));
        expect(order(encodeCouplingId(`${a}-${b}`), encodeCouplingId(`${c}-${d}`))).toBe(expected);
      }),
    );
  });
});

describe('keys', () => {
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

  it('keys of notes and their events parse to what they are of', () => {
    fc.assert(
      fc.property(anyId, anyId, targetRef, anyId, anyId, instant, (projectId, chipId, target, one, two, at) => {
        const note = (subject: object, key?: string) => ({
          ...{ entity: 'note', projectId, chipId, subject },
          ...(key === undefined ? {} : { scope: { key } }),
        });
        const parsed = (key: Key) => parseKey(key);
        expect(parsed(noteKeys.chip(projectId, chipId, one))).toEqual(note({ level: 'chip' }, one));
        expect(parsed(noteKeys.task(projectId, chipId, one))).toEqual(note({ level: 'task', taskId: one }));
        const summary = noteKeys.target(projectId, chipId, target, one);
        expect(parsed(summary)).toEqual(note({ level: 'target', target }, one));
        const metric = noteKeys.metric(projectId, chipId, target, one, two);
        expect(parsed(metric)).toEqual(note({ level: 'metric', target, metric: one }, two));
        const comment = noteKeys.comment(projectId, chipId, target, one);
        expect(parsed(comment)).toEqual(note({ level: 'comment', target, commentId: one }));
        const event = { entity: 'note-event', projectId, chipId, createdAt: at, eventId: one };
        expect(parseKey(noteEventKeys.event(projectId, chipId, at, one))).toEqual(event);
      }),
    );
  });

  it('keys parse to the ids that they were built from', () => {
    fc.assert(
      fc.property(anyId, anyId, qid, couplingId, sample, (project, other, q, c, s) => {
        expect(parseKey(projectKeys.project(project))).toEqual({ entity: 'project', projectId: project });
        expect(parseKey(projectKeys.member(project, other))).toEqual({
          entity: 'member',
          projectId: project,
          username: other,
        });
        expect(parseKey(projectKeys.topology(project, other))).toEqual({
          entity: 'topology',
          projectId: project,
          topologyId: other,
        });
        expect(parseKey(cooldownKeys.cryostat(project, other))).toEqual({
          entity: 'cryostat',
          projectId: project,
          cryoId: other,
        });
        expect(parseKey(cooldownKeys.cooldown(project, other))).toEqual({
          entity: 'cooldown',
          projectId: project,
          cooldownId: other,
        });
        expect(parseKey(chipKeys.chip(project, other))).toEqual({ entity: 'chip', projectId: project, chipId: other });
        expect(parseKey(chipKeys.qubit(project, other, q))).toEqual({
          entity: 'qubit',
          projectId: project,
          chipId: other,
          id: q,
        });
        expect(parseKey(chipKeys.coupling(project, other, c))).toEqual({
          entity: 'coupling',
          projectId: project,
          chipId: other,
          id: c,
        });
        expect(parseKey(sampleKeys.sample(project, other, s))).toEqual({
          entity: 'sample',
          projectId: project,
          chipId: other,
          ...s,
        });
        expect(parseKey(userKeys.user(other))).toEqual({ entity: 'user', userId: other });
        expect(parseKey(userKeys.username(other))).toEqual({ entity: 'username', username: other });
        expect(parseKey(userKeys.token(project, other))).toEqual({ entity: 'token', userId: project, tokenId: other });
        expect(parseKey(userKeys.membership(other, project))).toEqual({
          entity: 'membership',
          userId: other,
          projectId: project,
        });
      }),
    );
  });

  it('keys of system rows, of jobs and of nothing parse to nothing', () => {
    fc.assert(
      fc.property(anyId, anyId, (a, b) => {
        for (const key of [
          systemKeys.rateBucket(a, b),
          systemKeys.signingKey(a),
          systemKeys.meter(a, b),
          chipKeys.job(a, b),
          { pk: `X#${encodePart(a)}`, sk: b },
        ])
          expect(parseKey(key)).toBeUndefined();
      }),
    );
  });

  it('keys of executions sort by date and then by number, however many a day has', () => {
    fc.assert(
      fc.property(executionId, executionId, (a, b) => {
        const number = (id: string) => Number(id.split('-')[1]);
        const expected = order(a.slice(0, 8), b.slice(0, 8)) || Math.sign(number(a) - number(b));
        expect(order(projectKeys.execution('p', a).sk, projectKeys.execution('p', b).sk)).toBe(expected);
      }),
    );
  });
});

describe('ranges', () => {
  it('ranges of targets hold every qubit and every coupling exactly once, however many there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 6 }), fc.oneof(qid, anyId), couplingId, (count, q, c) => {
        for (const [kind, sk] of [
          ['qubit', chipKeys.qubit('p', 'c', q).sk],
          ['coupling', chipKeys.coupling('p', 'c', c).sk],
        ] as const) {
          const ranges = Array.from({ length: count }, (_, n) =>
            chipKeys.targetRange(kind, n * 256, n + 1 < count ? (n + 1) * 256 : undefined),
          );
          const holding = ranges.filter(({ from, through }) => order(from, sk) <= 0 && order(sk, through) <= 0);
          expect(holding).toHaveLength(1);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('ranges of targets hold nothing else of the chip', () => {
    const others = fc.oneof(
      fc.constant(chipKeys.job('p', 'c').sk),
      fc.constant(chipKeys.statistics('p', 'c').sk),
      anyId.map((id) => chipKeys.import('p', 'c', id).sk),
      anyId.map((id) => chipKeys.jobPart('p', 'c', id, 0).sk),
      anyId.map((id) => sampleKeys.series('p', 'c', id, '202501').sk),
    );
    fc.assert(
      fc.property(others, (sk) => {
        for (const kind of ['qubit', 'coupling'] as const) {
          const { from, through } = chipKeys.targetRange(kind, 0, undefined);
          expect(order(from, sk) <= 0 && order(sk, through) <= 0).toBe(false);
        }
      }),
    );
  });

  it('ranges of a prefix hold what their builder makes and nothing of another id', () => {
    fc.assert(
      fc.property(anyId, anyId, anyId, anyId, (project, chip, one, two) => {
        const marks = cooldownKeys.allData(project, one).prefix;
        expect(cooldownKeys.data(project, one, chip).sk.startsWith(marks)).toBe(true);
        expect(cooldownKeys.data(project, two, chip).sk.startsWith(marks)).toBe(one === two);
        const { prefix } = chipKeys.jobParts(project, chip, one);
        expect(chipKeys.jobPart(project, chip, one, 3).sk.startsWith(prefix)).toBe(true);
        expect(chipKeys.jobPart(project, chip, two, 3).sk.startsWith(prefix)).toBe(one === two);
      }),
    );
  });
});

/** DynamoDB compares the bytes of UTF-8. */
const order = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b));
