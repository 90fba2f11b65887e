import { describe, expect, it } from 'vitest';
import {
  rangeChoice,
  unknownInView,
  type ViewSearch,
  viewBefore,
  viewOf,
} from '../../../web/values/lib/metrics/view.ts';

const newest = '2026-11-20T10:00:00.000Z';
const asked = (search: ViewSearch, cooldown?: { started_at: string; ended_at: string | null }) =>
  JSON.parse(JSON.stringify(viewOf(search, cooldown, newest, 'Asia/Tokyo')));

describe('the view of a dashboard', () => {
  it.each<[ViewSearch, object]>([
    [{}, {}],
    [{ mode: 'best' }, { selection_mode: 'best' }],
    [{ from: 'now-7d' }, { within_hours: 168 }],
    [
      { from: 'now-36h', as_of: 'newest' },
      { within_hours: 36, as_of: newest },
    ],
    [
      { from: '2026-11-01', to: '2026-11-03' },
      { start_at: '2026-10-31T15:00:00.000Z', end_at: '2026-11-03T14:59:59.999Z' },
    ],
    [
      { from: '2026-11-01T00:00:00Z', as_of: '2026-11-05' },
      { start_at: '2026-11-01T00:00:00.000Z', as_of: '2026-11-05T14:59:59.999Z' },
    ],
    // Unknown values have no effect, and are named.
    [{ mode: 'worst', from: 'now-0d', to: 'soon', as_of: 'then' }, {}],
  ])('the view of %j asks for %j', (search, query) => {
    expect(asked(search)).toEqual(query);
  });

  it('the view of a cool-down is from its start to its end, whatever other range the address has', () => {
    const cooldown = { started_at: '2026-10-01T00:00:00.000Z', ended_at: '2026-11-01T00:00:00.000Z' };
    expect(asked({ mode: 'average', from: 'now-7d', as_of: 'newest' }, cooldown)).toEqual({
      selection_mode: 'average',
      start_at: cooldown.started_at,
      as_of: cooldown.ended_at,
    });
    expect(asked({}, { ...cooldown, ended_at: null })).toEqual({ start_at: cooldown.started_at });
  });

  it('the view is of a preset range, of any time, or of a range of its own', () => {
    const choices = [{}, { from: 'now-7d' }, { from: 'now-36h' }, { from: '2026-11-01' }, { to: '2026-11-01' }];
    expect(choices.map(rangeChoice)).toEqual(['any', 'now-7d', 'custom', 'custom', 'custom']);
    expect(rangeChoice({ from: 'now-7d', to: '2026-11-01' })).toBe('custom');
  });

  it('the view names each value of the address that is unknown, and none that is known', () => {
    const unknown = unknownInView({ mode: 'worst', from: 'now-0d', to: 'soon', as_of: 'then' }, 'UTC');
    expect(unknown.map((sentence) => sentence.match(/'([^']+)'/)?.[1])).toEqual(['worst', 'now-0d', 'soon', 'then']);
    const known = { mode: 'best', from: 'now-30d', to: '2026-11-01', as_of: 'newest' };
    expect(unknownInView(known, 'UTC')).toEqual([]);
    expect(unknownInView({}, 'UTC')).toEqual([]);
  });

  it('the view before it is as long and ends where it begins, and 30 days ago where it has no beginning', () => {
    const at = (day: number) => `2026-11-${String(day).padStart(2, '0')}T00:00:00.000Z`;
    const whole = { as_of: '2026-12-01T00:00:00.000Z', start_at: null, end_at: null };
    expect(viewBefore({}, whole)).toEqual({ view: { as_of: at(1) }, since: at(1) });
    const week = { as_of: at(20), start_at: at(3), end_at: at(10) };
    const before = { as_of: '2026-11-02T23:59:59.999Z', start_at: undefined };
    expect(viewBefore({}, week)).toEqual({ view: before, since: at(3) });
    expect(viewBefore({ selection_mode: 'best' }, week).view).toEqual({
      ...before,
      selection_mode: 'best',
      start_at: '2026-10-27T00:00:00.000Z',
    });
  });
});
