import { useMemo } from 'react';
import { scaleOf } from '#shared/statistics/rules/scale.ts';
import { describeMetric } from '#shared/values/rules/catalogue.ts';
import { hasGoodEnd, type MetricDisplay } from '#shared/values/rules/cell/display.ts';
import { formatShare, formatSignificant } from '#shared/values/rules/cell/quantity.ts';
import { ScoreHistogram } from '../../../ui/components/charts/score-histogram.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { useIsDark } from '../../../values/lib/look/is-dark.ts';
import type { ChipDifferences, Difference } from '../../lib/differences/queries.ts';
import { type ScoreBar, scoreBars } from '../../lib/differences/score-histogram.ts';
import { barContent, barText, expectedText } from '../../lib/differences/score-words.ts';
import { shiftClass, shiftColours } from '../../lib/differences/shift-scale.ts';
import { differenceKey, targetsOf, targetsText } from '../../lib/differences/ticked.ts';
import styles from './differences.module.css';
import { useTicks } from './ticks.tsx';

/** The scores of one metric, as bars that tick what they hold, and as a table. */
export function ShiftPlot(props: {
  differences: readonly Difference[];
  display: MetricDisplay;
  shift: ChipDifferences['shifts'][number] | undefined;
}) {
  const { display } = props;
  const isDark = useIsDark();
  const ticks = useTicks();
  const isMirrored = !hasGoodEnd(display.key, display.kind);
  const own = useMemo(
    () => props.differences.filter(({ kind, metric }) => kind === display.kind && metric === display.key),
    [props.differences, display.kind, display.key],
  );
  const bars = useMemo(() => scoreBars(own, display), [own, display]);
  const scored = bars.reduce((total, bar) => total + bar.differences.length, 0);
  if (scored === 0) return <p>No change of {display.title} can be scored</p>;
  const isChosen = ({ differences }: ScoreBar) =>
    differences.length > 0 && differences.every((one) => ticks.has(differenceKey(one)));
  const choose = (bar: ScoreBar) => ticks.set(bar.differences, !isChosen(bar));
  const columns: Column<ScoreBar>[] = [
    {
      id: 'scores',
      title: 'Scores',
      cell: (bar) => (
        <label>
          <input type="checkbox" checked={isChosen(bar)} onChange={() => choose(bar)} /> {barText(bar, isMirrored)}
        </label>
      ),
    },
    { id: 'count', title: 'Changes', number: true, cell: (bar) => bar.differences.length },
    { id: 'expected', title: 'By chance', number: true, cell: (bar) => expectedText(bar.expected) },
    { id: 'targets', title: 'Targets', wrap: true, cell: (bar) => targetsText(targetsOf(bar.differences)) },
  ];
  return (
    <div className={styles.plot}>
      <h3>
        Scores of {display.title}, N = {scored} of {own.length}
      </h3>
      <ScoreHistogram
        label={`Scores of ${display.title}: ${scored} changes by standard deviations, against chance alone`}
        ends={isMirrored ? ['higher', 'lower'] : ['worse', 'better']}
        tickText={(z) => String((isMirrored ? -z : z) || 0).replace('-', '−')}
        onChoose={(n) => {
          const bar = bars[n];
          if (bar) choose(bar);
        }}
        bars={bars.map((bar) => ({
          ...{ from: bar.from, to: bar.to, count: bar.differences.length, expected: bar.expected },
          ...{ content: barContent(bar, isMirrored), isChosen: isChosen(bar), fill: fillOf(bar, isDark) },
        }))}
      />
      {props.shift && <p className={styles.legend}>{shiftText(props.shift, display)}</p>}
      <details>
        <summary>As a table</summary>
        <DataTable
          bare
          label={`Scores of ${display.title}`}
          columns={columns}
          rows={bars.filter((bar) => bar.differences.length > 0)}
          rowKey={(bar) => String(bar.to)}
        />
      </details>
    </div>
  );
}

/** The colour that the map gives to the scores of a bar. */
const fillOf = ({ from, to }: ScoreBar, isDark: boolean): string =>
  shiftColours(isDark)[shiftClass(from >= 0 ? from : to)] ?? '';

/** What all targets of the chip share, where that is known (rule STAT-20). */
function shiftText(
  { shift, error, relative_shift: share, n }: ChipDifferences['shifts'][number],
  display: MetricDisplay,
) {
  const { title, kind, key } = display;
  const unit = scaleOf(describeMetric(key, kind)).kind === 'frequency' ? 'kHz' : display.unit;
  const signed = share === null ? `${shift > 0 ? '+' : ''}${formatSignificant(shift, 2)} ${unit}` : formatShare(share);
  const errors = error > 0 ? Math.abs(shift) / error : 0;
  return `The whole chip: median change of ${title} ${signed} over ${n} targets, ${formatSignificant(errors, 2)} of its standard errors`;
}
