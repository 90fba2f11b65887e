import { LeftOut, type LeftOutEntries } from './left-out.ts';
import { Problems } from './problems.ts';
import { readFiles } from './qubex/documents.ts';
import { isMuxLabel, withDefault } from './qubex/metrics.ts';

/** A value of a qubit as it is given, and a value that says nothing. */
export interface GivenSeed {
  parameter: string;
  qid: string;
  value: number;
  unit: string | undefined;
}

/** What was read: the seeds, how many entries give none, and why, with files and fields that are not read. */
export interface ReadSeeds {
  seeds: GivenSeed[];
  passedOver: number;
  leftOut: LeftOutEntries[];
}

type Given = number | null | { value: number | null; unit?: string | null | undefined };

/** `Q03`, `03` and `3` are one qubit; undefined for a pair, or a word. */
export const qidOfLabel = (label: string): string | undefined => {
  const digits = /^Q?0*(\d{1,4})$/.exec(label)?.[1];
  return digits ?? (/^[A-Za-z_]\w*$/.test(label) ? label : undefined);
};

/** Seeds of a map. */
export const seedsOfMap = (map: Readonly<Record<string, Readonly<Record<string, Given>>>>): ReadSeeds =>
  gather(
    Object.entries(map).flatMap(([parameter, values]) =>
      Object.entries(values).map(([label, given]) => {
        const { value, unit } = typeof given === 'object' && given !== null ? given : { value: given, unit: null };
        return { parameter, label, value, unit: unit ?? undefined, place: `manual_data.${parameter}` };
      }),
    ),
    new LeftOut(),
  );

/** Seeds of YAML files of qubex, or what is wrong with them. `chip` says which chip, where the files have several. */
export function seedsOfFiles(
  files: unknown,
  chip?: string,
): ReadSeeds | { problems: { path: string; message: string }[] } {
  const problems = new Problems();
  const leftOut = new LeftOut();
  const { parameters } = readFiles(files, chip, problems, leftOut);
  if (problems.list.length === 0 && parameters.length === 0) problems.addLeftOut(leftOut);
  if (problems.list.length > 0) return { problems: problems.list };
  return gather(
    parameters.flatMap(({ path: place, name: parameter, unit, fallback, values }) =>
      Object.entries(values).map(([label, given]) => {
        return {
          parameter,
          label,
          value: withDefault(given, fallback),
          unit,
          place,
          isMux: isMuxLabel(parameter, label),
        };
      }),
    ),
    leftOut,
  );
}

/** An entry of one parameter; `place` leads to the parameter, `isMux` says that its label is the number of a readout mux. */
interface SeedEntry {
  parameter: string;
  label: string;
  value: unknown;
  unit: string | undefined;
  place: string;
  isMux?: boolean;
}

function gather(entries: readonly SeedEntry[], leftOut: LeftOut): ReadSeeds {
  const seeds = entries.flatMap((entry): GivenSeed[] => {
    const { parameter, label, value, unit, place } = entry;
    const qid = qidOfLabel(label);
    const reason = whyNoSeed(entry, qid);
    if (reason === undefined && qid !== undefined) return [{ parameter, qid, value: Number(value), unit }];
    leftOut.add(`${place}.${label.slice(0, 80)}`, reason ?? '', place);
    return [];
  });
  return { seeds, passedOver: entries.length - seeds.length, leftOut: leftOut.rows() };
}

function whyNoSeed({ value, isMux }: SeedEntry, qid: string | undefined): string | undefined {
  if (qid === undefined) return 'is not a qubit, and seeds are values of qubits';
  // Such a number does not identify a qubit.
  if (isMux) return 'is the number of a readout mux, not a qubit';
  if (value === null) return 'has no value';
  if (typeof value !== 'number') return 'is not a number';
  return Number.isFinite(value) ? undefined : 'is not a finite number';
}
