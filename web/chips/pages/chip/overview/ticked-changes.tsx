import { differencesCsv } from '../../../../statistics/lib/differences/differences-csv.ts';
import { resultsAfter, targetsOf } from '../../../../statistics/lib/differences/ticked.ts';
import type { ChipOverview } from '../../../../statistics/lib/overview/queries.ts';
import { TickedBar } from '../../../../values/components/ticked/ticked-bar.tsx';

const latest = {};

/** What can be done with the ticked targets of what has changed, and with the results that changed them. */
export function TickedChanges(props: {
  chipId: string;
  ticked: ChipOverview['changed']['items'];
  onClear: () => void;
}) {
  const { chipId, ticked } = props;
  return (
    <TickedBar
      chipId={chipId}
      targets={targetsOf(ticked)}
      wanted={ticked.map(({ kind, target_id: id, metric }) => ({ kind, id, metric }))}
      results={resultsAfter(ticked)}
      view={latest}
      file={() => ({ name: `${chipId}_changed.csv`, rows: differencesCsv(ticked) })}
      onClear={props.onClear}
    />
  );
}
