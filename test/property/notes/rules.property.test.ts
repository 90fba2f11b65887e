import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isWithin, mayShow, type NoteCandidate, overlaps, pickNote, shownNote } from '#shared/notes/rules/pick.ts';
import {
  type CooldownWindow,
  cooldownOfRange,
  cooldownScope,
  globalScope,
  type NoteScope,
  rangeProblem,
  resolveScope,
  type ScopeRequest,
  timeRangeScope,
  writesLegacyNote,
} from '#shared/notes/rules/scope.ts';
import { caseCount } from '#test/support/properties/case-count.ts';

const runs = { numRuns: caseCount(1000) };

/** Few instants, so that bounds meet. */
const instant = fc.integer({ min: 0, max: 12 }).map((hour) => new Date(Date.UTC(2025, 0, 1, hour)).toISOString());
const range = fc
  .tuple(instant, instant)
  .map(([a, b]) => (a <= b ? { startAt: a, endAt: b } : { startAt: b, endAt: a }));
const chipId = 'c';
const cooldown: fc.Arbitrary<CooldownWindow> = fc
  .record({
    cooldownId: fc.constantFrom('a', 'b', 'c', 'd'),
    range,
    ongoing: fc.boolean(),
    chipIds: fc.constantFrom([chipId], [chipId, 'x'], ['x']),
  })
  .map(({ cooldownId, range: { startAt, endAt }, ongoing, chipIds }) => ({
    cooldownId,
    startedAt: startAt,
    endedAt: ongoing ? undefined : endAt,
    chipIds,
  }));
const cooldowns = fc.uniqueArray(cooldown, { selector: (one) => one.cooldownId, maxLength: 4 });
const scope: fc.Arbitrary<NoteScope> = fc.oneof(
  fc.constant(globalScope),
  cooldown.map((one) => cooldownScope(one, 'explicit_cooldown')),
  range.map(({ startAt, endAt }) => timeRangeScope(startAt, endAt)),
);
const candidate: fc.Arbitrary<NoteCandidate> = fc.record({ scope, updatedAt: fc.option(instant, { nil: undefined }) });
/** One note a scope, as they are stored. */
const candidates = fc.uniqueArray(candidate, { selector: (one) => one.scope.key, maxLength: 8 });
const shuffled = candidates.chain((list) =>
  fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
);
const window = fc.record({
  startedAt: fc.option(instant, { nil: undefined }),
  endedAt: fc.option(instant, { nil: undefined }),
});
const request: fc.Arbitrary<ScopeRequest> = fc.oneof(
  fc.constant({}),
  range,
  fc.constantFrom('a', 'b', 'c', 'd', 'nowhere').map((cooldownId) => ({ cooldownId })),
  fc
    .record({ range, cooldownId: fc.constantFrom('a', 'nowhere') })
    .map(({ range: one, cooldownId }) => ({ ...one, cooldownId })),
);

const check = <T extends [unknown, ...unknown[]]>(...args: Parameters<typeof fc.property<T>>) =>
  fc.assert(fc.property<T>(...args), runs);

describe('the scope that a note is written to', () => {
  it('rules NOTE-1 and NOTE-5: the scope of a note is the cool-down that was selected, by id and with its bounds', () => {
    check(cooldowns, fc.option(range, { nil: undefined }), (all, maybe) => {
      for (const one of all)
        expect(resolveScope({ ...maybe, cooldownId: one.cooldownId }, { chipId }, all)).toEqual({
          type: 'cooldown',
          key: `cooldown:${one.cooldownId}`,
          cooldownId: one.cooldownId,
          startedAt: one.startedAt,
          endedAt: one.endedAt,
          source: 'explicit_cooldown',
        });
    });
  });

  it('rules NOTE-2 and NOTE-3: the scope of a note is the range, or the one cool-down of the chip that holds it whole', () => {
    check(cooldowns, range, (all, asked) => {
      const holding = all.filter(
        (one) =>
          one.chipIds.includes(chipId) &&
          one.startedAt <= asked.startAt &&
          (one.endedAt === undefined || one.endedAt >= asked.endAt),
      );
      const found = resolveScope(asked, { chipId }, all);
      expect(cooldownOfRange(asked, chipId, all)).toBe(holding.length === 1 ? holding[0] : undefined);
      if (holding.length === 1)
        expect(found).toMatchObject({ key: `cooldown:${holding[0]?.cooldownId}`, source: 'inferred_from_range' });
      else
        expect(found).toMatchObject({
          type: 'time_range',
          startedAt: asked.startAt,
          endedAt: asked.endAt,
          source: 'manual_time_range',
        });
    });
  });

  it('rule NOTE-4: the scope of a note without a selection is the cool-down that the chip is in, else global', () => {
    check(cooldowns, (all) => {
      expect(resolveScope({}, { chipId }, all)).toBe(globalScope);
      for (const { cooldownId } of all)
        expect(resolveScope({}, { chipId, currentCooldownId: cooldownId }, all)).toMatchObject({
          key: `cooldown:${cooldownId}`,
          source: 'current_cooldown',
        });
    });
  });

  it('a note has no scope where a cool-down is named that is not there, and otherwise always one', () => {
    check(cooldowns, request, (all, asked) => {
      const named = asked.cooldownId === undefined || all.some((one) => one.cooldownId === asked.cooldownId);
      expect(resolveScope(asked, { chipId }, all) !== undefined).toBe(named);
    });
  });

  it('rule NOTE-8: the scope is legacy global for the summary of a target without a selection, and for nothing else', () => {
    check(request, fc.constantFrom('chip', 'target', 'comment', 'metric'), (asked, level) => {
      const selected = Object.values(asked).some((part) => part !== undefined);
      expect(writesLegacyNote(level, asked)).toBe(level === 'target' && !selected);
    });
  });

  it('the key of a scope differs whenever the range does, and reads back as the range', () => {
    check(range, range, (a, b) => {
      const [one, two] = [timeRangeScope(a.startAt, a.endAt), timeRangeScope(b.startAt, b.endAt)];
      expect(one.key === two.key).toBe(a.startAt === b.startAt && a.endAt === b.endAt);
      const [, start, end] = /^time_range:(.*\+00:00):(.*\+00:00)$/.exec(one.key) ?? [];
      expect([start, end].map((text) => new Date(text ?? '').toISOString())).toEqual([a.startAt, a.endAt]);
    });
  });

  it('the scope of a range needs both its times, in their order', () => {
    const maybe = fc.option(instant, { nil: undefined });
    check(maybe, maybe, (startAt, endAt) => {
      const sound = (startAt === undefined) === (endAt === undefined) && (startAt ?? '') <= (endAt ?? '');
      expect(rangeProblem({ startAt, endAt }) === undefined).toBe(sound);
    });
  });
});

