/** A count with its noun: `1 qubit`, `2 qubits`. */
export const plural = (count: number, singular: string, pluralForm = `${singular}s`): string =>
  `${count} ${count === 1 ? singular : pluralForm}`;

/**
 * A field of a request as people read it: `body.parameters.qids.0` is `parameters, qids, no. 1`; empty for the whole of it. A place
 * in a file stays as it is.
 */
export function fieldText(path: string): string {
  const [part = '', ...steps] = path.split('.');
  if (!requestParts.includes(part)) return path;
  return steps.map((step) => (/^\d+$/.test(step) ? `no. ${Number(step) + 1}` : step.replaceAll('_', ' '))).join(', ');
}

const requestParts = ['body', 'query', 'params', 'headers'];

/** What a page says while it gets no answer. */
export const unreachableText = 'The service cannot be reached';

/** The button that begins a run, and the dialog that it opens. */
export const startRunText = 'Start a run';

/** A rank: `1st`, `112th`. */
export function ordinal(rank: number): string {
  const teen = rank % 100 >= 11 && rank % 100 <= 13;
  const suffix = teen ? 'th' : (['th', 'st', 'nd', 'rd'][rank % 10] ?? 'th');
  return `${rank}${suffix}`;
}

/** In which zone the times of all pages are. */
export const zoneText = (timeZone: string): string => `Times in ${timeZone}`;
