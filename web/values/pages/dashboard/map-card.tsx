import { useState } from 'react';
import type { SelectionMode } from '#shared/statistics/rules/selection-mode.ts';
import { ChipMap, type ChipMapProps } from '../../../chips/components/chip-map/chip-map.tsx';
import { MapLegend, StateKeys } from '../../../chips/components/chip-map/legend.tsx';
import type { ChipLayout } from '../../../chips/lib/map/chip-layout.ts';
import { EmptyState, Notice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Segmented } from '../../../ui/components/segmented.tsx';
import type { Chip } from '../../../ui/lib/api/wire.ts';
import type { ChangeDashboard } from '../../../ui/lib/url/search-types.ts';
import { triesWarning } from '../../lib/metrics/tries.ts';
import styles from './dashboard-view.module.css';

/** The map of both layers with their legends, what its marks mean, and which layer is walked. */
export function MapCard(
  props: Omit<ChipMapProps, 'label' | 'layout'> & {
    chip: Chip;
    layout: ChipLayout | undefined;
    mode: SelectionMode;
    change: ChangeDashboard;
  },
) {
  const { chip, layout, mode, change, ...map } = props;
  const { qubits, couplings, active } = map;
  const [toolsPlace, setToolsPlace] = useState<HTMLElement | null>(null);
  const layer = active === 'qubit' ? qubits : couplings;
  const warnings = [qubits, couplings].flatMap((one) => {
    const warning = one && triesWarning(one.cells, one.display.kind, mode);
    return warning ? [`${one.display.title}: ${warning}`] : [];
  });
  return (
    <Card className={styles.map} title="Chip map" note={<span ref={setToolsPlace} className={styles.tools} />}>
      {warnings.map((warning) => (
        <Notice key={warning} tone="warn">
          {warning}
        </Notice>
      ))}
      <div className={styles.legends}>
        {qubits && <MapLegend layer={qubits} />}
        {couplings && <MapLegend layer={couplings} />}
      </div>
      {layout && layout.qubits.length > 0 ? (
        <ChipMap
          {...map}
          layout={layout}
          toolsPlace={toolsPlace}
          label={`Map of ${chip.chip_id}: ${active === 'qubit' ? 'qubits' : 'couplings'} by ${layer?.display.title ?? 'no metric'}`}
        />
      ) : (
        <EmptyState title="This chip has no topology">
          Without positions there is no map. The table has every value.
        </EmptyState>
      )}
      <div className={styles.foot}>
        <StateKeys layer={layer} />
        <Segmented
          label="Active layer"
          value={active}
          options={[
            { value: 'qubit', label: 'Qubits' },
            { value: 'coupling', label: 'Couplings' },
          ]}
          onChange={(next) =>
            change({ layer: next === 'qubit' ? undefined : next, target: undefined, sort: undefined })
          }
        />
      </div>
    </Card>
  );
}
