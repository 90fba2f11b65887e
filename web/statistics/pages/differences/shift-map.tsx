import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { isElementKind } from '#shared/chips/rules/target-kinds.ts';
import { hasGoodEnd } from '#shared/values/rules/cell/display.ts';
import { ChipMap } from '../../../chips/components/chip-map/chip-map.tsx';
import { latticeKind, layoutChip } from '../../../chips/lib/map/chip-layout.ts';
import { SelectField } from '../../../ui/components/field.tsx';
import { UnknownNotice } from '../../../ui/components/unknown-notice.tsx';
import { metricsConfigQuery, topologyQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { Chip } from '../../../ui/lib/api/wire.ts';
import { unknownName } from '../../../ui/lib/url/unknown.ts';
import { useIsDark } from '../../../values/lib/look/is-dark.ts';
import { displayOf } from '../../../values/lib/metrics/metric-display.ts';
import { comparedMetrics, metricName } from '../../lib/differences/compared-metrics.ts';
import { type ChipDifferences, differencesQuery } from '../../lib/differences/queries.ts';
import { shiftLayer } from '../../lib/differences/shift-layer.ts';
import { shiftColours, shiftLimits } from '../../lib/differences/shift-scale.ts';
import styles from './differences.module.css';
import { ShiftPlot } from './shift-plot.tsx';

const noNotes = { qubit: new Map<string, string>(), coupling: new Map<string, string>() };

/** The differences of one metric on the chip, coloured by their scores about a fixed zero. */
export function ShiftMap(props: {
  chip: Chip;
  found: ChipDifferences;
  sides: Record<string, string>;
  metric: string | undefined;
  selected: string | undefined;
  onMetric: (metric: string) => void;
  onSelect: (target: string | undefined) => void;
}) {
  const { chip, found } = props;
  const isDark = useIsDark();
  const timeZone = useTimeZone();
  const config = useQuery(metricsConfigQuery());
  const topology = useQuery({ ...topologyQuery(chip.topology_id ?? ''), enabled: chip.topology_id !== null });
  // The map does not show elements.
  const options = useMemo(() => comparedMetrics(found.differences.filter(({ kind }) => !isElementKind(kind))), [found]);
  const chosen = options.find((one) => metricName(one) === props.metric) ?? options[0];
  // A page holds all metrics of most chips; of a larger one the map asks for its own.
  const isWhole = found.total <= found.differences.length;
  const ofMetric = useQuery({
    ...differencesQuery(chip.chip_id, props.sides, { only_metric: chosen?.metric ?? '' }),
    enabled: !isWhole && chosen !== undefined,
  });
  const differences = isWhole ? found.differences : (ofMetric.data?.differences ?? []);
  const layout = useMemo(() => {
    const couplings = differences.flatMap((one) => (one.kind === 'coupling' ? [one.target_id] : []));
    return topology.data && layoutChip(topology.data, new Set(couplings));
  }, [topology.data, differences]);
  const layer = useMemo(() => {
    if (!layout || !chosen) return undefined;
    const points = chosen.kind === 'qubit' ? layout.qubits : layout.couplings;
    const display = displayOf(config.data, chosen.kind, chosen.metric);
    return shiftLayer(
      differences,
      display,
      points.map((point) => point.id),
      isDark,
    );
  }, [layout, chosen, differences, config.data, isDark]);
  if (!chosen || !layout || !layer || layout.qubits.length === 0) return null;
  const isJudged = hasGoodEnd(chosen.metric, chosen.kind);
  return (
    <div className={styles.map}>
      <UnknownNotice sentences={[unknownName('metric', props.metric, options.map(metricName), layer.display.title)]} />
      <div className={styles.mapHead}>
        <SelectField
          label="Metric on the map"
          value={metricName(chosen)}
          onChange={(event) => props.onMetric(event.target.value)}
        >
          {options.map((one) => (
            <option key={metricName(one)} value={metricName(one)}>
              {displayOf(config.data, one.kind, one.metric).title}
            </option>
          ))}
        </SelectField>
        <ShiftLegend isDark={isDark} ends={isJudged ? ['worse', 'better'] : ['higher', 'lower']} />
      </div>
      <ChipMap
        label={`Map of ${chip.chip_id}: ${layer.display.title} in standard deviations`}
        layout={layout}
        qubits={chosen.kind === 'qubit' ? layer : undefined}
        couplings={chosen.kind === 'coupling' ? layer : undefined}
        active={latticeKind(chosen.kind)}
        selected={props.selected === undefined ? undefined : { kind: latticeKind(chosen.kind), id: props.selected }}
        withNotes={noNotes}
        timeZone={timeZone}
        onSelect={(target) => props.onSelect(target?.id)}
      />
      <ShiftPlot
        key={metricName(chosen)}
        differences={differences}
        display={displayOf(config.data, chosen.kind, chosen.metric)}
        shift={found.shifts.find((one) => metricName(one) === metricName(chosen))}
      />
    </div>
  );
}

/** The seven classes with zero in the middle, and what the ends mean. */
function ShiftLegend({ isDark, ends }: { isDark: boolean; ends: readonly [string, string] }) {
  const [left, right] = ends;
  const [near, middle, far] = shiftLimits;
  const limits = [`−${far}`, `−${middle}`, `−${near}`, `${near}`, `${middle}`, `${far}`];
  const words = ends[0] === 'higher' ? limits.toReversed().map((limit) => limit.replace('−', '')) : limits;
  return (
    <figure className={styles.legend} aria-label={`Colours: ${left} to ${right}, zero in the middle`}>
      <figcaption className={styles.ends}>
        <span>← {left}</span>
        <span>σ</span>
        <span>{right} →</span>
      </figcaption>
      <div className={styles.ramp} aria-hidden="true">
        {shiftColours(isDark).map((colour) => (
          <span key={colour} style={{ background: colour }} />
        ))}
      </div>
      <div className={styles.limits} aria-hidden="true">
        {words.map((limit, n) => (
          <span key={`${limits[n]}`} style={{ left: `${((n + 1) / 7) * 100}%` }}>
            {limit}
          </span>
        ))}
      </div>
    </figure>
  );
}
