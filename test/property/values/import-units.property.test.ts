import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type ImportDocuments, planImport } from '#shared/devices/rules/import/formats.ts';
import { conversionOf } from '#shared/values/rules/units/conversion.ts';
import { parameter } from '#test/support/devices/ibm-device.ts';

const at = '2026-01-01T00:00:00.000Z';

/** A T1 of qubit 0 in a document of each format that states units. */
const documentsOf = (value: number, unit: string): ImportDocuments[] => [
  {
    format: 'ibm',
    documents: {
      conf: { backend_name: 'one', n_qubits: 1 },
      props: { qubits: [[parameter('T1', value, unit, at)]], gates: [] },
    },
  },
  {
    format: 'qubex',
    documents: {
      measured_at: at,
      files: [{ name: 't1.yaml', content: JSON.stringify({ meta: { unit }, data: { Q0: value } }) }],
    },
  },
  {
    format: 'fiducial',
    documents: {
      chip: {
        ...{ format: 'fiducial-chip', version: 1, chip: { id: 'one' } },
        topology: { id: 'one', couplings: [], qubits: { 0: { row: 0, col: 0 } } },
        qubits: { 0: { values: { t1: { value, unit, calibrated_at: at } } } },
      },
    },
  },
];

const read = (given: ImportDocuments) => {
  const result = planImport(given);
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  const t1 = result.plan.targets[0]?.values.t1;
  return {
    microseconds: t1 && conversionOf(t1.unit, 'us')?.value(t1.value),
    reasons: result.plan.leftOut.filter(({ path }) => !path.startsWith('conf.')).map(({ reason }) => reason),
  };
};

const value = fc
  .record({ digits: fc.integer({ min: -99_999, max: 99_999 }), power: fc.integer({ min: -3, max: 3 }) })
  .map(({ digits, power }) => Number(`${digits}e${power}`));
const times = ['ps', 'ns', 'us', 'µs', 'μs', 'ms', 's', 'ks', 'min', 'h', 'd'];
const others = ['GHz', 'sec', 'V', 'dBm', '%', 'K', 'us/ns', 'minutes', 'm', 'H', 'rad'];

it('a T1 in any unit of time is the same T1 in every format, and one that cannot be is left out of each for one reason', () => {
  fc.assert(
    fc.property(value, fc.constantFrom(...times), (number, unit) => {
      const [first, ...more] = documentsOf(number, unit).map(read);
      for (const one of more) expect(one).toEqual(first);
      const expected = number > 0 ? conversionOf(unit.replace(/^[µμ]/, 'u'), 'us')?.value(number) : undefined;
      expect(first).toEqual({ microseconds: expected, reasons: number > 0 ? [] : ['is not above 0'] });
    }),
  );
});

it('a T1 in a unit of another kind is left out of every format for one reason', () => {
  fc.assert(
    fc.property(
      value.filter((number) => number > 0),
      fc.constantFrom(...others),
      (number, unit) => {
        const reasons = [`the unit '${unit}' cannot be converted into 'us'`];
        for (const given of documentsOf(number, unit))
          expect(read(given)).toEqual({ microseconds: undefined, reasons });
      },
    ),
  );
});
