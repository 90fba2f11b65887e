import { Button } from '../../../ui/components/button.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { targetLabel } from '../../lib/metrics/cells.ts';
import type { PanelFocus } from './panel-focus.ts';
import styles from './selected-target.module.css';
import { TargetDetails, type TargetDetailsProps } from './selected-target.tsx';
import { type SummaryProps, TargetSummary } from './target-summary.tsx';

/** The panel of the selected target, next to the map: the answer and the actions of the sheet of a phone, then the rest. */
export function TargetPanel(props: TargetDetailsProps & SummaryProps & { focus: PanelFocus; onClose: () => void }) {
  const { kind, id, layer, focus } = props;
  return (
    <section
      ref={focus.panel}
      tabIndex={-1}
      aria-label={`Panel of ${targetLabel(kind, id)}`}
      onKeyDown={focus.onKeyDown}
    >
      <Card title={targetLabel(kind, id)} note={layer.display.title}>
        <TargetSummary {...props} small />
        <TargetDetails {...props} />
        <div className={styles.actions}>
          <Button small variant="quiet" onClick={props.onClose}>
            Close
          </Button>
        </div>
      </Card>
    </section>
  );
}
