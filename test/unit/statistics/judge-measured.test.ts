import { describe, expect, it } from 'vitest';
import { judgeMeasured, type KnownOfMetric, limitedWith } from '#shared/statistics/rules/judge-measured.ts';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import type { SeriesLevel } from '#shared/statistics/rules/series-level.ts';
import type { GatedValue } from '#shared/statistics/rules/write-gate.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';

const day = (n: number, hour = 12) =>
  `2026-03-${String(n).padStart(2, '0')}T${String(hour).padStart(2, '0')}:00:00.000Z`;

type Mode = Parameters<typeof judgeMeasured>[3];
type Arriving = Partial<GatedValue> & { value: number; at?: string };

/** The verdict on a value of the tenth of March. */
function judged(metric: string, arriving: Arriving, known: Record<string, KnownOfMetric> = {}, mode: Mode = 'hold') {
  const definition = describeMetric(metric, 'qubit');
  const value = { at: day(10), unit: definition.storedUnit, ...arriving };
  return judgeMeasured(value, definition, (one) => known[one] ?? {}, mode);
}

const levelOf = (metric: string, value: number, more: Partial<SeriesLevel> = {}): SeriesLevel => ({
  sigma: 0.1,
  degrees: 6,
  level: scaleOf(describeMetric(metric, 'qubit')).toScale(value),
  n: 10,
  typicalError: 0,
  basis: 'history',
  lastDay: '2026-03-09',
  ...more,
});
const standing = (value: number, more: { at?: string; error?: number; unit?: string } = {}) => ({
  value,
  at: day(9),
  unit: 'us',
  error: undefined,
  ...more,
});
const held = (value: number, more: { at?: string; unit?: string } = {}) => ({
  ...standing(value, more),
  because: 'jump' as const,
});
/** T1 has been around 50 us for ten days. */
const around50 = { standing: standing(50), level: levelOf('t1', 50) };
const mark = (state: string, because: string, points?: number) => ({
  mark: { state, because, ...(points === undefined ? {} : { points }) },
  confirms: false,
});
const accepted = { mark: undefined, confirms: false };

describe('what the gate is told to do', () => {
  it('nothing is judged where the gate is off', () => expect(judged('t1', { value: -1 }, {}, 'off')).toEqual(accepted));

  it.each([
    ['hold', 'faulty', 'held'],
    ['warn', 'noted', 'noted'],
  ] as const)('by %s what cannot be is %s, and what is unlikely is %s', (mode, impossible, unlikely) => {
    expect(judged('t1', { value: -1 }, {}, mode)).toEqual(mark(impossible, 'not_positive'));
    expect(judged('t1', { value: 2e6 }, {}, mode)).toEqual(mark(impossible, 'longer_than_a_second'));
    expect(judged('t1', { value: 50, unit: 'GHz' }, {}, mode)).toEqual(mark(impossible, 'unit_of_another_kind'));
    expect(judged('t1', { value: 50, r2: 0.1 }, {}, mode)).toEqual(mark(unlikely, 'poor_fit'));
    expect(judged('t1', { value: 150 }, { t1: around50 }, mode)).toEqual(mark(unlikely, 'jump', 10));
    expect(judged('t1', { value: 50 }, {}, mode)).toEqual(accepted);
    expect(judged('t1', { value: 50, isRepeat: true }, {}, mode)).toEqual(mark('noted', 'repeat'));
  });

  it('what a metric cannot have for another reason than the gate knows is told as of another kind', () => {
    const possible = { ...describeMetric('something_else', 'qubit'), possible: 'positive' as const };
    const value = { value: -1, unit: possible.storedUnit, at: day(10) };
    expect(judgeMeasured(value, possible, () => ({}), 'hold')).toEqual(mark('faulty', 'unit_of_another_kind'));
  });

  it('a value in another unit of its kind is judged as what it is', () => {
    expect(judged('t1', { value: 0.05, unit: 'ms' }, { t1: around50 })).toEqual(accepted);
    expect(judged('t1', { value: 0.15, unit: 'ms' }, { t1: around50 })).toEqual(mark('held', 'jump', 10));
    expect(judged('t1', { value: 150 }, { t1: { ...around50, standing: standing(0.05, { unit: 'ms' }) } })).toEqual(
      mark('held', 'jump', 10),
    );
  });
});

