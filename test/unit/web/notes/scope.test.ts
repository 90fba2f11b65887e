import { describe, expect, it } from 'vitest';
import { isOwn, matchOf, noNote, scopeQuery, scopeText, type WireScope } from '../../../../web/notes/lib/scope.ts';

const global: WireScope = {
  scope_type: 'global',
  scope_key: 'global',
  cooldown_id: null,
  scope_started_at: null,
  scope_ended_at: null,
  scope_source: 'legacy_global',
};
const cooldown: WireScope = {
  ...global,
  scope_type: 'cooldown',
  scope_key: 'cooldown:cd-1',
  cooldown_id: 'cd-1',
  scope_started_at: '2025-03-01T00:00:00.000Z',
  scope_source: 'current_cooldown',
};
const range: WireScope = {
  ...global,
  scope_type: 'time_range',
  scope_key: 'time_range:x',
  scope_started_at: '2025-03-01T00:00:00.000Z',
  scope_ended_at: '2025-03-02T00:00:00.000Z',
  scope_source: 'manual_time_range',
};
const noted = (scope: WireScope, etag: string) => ({
  ...noNote,
  ...scope,
  content: 'x',
  updated_by: 'a',
  updated_at: '2025-03-03T00:00:00.000Z',
  etag,
});

describe('the scope of a view', () => {
  it('the scope of a view is named by cool-down, by range, or not at all', () => {
    expect([cooldown, range, global].map(scopeQuery)).toEqual([
      { cooldown_id: 'cd-1' },
      { start_at: '2025-03-01T00:00:00.000Z', end_at: '2025-03-02T00:00:00.000Z' },
      {},
    ]);
  });

  it('the scope of a view is said in words', () => {
    expect([cooldown, range, global].map((scope) => scopeText(scope, 'UTC'))).toEqual([
      'cool-down cd-1',
      'time from 1 Mar 2025 00:00 to 2 Mar 2025 00:00',
      'all cool-downs (global)',
    ]);
  });
});

describe('a note under the scope of a view', () => {
  it('a note under the scope of a view is matched by its etag, but a global one underneath is not written over', () => {
    expect(matchOf(noted(cooldown, '"1"'), cooldown)).toBe('"1"');
    expect(matchOf(noted(range, '"2"'), cooldown)).toBe('"2"');
    expect(matchOf(noted(global, '"3"'), global)).toBe('"3"');
    expect(matchOf(noted(global, '"3"'), cooldown)).toBe('"0"');
  });

  it('a note is deleted only where it is', () => {
    expect([noted(cooldown, '"1"'), noted(global, '"3"'), noNote].map((note) => isOwn(note, cooldown))).toEqual([
      true,
      false,
      false,
    ]);
  });
});
