import { getRouteApi } from '@tanstack/react-router';
import { rankCorrelation } from '#shared/statistics/rules/correlation.ts';
import { wayToChip } from '../../../chips/components/way-to-chip.ts';
import { chipRunsQuery } from '../../../runs/lib/queries.ts';
import { Cdf } from '../../../ui/components/charts/cdf.tsx';
import { ChartFiles } from '../../../ui/components/charts/chart-files.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { Card, Page } from '../../../ui/components/page.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { usePastSearch } from '../../../ui/lib/api/past.ts';
import { cooldownsQuery, metricsConfigQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { ChipMetrics } from '../../../ui/lib/api/wire.ts';
import type { PageAt } from '../../../ui/lib/navigation/page-at.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { AsOfBar, PastPage } from '../../components/as-of/as-of.tsx';
import type { AnalysisChoice } from '../../lib/analysis/choice.ts';
import { pairsOf } from '../../lib/analysis/pairs.ts';
import { type AnalysisSearch, metricNamed } from '../../lib/analysis/search.ts';
import { correlationText } from '../../lib/analysis/words.ts';
import { drawnValues, mapCells, targetLabel } from '../../lib/metrics/cells.ts';
import { cellsOf } from '../../lib/metrics/metric-choice.ts';
import styles from './analysis.module.css';
import { HistogramChart } from './histogram-chart.tsx';
import { MetricOverTime } from './metric-over-time.tsx';
import { ScatterChart } from './scatter-chart.tsx';
import { useAnalysed } from './use-analysed.ts';

const route = getRouteApi('/app/chips/$chipId/analysis');

/** The reads that the address of the page tells. */
export const load = ({ params: { chipId } }: PageAt<'chipId'>) => [
  metricsConfigQuery(),
  cooldownsQuery(0, 100),
  chipRunsQuery(chipId),
];

/** A metric over a chip: its distribution, how it goes with another, and its course on one target. */
export function AnalysisPage() {
  return (
    <PastPage at={route.useSearch().as_of} timeZone={useTimeZone()}>
      <AnalysedChip />
    </PastPage>
  );
}

function AnalysedChip() {
  const { chipId } = route.useParams();
  const { as_of: at } = route.useSearch();
  const navigate = route.useNavigate();
  const { metrics, choice, isKnown, isWhole, error } = useAnalysed(chipId, route.useSearch());
  const content = () => {
    if (!metrics || !isKnown || error) return <Pending error={error} what="metrics" />;
    if (!choice) return <p>{`Nothing was measured on this chip ${at === undefined ? 'yet' : 'by then'}`}</p>;
    return <Analysis chipId={chipId} metrics={metrics} choice={choice} isWhole={isWhole} />;
  };
  return (
    <Page title={`Analysis of ${chipId}`} breadcrumbs={wayToChip(chipId, { ...usePastSearch() })}>
      <AsOfBar
        chipId={chipId}
        at={at}
        timeZone={useTimeZone()}
        onChange={(day) =>
          void navigate({ search: (before) => ({ ...before, as_of: day }), replace: true, resetScroll: false })
        }
      />
      {content()}
    </Page>
  );
}

function Analysis(props: { chipId: string; metrics: ChipMetrics; choice: AnalysisChoice; isWhole: boolean }) {
  const { chipId, metrics } = props;
  const { options, display, against } = props.choice;
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const [own, other] = [display, against].map((one) => {
    const cells = cellsOf(metrics, one.kind, one.key);
    return { display: one, cells: mapCells(Object.keys(cells), cells, one) };
  });
  if (!own || !other) return null;
  const values = drawnValues(own.cells);
  const pairs = pairsOf(own, other);
  const correlation = rankCorrelation(pairs.map(({ x, y }) => [x, y]));
  const targets = own.cells.map(({ target }) => target);
  const target = targets.find((one) => one === search.target) ?? targets[0];
  // Another history has other times.
  const change = (next: AnalysisSearch) =>
    void navigate({
      search: { ...search, from: undefined, to: undefined, ...next },
      replace: true,
      resetScroll: false,
    });
  const nameOf = ({ kind, key }: { kind: string; key: string }) => `${kind} ${key}`;
  const choice = (label: string, field: 'metric' | 'against', value: string) => (
    <SelectField
      label={label}
      value={value}
      onChange={({ target: { value: next } }) => {
        // The selected target does not fit a metric of another kind.
        const isOfOthers = field === 'metric' && metricNamed(next)?.kind !== display.kind;
        change({ [field]: next, ...(isOfOthers && { target: undefined }) });
      }}
    >
      {options.map((one) => (
        <option key={nameOf(one)} value={nameOf(one)}>
          {one.title}
          {one.kind === 'coupling' ? ' (couplings)' : ''}
        </option>
      ))}
    </SelectField>
  );
  const names = options.map(nameOf);
  const unknown = [
    unknownName('metric', search.metric, names, display.title),
    unknownName('metric', search.against, names, against.title),
    // Its targets are known with its values.
    props.isWhole ? unknownName(display.kind, search.target, targets, target) : '',
  ];
  const unit = (one: typeof display) => (one.unit ? `${one.key} (${one.unit})` : one.key);
  const charts = (
    <>
      <div className={styles.pair}>
        <Card title={`Histogram of ${display.title}`}>
          <ChartFiles
            name={`${chipId}-${display.key}-histogram`}
            rows={() => [['target', unit(display)], ...own.cells.map(({ target: id, drawn }) => [id, drawn ?? ''])]}
          >
            <HistogramChart display={display} values={values} />
          </ChartFiles>
        </Card>
        <Card title={`Distribution of ${display.title}`} note={`N = ${values.length} of ${own.cells.length}`}>
          <ChartFiles
            name={`${chipId}-${display.key}-distribution`}
            rows={() => [['target', unit(display)], ...own.cells.map(({ target: id, drawn }) => [id, drawn ?? ''])]}
          >
            <Cdf display={display} cells={own.cells} logarithmic={false} />
          </ChartFiles>
        </Card>
      </div>
      <Card title={`${against.title} against ${display.title}`}>
        <p>{correlationText(correlation, pairs.length)}</p>
        <ChartFiles
          name={`${chipId}-${display.key}-${against.key}`}
          rows={() => [['target', unit(display), unit(against)], ...pairs.map((pair) => [pair.target, pair.x, pair.y])]}
        >
          <ScatterChart x={display} y={against} pairs={pairs} />
        </ChartFiles>
      </Card>
      {target !== undefined && (
        <Card title={`${display.title} of ${targetLabel(display.kind, target)} over time`}>
          <MetricOverTime
            chipId={chipId}
            target={target}
            display={display}
            name={`${chipId}-${display.key}-${target}-over-time`}
          />
        </Card>
      )}
    </>
  );
  return (
    <>
      <UnknownNotice sentences={unknown} />
      <div className={styles.controls}>
        {choice('Metric', 'metric', nameOf(display))}
        {choice('Against', 'against', nameOf(against))}
        <SelectField
          label="Over time on"
          value={target ?? ''}
          onChange={(event) => change({ target: event.target.value })}
        >
          {targets.map((one) => (
            <option key={one} value={one}>
              {targetLabel(display.kind, one)}
            </option>
          ))}
        </SelectField>
      </div>
      {props.isWhole ? charts : <Pending error={null} what="metrics" />}
    </>
  );
}
