import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';
import type { ImportPlan } from '#shared/devices/rules/import/plan.ts';
import { changedAt, type DocumentPath, placesOf } from '#test/support/devices/document-places.ts';
import { asSent, type SampleDocument, sampleDocuments } from '#test/support/devices/sample-documents.ts';

function planOf(given: ImportDocuments): ImportPlan {
  const result = planImport(asSent(given));
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return result.plan;
}

const leftOutOf = ({ leftOut }: ImportPlan): number => leftOut.reduce((sum, { count }) => sum + count, 0);

const sizeOf = ({ topology }: ImportPlan): number => topology.numQubits + topology.couplings.length;

/** Everything that a plan brings, a line each. */
const broughtBy = ({ targets }: ImportPlan): Set<string> =>
  new Set(
    targets.flatMap(({ kind, id, values, faulty, before = [] }) =>
      [...Object.entries(values), ...Object.entries(faulty), ...before.map((one) => [one.metric, one] as const)].map(
        ([metric, value]) => JSON.stringify([kind, id, metric, value]),
      ),
    ),
  );

/** Anything that JSON has, and what importers look for in the wrong place. */
const anything = fc.oneof(
  fc.jsonValue(),
  fc.constantFrom<unknown>(
    '',
    '12',
    '-3e400',
    '#/qubits/q1',
    '#./T1',
    0,
    -1,
    1e300,
    1e-300,
    [],
    {},
    [[]],
    [null],
    false,
  ),
  fc.constantFrom<unknown>({ a: 1 }, { value: 1 }, [1, 2, 3], ['1', 'x'], { averaged: 'x' }, { '0-0': {} }),
);

/** What says nothing: null, and objects and lists of nothing else. */
const isEmpty = (value: unknown): boolean =>
  value === null || (typeof value === 'object' && Object.values(value as object).every(isEmpty));

const remove = (holder: Record<string | number, unknown>, key: string | number): void => {
  if (Array.isArray(holder)) holder.splice(Number(key), 1);
  else delete holder[key];
};

const shuffled = (value: unknown, random: () => number): unknown => {
  if (Array.isArray(value)) return value.map((one) => shuffled(one, random));
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).map(([key, one]) => [random(), key, shuffled(one, random)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => a - b).map(([, key, one]) => [key, one]));
};

/** The places of the entries of a sample, each with the parts that are removed with it. */
const placesOfEntries = ({ given, entries }: SampleDocument) =>
  entries.flatMap((entry) => {
    const [pattern = '', taken = pattern] = entry.split(' ');
    const wholes = placesOf(given.documents, taken);
    return placesOf(given.documents, pattern).map((place, index) => ({ place, whole: wholes[index] ?? place }));
  });

describe('imports of documents of which one entry is damaged', () => {
  it.each(sampleDocuments)('the sample of $title is read, and every entry that is damaged is in it', (sample) => {
    const patterns = sample.entries.map((entry) => entry.split(' ')[0] ?? '');
    expect(patterns.filter((pattern) => placesOf(sample.given.documents, pattern).length === 0)).toEqual([]);
    expect(planOf(sample.given).read).toBeGreaterThan(4);
  });

  it.each(sampleDocuments)(
    'an entry of $title that is replaced by anything is read or left out, and every other one is imported as without it',
    (sample) => {
      const { given } = sample;
      const intact = planOf(given);
      fc.assert(
        fc.property(fc.constantFrom(...placesOfEntries(sample)), anything, ({ place, whole }, damage) => {
          const at = (path: DocumentPath, change: Parameters<typeof changedAt>[2]) =>
            ({ ...given, documents: changedAt(given.documents, path, change) }) as ImportDocuments;
          const without = planOf(at(whole, remove));
          const damaged = planOf(
            at(place, (holder, key) => {
              holder[key] = damage;
            }),
          );
          const brought = broughtBy(damaged);
          expect([...broughtBy(without)].filter((line) => !brought.has(line))).toEqual([]);
          const isTaken = brought.size > broughtBy(without).size || sizeOf(damaged) > sizeOf(without);
          // An entry that is missing may be left out by itself, and one that was there may have had parts that were.
          const least = Math.min(leftOutOf(without), leftOutOf(intact));
          if (!isTaken && !isEmpty(damage)) expect(leftOutOf(damaged)).toBeGreaterThan(least);
        }),
        { numRuns: 500 },
      );
    },
  );

  it.each(sampleDocuments)('a field of $title that is not read is named, and changes nothing else', (sample) => {
    const { given, objects } = sample;
    const intact = planOf(given);
    const places = objects.flatMap((pattern) => placesOf(given.documents, pattern));
    expect(objects.filter((pattern) => placesOf(given.documents, pattern).length === 0)).toEqual([]);
    fc.assert(
      fc.property(fc.constantFrom(...places), fc.integer({ min: 0, max: 9 }), anything, (place, digit, value) => {
        const documents = changedAt(given.documents, [...place, `unread_${digit}`], (holder, key) => {
          holder[key] = value;
        });
        const plan = planOf({ ...given, documents } as ImportDocuments);
        // Parameters of a qubex chip are next to its size, and an empty coupling section contains nothing.
        expect({ ...plan, leftOut: [], missing: 0 }).toEqual({ ...intact, leftOut: [], missing: 0 });
        if (!isEmpty(value)) expect(leftOutOf(plan)).toBeGreaterThan(leftOutOf(intact));
      }),
    );
  });

  it.each(sampleDocuments)('the order of keys in a document of $title has no meaning', ({ given }) => {
    const expected = planOf(given);
    fc.assert(
      fc.property(fc.infiniteStream(fc.double({ min: 0, max: 1, noNaN: true })), (numbers) => {
        const documents = shuffled(given.documents, () => numbers.next().value);
        expect(planOf({ ...given, documents } as ImportDocuments)).toEqual(expected);
      }),
    );
  });
});
