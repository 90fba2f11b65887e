import fc from 'fast-check';

/** Characters that keys could trip over: separators, escapes, fillers, sort neighbours, other planes, look-alikes. */
const awkward = [
  '#',
  '%',
  '~',
  '$',
  ' ',
  '-',
  '0',
  '9',
  'Q',
  'C',
  'é',
  'ｑ',
  '\u0301',
  '第',
  '𝔮',
  '👩‍🔬',
  '\u0001',
  '__proto__',
];

/** Any well-formed Unicode id, with the awkward ones often. */
export const anyId = fc.oneof(
  fc.string({ minLength: 1, maxLength: 12, unit: fc.constantFrom(...awkward) }),
  fc.string({ minLength: 1, maxLength: 12, unit: 'binary' }),
  fc.constantFrom(
    '%23',
    '%25',
    '%2523',
    '#',
    '##',
    '~',
    '~0001',
    '0001',
    '00',
    '-',
    'META',
    'MEMBER#a',
    'C',
    'P#x',
    'JOB',
  ),
);

/** Canonical numbers of up to four digits: these sort as numbers. */
export const numericQid = fc.nat({ max: 9999 }).map(String);

/** Qids: numbers, numbers of other spellings and sizes, and names. */
export const qid = fc.oneof(
  numericQid,
  fc.nat({ max: 99_999_999 }).map(String),
  fc.nat({ max: 999 }).map((n) => String(n).padStart(4, '0')),
  anyId,
);

/** Coupling ids, also of qids that hold `-`. */
export const couplingId = fc.oneof(
  fc.tuple(qid, qid).map(([a, b]) => `${a}-${b}`),
  anyId,
);

/** An instant as it is stored. */
export const instant = fc
  .date({ min: new Date('2000-01-01T00:00:00Z'), max: new Date('2099-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString());

/** A qubit or a coupling. */
export const targetRef = fc.oneof(
  qid.map((id) => ({ kind: 'qubit' as const, id })),
  couplingId.map((id) => ({ kind: 'coupling' as const, id })),
);

/** What the key of a sample is made of, besides project and chip. */
export const sample = fc.record({ metric: anyId, target: targetRef, at: instant, sampleId: anyId });

/** Execution ids: at least three digits, as many as the day's number needs. */
export const executionId = fc
  .tuple(instant, fc.nat({ max: 999_999 }))
  .map(([at, n]) => `${at.slice(0, 10).replaceAll('-', '')}-${String(n).padStart(3, '0')}`);
