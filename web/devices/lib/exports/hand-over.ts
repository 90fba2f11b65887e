import { queryOptions } from '@tanstack/react-query';
import type { CompilerFormat } from '#shared/devices/rules/export/compiler/format-names.ts';
import { leftOutText } from '#shared/devices/rules/export/left-out-text.ts';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { type MetricsView, newestOf } from '../../../values/lib/metrics/view.ts';

/** A chip or a part of it in a format of others. */
export type HandedFile = ResponseBody<'exportChipParameters'>;
export type HandedValue = HandedFile['values'][number];

/** What is handed to a compiler: some targets, or the whole chip without them. */
export interface HandedPart {
  qubits?: string[];
  couplings?: string[];
}

/** How a person reads the formats for other programs. */
export const compilerFormats: Record<CompilerFormat, string> = {
  python: 'Python list',
  oqtopus: 'OQTOPUS device topology',
  qiskit: 'Qiskit target',
  qibolab: 'qibolab calibration',
  quam: 'QuAM state',
};

/** Most targets whose names fit into one address. */
export const MOST_HANDED = 256;

export interface HandOverQuery extends HandedPart {
  chipId: string;
  format: CompilerFormat;
  asOf: string | undefined;
  withinHours: number | undefined;
}

export const handOverQuery = ({ chipId, format, asOf, withinHours, ...part }: HandOverQuery) =>
  queryOptions({
    queryKey: [...projectKey(), 'chip', chipId, 'hand-over', format, asOf, withinHours, part],
    queryFn: () =>
      api.exportChipParameters({
        params: { chip_id: chipId },
        query: { format, as_of: asOf, within_hours: withinHours, ...part },
      }),
  });

/** Ticked qubits and couplings as what is handed over; elements are handed over with their couplings. */
export function partOf(targets: readonly { kind: TargetKind; id: string }[]): HandedPart {
  const of = (kind: TargetKind) => targets.filter((target) => target.kind === kind).map(({ id }) => id);
  const [qubits, couplings] = [of('qubit'), of('coupling')];
  return { ...(qubits.length > 0 && { qubits }), ...(couplings.length > 0 && { couplings }) };
}

/** The time and the limit of age that a view has. */
export function limitsOf(view: MetricsView, now: number): Pick<HandOverQuery, 'asOf' | 'withinHours'> {
  const { as_of: asOf, start_at: start, within_hours: within } = newestOf(view);
  const end = asOf === undefined ? now : Date.parse(asOf);
  const hours = start === undefined ? within : Math.max(1, Math.floor((end - Date.parse(start)) / 3_600_000));
  return { asOf, withinHours: hours };
}

/** The content of the file. */
export const contentOf = ({ text, document }: HandedFile): string => text ?? `${JSON.stringify(document, null, 2)}\n`;

/** What is not in a file: what is missing, and what the format has no place for. */
export function missingFrom({ left_out }: HandedFile): { missing: string[]; unsupported: string[] } {
  const lines = left_out.map(({ target_kind: kind, ...rest }) => ({ kind, ...rest }));
  const isOfFormat = ({ reason }: (typeof lines)[number]) => reason.startsWith('the format has no ');
  return {
    missing: lines.filter((line) => !isOfFormat(line)).map(leftOutText),
    unsupported: lines.filter(isOfFormat).map(leftOutText),
  };
}

/** How much of what was asked for is in a file, in one sentence. */
export function contentText({ qubits, couplings, values }: HandedFile): string {
  const askedFor = (kind: HandedValue['target_kind']) =>
    new Set(values.filter(({ target_kind }) => target_kind === kind).map(({ target_id }) => target_id)).size;
  const part = (count: number, all: number, noun: string) =>
    all > count ? `${count} of ${plural(all, noun)}` : plural(count, noun);
  return `In the file: ${part(qubits.length, askedFor('qubit'), 'qubit')}, ${part(couplings.length, askedFor('coupling'), 'coupling')}`;
}