describe('a jump', () => {
  it('a jump is far from the level of the history and from the value before', () => {
    const near150 = { ...around50, standing: standing(150) };
    expect(judged('t1', { value: 150 }, { t1: near150 })).toEqual(accepted);
    expect(judged('t1', { value: 50 }, { t1: near150 })).toEqual(accepted);
    expect(judged('t1', { value: 16 }, { t1: around50 })).toEqual(mark('held', 'jump', 10));
  });

  it.each([
    [8, mark('held', 'jump', 8)],
    [7, accepted],
  ])('a jump is told from eight points on: %i', (n, expected) => {
    const known = { t1: { ...around50, level: levelOf('t1', 50, { n }) } };
    expect(judged('t1', { value: 150 }, known)).toEqual(expected);
  });

  it('points are told of what is held or noted for another reason too, where the history is long enough', () => {
    const poor = { value: 50, r2: 0.1 };
    expect(judged('t1', poor, { t1: around50 })).toEqual(mark('held', 'poor_fit', 10));
    expect(judged('t1', poor, { t1: { ...around50, level: levelOf('t1', 50, { n: 7 }) } })).toEqual(
      mark('held', 'poor_fit'),
    );
    expect(judged('t1', { value: 2e6 }, { t1: around50 })).toEqual(mark('faulty', 'longer_than_a_second', 10));
    expect(judged('t1', { value: 50, isRepeat: true }, { t1: around50 })).toEqual(mark('noted', 'repeat', 10));
  });

  it.each([
    ['there is no current value', { standing: undefined }],
    ['the current value is of the same instant', { standing: standing(50, { at: day(10) }) }],
    ['the current value is newer', { standing: standing(50, { at: day(11) }) }],
    ['the current value is of another kind', { standing: standing(50, { unit: 'GHz' }) }],
    ['no one knows the level', { level: undefined }],
    ['the level is of the same day', { level: levelOf('t1', 50, { lastDay: '2026-03-10' }) }],
    ['the level is older than ninety days', { level: levelOf('t1', 50, { lastDay: '2025-12-09' }) }],
    ['the level has no middle', { level: levelOf('t1', 50, { level: undefined }) }],
  ])('no jump is told where %s', (_, more) => {
    expect(judged('t1', { value: 150 }, { t1: { ...around50, ...more } })).toEqual(accepted);
  });

  it('stated errors say how far a value may lie from another', () => {
    const known = { t1: { ...around50, standing: standing(50) } };
    expect(judged('t1', { value: 120 }, known)).toEqual(mark('held', 'jump', 10));
    expect(judged('t1', { value: 120, error: 60 }, known)).toEqual(accepted);
    expect(judged('t1', { value: 120 }, { t1: { ...around50, standing: standing(50, { error: 20 }) } })).toEqual(
      accepted,
    );
    expect(judged('t1', { value: 120, error: null }, known)).toEqual(mark('held', 'jump', 10));
  });

  it('a setting does not jump: it was set', () => {
    const definition = describeMetric('readout_length', 'qubit');
    const known = {
      standing: { ...standing(100), unit: definition.storedUnit },
      level: levelOf('readout_length', 100),
    };
    expect(judged('readout_length', { value: 5000 }, { readout_length: known })).toEqual(accepted);
  });

  it('an amplitude jumps among those of its sign', () => {
    const key = 'hpi_amplitude';
    const { storedUnit: unit } = describeMetric(key, 'qubit');
    const of = (value: number, last: number, isNegative: boolean) => {
      const level = levelOf(key, 0.1, { sigma: 0.05, ...(isNegative && { isNegative: true as const }) });
      return judged(key, { value }, { [key]: { standing: { ...standing(last), unit }, level } });
    };
    const jump = mark('held', 'jump', 10);
    expect([of(0.3, 0.1, false), of(-0.3, -0.1, true)]).toEqual([jump, jump]);
    expect([of(0.3, 0.1, true), of(0.3, -0.1, false), of(-0.3, 0.1, true), of(-0.3, -0.1, false)]).toEqual([
      accepted,
      accepted,
      accepted,
      accepted,
    ]);
  });
});

