/** A run in a list. */
interface ListedRun {
  execution_id: string;
  flow_name: string;
  chip_id: string;
  status: string;
}

/**
 * The last run of the same flow and chip that completed before this one; undefined if this one is not listed or is the
 * first.
 * @param runs the newest first
 */
export function runBefore<R extends ListedRun>(runs: readonly R[], id: string): R | undefined {
  const place = runs.findIndex(({ execution_id }) => execution_id === id);
  const after = runs[place];
  return (
    after &&
    runs
      .slice(place + 1)
      .find(
        ({ status, flow_name: flow, chip_id: chip }) =>
          status === 'completed' && flow === after.flow_name && chip === after.chip_id,
      )
  );
}

/**
 * The last two completed runs of a flow on its chip, for the question "what changed since last time?": the newest such
 * pair. Undefined if no flow completed twice.
 * @param runs the newest first
 */
export function lastTwoOfFlow<R extends ListedRun>(runs: readonly R[]): { after: R; before: R } | undefined {
  const newest = new Map<string, R>();
  const pairs = runs
    .filter(({ status }) => status === 'completed')
    .flatMap((before) => {
      const what = JSON.stringify([before.flow_name, before.chip_id]);
      const after = newest.get(what);
      if (after === undefined) newest.set(what, before);
      return after === undefined ? [] : [{ after, before }];
    });
  return pairs.toSorted((a, b) => runs.indexOf(a.after) - runs.indexOf(b.after))[0];
}