describe('the note that is shown', () => {
  it('rule NOTE-7: windows overlap alike from both sides, an open end reaching any, their bounds included', () => {
    check(window, window, (a, b) => {
      expect(overlaps(a, b)).toBe(overlaps(b, a));
      const reach = (one: typeof a) => ({ from: one.startedAt ?? '', to: one.endedAt ?? '9' });
      const [x, y] = [reach(a), reach(b)];
      if (x.from <= x.to && y.from <= y.to)
        expect(overlaps(a, b)).toBe((x.from > y.from ? x.from : y.from) <= (x.to < y.to ? x.to : y.to));
    });
  });

  it('rule NOTE-7: the note shown is the one with exactly the key, else the one edited last, in any order', () => {
    check(shuffled, scope, ([list, other], asked) => {
      const picked = pickNote(list, asked.key);
      expect(pickNote(other, asked.key)).toBe(picked);
      expect(picked === undefined).toBe(list.length === 0);
      if (!picked) return;
      expect(list).toContain(picked);
      const exact = list.find((one) => one.scope.key === asked.key);
      if (exact) expect(picked).toBe(exact);
      else for (const one of list) expect((one.updatedAt ?? '') <= (picked.updatedAt ?? '')).toBe(true);
    });
  });

  it('rule NOTE-7: the note shown for a time range is of it, or of a range or cool-down that overlaps it, never global', () => {
    check(shuffled, range, ([list, other], { startAt, endAt }) => {
      const asked = timeRangeScope(startAt, endAt);
      const shown = shownNote(list, asked, false);
      expect(shownNote(other, asked, false)).toBe(shown);
      const overlapping = list.filter((one) => one.scope.type !== 'global' && overlaps(one.scope, asked));
      expect(shown).toBe(pickNote(overlapping, asked.key));
    });
  });

  it('rule NOTE-6: the note shown for a cool-down is its own, else of a range within it', () => {
    check(candidates, cooldown, (list, one) => {
      const asked = cooldownScope(one, 'explicit_cooldown');
      const others = list.filter(({ scope: { key } }) => key !== asked.key);
      const within = others.filter(({ scope: of }) => of.type === 'time_range' && isWithin(of, asked));
      expect(shownNote(others, asked, false)).toBe(pickNote(within, asked.key));
      for (const note of within) {
        expect((note.scope.startedAt ?? '') >= one.startedAt).toBe(true);
        if (one.endedAt !== undefined) expect((note.scope.endedAt ?? '') <= one.endedAt).toBe(true);
      }
      const own = { scope: asked, updatedAt: '1970-01-01T00:00:00.000Z' };
      expect(shownNote([...others, own], asked, false)).toBe(own);
    });
  });

  it('rule NOTE-4: the legacy global note is shown only where nothing was selected and there is no other', () => {
    check(candidates, scope, (list, asked) => {
      const scoped = shownNote(list, asked, false);
      const global = list.find((one) => one.scope.key === globalScope.key);
      expect(shownNote(list, asked, true)).toBe(scoped ?? global);
      if (asked.key !== globalScope.key && scoped) expect(scoped).not.toBe(global);
    });
  });

  it('a note shown may always be shown under its own scope, one of a cool-down under no other cool-down, a global one nowhere else', () => {
    check(scope, scope, (a, b) => {
      expect(mayShow(a, a)).toBe(true);
      if (a.type === 'global' || (a.type === 'cooldown' && b.type !== 'time_range'))
        expect(mayShow(a, b)).toBe(a.key === b.key);
    });
  });
});