describe('what agrees with a held value', () => {
  it('what agrees with a held value before it lets both count', () => {
    const known = { t1: { ...around50, held: held(150) } };
    expect(judged('t1', { value: 151 }, known)).toEqual({
      mark: { state: 'accepted', because: 'jump', points: 10 },
      confirms: true,
    });
    expect(judged('t1', { value: 50 }, known)).toEqual(accepted);
    expect(judged('t1', { value: 151 }, known, 'warn')).toEqual(mark('noted', 'jump', 10));
  });

  it('what is accepted so says why the held one was held where nothing is against itself', () => {
    const known = { t1: { held: { ...held(50), because: 'poor_fit' as const } } };
    expect(judged('t1', { value: 50 }, known)).toEqual({
      mark: { state: 'accepted', because: 'poor_fit' },
      confirms: true,
    });
  });

  it('without a history the fluctuation of its kind says what agrees', () => {
    const known = { t1: { held: held(50) } };
    expect(judged('t1', { value: 70 }, known).confirms).toBe(true);
    expect(judged('t1', { value: 140 }, known).confirms).toBe(false);
    expect(
      judged('t1', { value: 70 }, { t1: { ...known.t1, level: levelOf('t1', 50, { sigma: 0.03 }) } }).confirms,
    ).toBe(false);
    const { storedUnit: unit } = describeMetric('qubit_frequency', 'qubit');
    expect(judged('qubit_frequency', { value: 5 }, { qubit_frequency: { held: { ...held(5), unit } } })).toEqual(
      accepted,
    );
  });

  it.each([
    ['of the same instant', { at: day(10) }],
    ['newer', { at: day(11) }],
    ['of another kind', { unit: 'GHz' }],
  ])('nothing agrees with a held value that is %s', (_, more) => {
    expect(judged('t1', { value: 150 }, { t1: { held: held(150, more) } })).toEqual(accepted);
  });

  it('no setting agrees with a held one, nor an amplitude with one of the other sign', () => {
    const of = (key: string, value: number, before: number) => {
      const { storedUnit: unit } = describeMetric(key, 'qubit');
      return judged(key, { value }, { [key]: { held: { ...held(before), unit } } }).confirms;
    };
    expect(of('readout_length', 500, 500)).toBe(false);
    expect([of('hpi_amplitude', 0.1, 0.1), of('hpi_amplitude', -0.1, 0.1), of('hpi_amplitude', -0.1, -0.1)]).toEqual([
      true,
      false,
      true,
    ]);
  });
});

