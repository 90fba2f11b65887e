import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  decodeCouplingId,
  decodePart,
  decodeQid,
  encodeCouplingId,
  encodePart,
  encodeQid,
} from '#shared/kernel/store/keys/parts.ts';
import {
  chipKeys,
  cooldownKeys,
  type Key,
  noteEventKeys,
  noteKeys,
  parseKey,
  projectKeys,
  sampleKeys,
  systemKeys,
  userKeys,
} from '#shared/kernel/store/keys.ts';
import { anyId, couplingId, instant, qid, sample, targetRef } from './ids.ts';

describe('keys and what they parse to', () => {
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
});
