/** What a project may keep (rules PROJ-20 to PROJ-22); undefined for no quota. */
export interface Quotas {
  fileBytes: number | undefined;
  rows: number | undefined;
}

export type QuotaName = keyof Quotas;

/** What a project keeps, as it was last counted. */
export interface CountedUsage {
  rows: number;
  rowsCountedAt?: string | undefined;
  /** Of the last count that came to its end, or what a first one has found so far. */
  fileBytes: number;
  filesCountedAt?: string | undefined;
  /** A count of files that has not come to its end. */
  fileCount?: { bytes: number } | undefined;
}

const hourMilliseconds = 3_600_000;
/** A count is made anew after this time. */
const countedForMilliseconds = hourMilliseconds;
/**
 * How long an old count of files decides if the caller cannot renew it; after that a run starts, and its first step
 * counts.
 */
const decidesForMilliseconds = 24 * hourMilliseconds;

const isWithin = (at: string | undefined, now: Date, milliseconds: number): boolean => {
  const age = at === undefined ? Number.POSITIVE_INFINITY : now.getTime() - Date.parse(at);
  return age >= 0 && age < milliseconds;
};

/** Whether what was counted at an instant is too old to stand for the present; a clock that was set back counts as that. */
export const isToCount = (countedAt: string | undefined, now: Date): boolean =>
  !isWithin(countedAt, now, countedForMilliseconds);

/** Bytes of files that there are at least: those of the last whole count, or what a count has found since if that is more. */
export const knownFileBytes = ({ fileBytes, fileCount }: CountedUsage): number =>
  Math.max(fileBytes, fileCount?.bytes ?? 0);

/** The first quota that a project exceeds, of those requested; undefined if it has room. */
export function exceededQuota(
  usage: CountedUsage,
  quotas: Quotas,
  names: readonly QuotaName[],
  now: Date,
): QuotaName | undefined {
  const used = { fileBytes: knownFileBytes(usage), rows: usage.rows };
  const decides = {
    fileBytes: usage.fileCount !== undefined || isWithin(usage.filesCountedAt, now, decidesForMilliseconds),
    rows: true,
  };
  return names.find((name) => decides[name] && used[name] > (quotas[name] ?? Number.POSITIVE_INFINITY));
}

/** The message for a project that exceeds a quota. */
export function quotaRefusal(projectId: string, usage: CountedUsage, quotas: Quotas, name: QuotaName): string {
  const allowed = (quotas[name] ?? 0).toLocaleString('en');
  if (name === 'fileBytes')
    return `Project '${projectId}' has ${knownFileBytes(usage).toLocaleString('en')} bytes of files, more than its quota of ${allowed}. Exports go after a day and images that no text shows after 7; else an administrator raises PROJECT_FILE_BYTES (projectFileBytes). 'GET /projects/{project_id}/usage' counts anew after an hour`;
  return `Project '${projectId}' has ${usage.rows.toLocaleString('en')} ${usage.rows === 1 ? 'row' : 'rows'}, more than its quota of ${allowed}. Delete a chip that is not needed, or an administrator raises PROJECT_ROWS (projectRows). 'GET /projects/{project_id}/usage' counts anew after an hour`;
}
