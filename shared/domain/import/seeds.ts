import { LeftOut } from './left-out.ts';
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

/** What was read: the seeds, and how many entries say nothing or are of pairs. */
export interface ReadSeeds {
  seeds: GivenSeed[];
  passedOver: number;
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
        return { parameter, label, value, unit: unit ?? undefined };
      }),
    ),
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
    parameters.flatMap(({ name: parameter, unit, fallback, values }) =>
      Object.entries(values).map(([label, given]) => {
        const value = withDefault(given, fallback);
        // A number of a readout mux says nothing of a qubit.
        return { parameter, label, value: isMuxLabel(parameter, label) ? null : value, unit };
      }),
    ),
  );
}

function gather(entries: readonly { parameter: string; label: string; value: unknown; unit: string | undefined }[]) {
  const seeds = entries.flatMap(({ parameter, label, value, unit }) => {
    const qid = qidOfLabel(label);
    return qid === undefined || typeof value !== 'number' || !Number.isFinite(value)
      ? []
      : [{ parameter, qid, value, unit }];
  });
  return { seeds, passedOver: entries.length - seeds.length };
}