describe('T2 and twice T1', () => {
  it('T1 and the two T2 limit each other', () => {
    expect(['t1', 't2_echo', 't2_star', 'qubit_frequency'].map(limitedWith)).toEqual([
      ['t2_echo', 't2_star'],
      ['t1'],
      ['t1'],
      [],
    ]);
  });

  it('T2 far above twice T1 is held, and a little above remarked on', () => {
    const known = { t1: { standing: standing(50, { at: day(10, 11), error: 0.5 }) } };
    expect(judged('t2_echo', { value: 90, error: 1 }, known)).toEqual(accepted);
    expect(judged('t2_echo', { value: 102, error: 1 }, known)).toEqual(mark('noted', 'beyond_twice_t1'));
    expect(judged('t2_star', { value: 150, error: 1 }, known)).toEqual(mark('held', 'beyond_twice_t1'));
    expect(judged('t2_echo', { value: 150, error: 1 }, known, 'warn')).toEqual(mark('noted', 'beyond_twice_t1'));
    expect(judged('t1_average', { value: 150, error: 1 }, known)).toEqual(accepted);
  });

  it('T1 far below half of either T2 is held', () => {
    const t2 = { standing: standing(150, { at: day(10, 11), error: 1 }) };
    expect(judged('t1', { value: 50, error: 0.5 }, { t2_echo: t2 })).toEqual(mark('held', 'beyond_twice_t1'));
    expect(judged('t1', { value: 50, error: 0.5 }, { t2_star: t2 })).toEqual(mark('held', 'beyond_twice_t1'));
    expect(judged('t1', { value: 80, error: 0.5 }, { t2_echo: t2, t2_star: t2 })).toEqual(accepted);
  });

  it('what is against a value itself is said before its limit', () => {
    const known = { t1: { standing: standing(50, { at: day(10, 11), error: 0.5 }) } };
    expect(judged('t2_echo', { value: 150, error: 1, r2: 0.1 }, known)).toEqual(mark('held', 'poor_fit'));
    expect(judged('t2_echo', { value: 102, error: 1, isRepeat: true }, known)).toEqual(mark('noted', 'repeat'));
  });

  it('only what was before limits a value, or came with it', () => {
    const against = (more: Partial<KnownOfMetric>, at = day(10, 13)) =>
      judged('t2_echo', { value: 150, error: 1 }, { t1: { standing: standing(50, { at, error: 0.5 }), ...more } });
    const isHeld = mark('held', 'beyond_twice_t1');
    expect(against({})).toEqual(accepted);
    expect(against({}, day(10))).toEqual(isHeld);
    expect(against({ arrivedTogether: false })).toEqual(accepted);
    expect(against({ arrivedTogether: true })).toEqual(isHeld);
  });

  it.each([
    [50_000, 500, 'ns'],
    [0.05, 0.0005, 'ms'],
    [5e-5, 5e-7, 's'],
    [50, 0.5, 'µs'],
    [50, 0.5, 'μs'],
  ])('the limit holds in any unit T1 is: %d(%d) %s', (value, error, unit) => {
    const known = { t1: { standing: standing(value, { at: day(10, 11), error, unit }) } };
    expect(judged('t2_echo', { value: 150, error: 1 }, known)).toEqual(mark('held', 'beyond_twice_t1'));
    expect(judged('t2_echo', { value: 95, error: 1 }, known)).toEqual(accepted);
  });

  it('a T1 in a unit of another kind limits nothing', () => {
    const known = { t1: { standing: standing(50, { at: day(10, 11), error: 0.5, unit: 'GHz' }) } };
    expect(judged('t2_echo', { value: 150, error: 1 }, known)).toEqual(accepted);
  });

  it('an hour later T1 may have moved, by as much as each of the two does', () => {
    const of = (sigmas: { t1: number; t2: number }, at = day(10, 8)) =>
      judged(
        't2_echo',
        { value: 150, error: 1 },
        {
          t1: { standing: standing(50, { at, error: 0.5 }), level: levelOf('t1', 50, { sigma: sigmas.t1 }) },
          t2_echo: { level: levelOf('t2_echo', 90, { sigma: sigmas.t2 }) },
        },
      );
    const [isHeld, isNoted] = [mark('held', 'beyond_twice_t1'), mark('noted', 'beyond_twice_t1')];
    expect(of({ t1: 0.01, t2: 0.01 })).toEqual(isHeld);
    expect(of({ t1: 0.5, t2: 0.01 })).toEqual(isNoted);
    expect(of({ t1: 0.01, t2: 0.5 })).toEqual(isNoted);
    expect(of({ t1: 0.5, t2: 0.5 }, day(10, 11))).toEqual(isHeld);
    // Of another day, neither is held because of the other.
    expect(of({ t1: 0.01, t2: 0.01 }, day(9))).toEqual(isNoted);
  });
});
