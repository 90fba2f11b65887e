import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { type Difference, differencesQuery } from '../../../statistics/lib/differences/queries.ts';
import { basisText, changeText, scoreText, valueText } from '../../../statistics/lib/differences/words.ts';
import { sinceInstant } from '../../../statistics/lib/overview/since.ts';
import { usePast } from '../../../ui/lib/api/past.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { TargetKind } from '../../../ui/lib/api/wire.ts';
import styles from './target-page.module.css';

/** What changed on a target since an instant, by metric; undefined until it is known. */
export interface Changes {
  since: string;
  byMetric: ReadonlyMap<string, Difference> | undefined;
}

/** Reads what changed on one target since seven on the morning before, as the overview counts it. */
export function useChanges(chipId: string, { kind, id }: { kind: TargetKind; id: string }, enabled: boolean): Changes {
  const timeZone = useTimeZone();
  const [now] = useState(Date.now);
  const asOf = usePast()?.asOf;
  const since = sinceInstant('yesterday', asOf === undefined ? now : Date.parse(asOf), timeZone);
  const found = useQuery({
    ...differencesQuery(
      chipId,
      { as_of_before: since, ...(asOf !== undefined && { as_of_after: asOf }) },
      { targets: [id] },
    ),
    enabled,
  });
  // Until they are there, the answer is that of the target before.
  const own = found.isPlaceholderData ? undefined : found.data;
  // A coupler has the id of its coupling.
  const ofKind = own?.differences.filter((one) => one.kind === kind);
  return { since, byMetric: ofKind && new Map(ofKind.map((one) => [one.metric, one])) };
}

/** A held value in place of "not measured": `held: 14.25 ± 0.20 µs, −54 %, −4.1 σ`. */
const heldText = (found: Difference, display: MetricDisplay): string =>
  [`held: ${valueText(found.after, display)}`, changeText(found, display), found.score && scoreText(found)]
    .filter(Boolean)
    .join(', ');

/** The change of one metric with its score; what was not measured since has none. */
export function ChangeSince(props: { display: MetricDisplay; changes: Changes; at: string | undefined }) {
  const { display, changes, at } = props;
  if (!changes.byMetric) return null;
  const found = changes.byMetric.get(display.key);
  if (at === undefined && !found?.after?.held) return null;
  const text = () => {
    if (found?.after?.held) return heldText(found, display);
    if (at === undefined) return '';
    if (Date.parse(at) <= Date.parse(changes.since)) return 'not measured';
    if (!found) return 'new';
    return `${changeText(found, display)}${found.score ? `, ${scoreText(found)}` : ''}`;
  };
  return (
    <span title={found && basisText(found)}>
      {text()}
      <span className={styles.sinceWhen}> since yesterday</span>
    </span>
  );
}
