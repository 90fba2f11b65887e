import { createPortal } from 'react-dom';
import { Button } from '../../../ui/components/button.tsx';
import { LazyPictureMenu } from '../../../ui/components/charts/lazy-picture-menu.tsx';
import { zoomStep } from '../../lib/map/zoom.ts';
import styles from './chip-map.module.css';
import type { DragTool } from './use-map-drag.ts';

/** What every gesture on a map does, by buttons (WCAG 2.5.7). */
export function MapTools(props: {
  /** Where they are put; null until it is there, and where they are written when undefined. */
  place: HTMLElement | null | undefined;
  zoom: number;
  isLargest: boolean;
  zoomBy: (factor: number) => void;
  fit: () => void;
  tool: DragTool | undefined;
  /** Chooses a tool, where targets can be ticked. */
  onTool?: ((tool: DragTool | undefined) => void) | undefined;
  onUndo?: (() => void) | undefined;
  /** The drawing, with its name, to be saved as a picture. */
  picture: { name: string; find: () => Element | null };
}) {
  const { zoom, tool, onTool } = props;
  const isFitting = zoom === 1;
  const toggle = (wanted: DragTool, label: string, title: string) => (
    <Button
      small
      aria-pressed={tool === wanted}
      title={title}
      onClick={() => onTool?.(tool === wanted ? undefined : wanted)}
    >
      {label}
    </Button>
  );
  const tools = (
    // biome-ignore lint/a11y/useSemanticElements: a toolbar has no element of its own
    <div className={styles.tools} role="group" aria-label="Map tools">
      <Button
        small
        aria-label="Zoom out"
        title="Zoom out (−)"
        disabled={isFitting}
        onClick={() => props.zoomBy(1 / zoomStep)}
      >
        −
      </Button>
      <Button
        small
        aria-label="Zoom in"
        title="Zoom in (+, Ctrl and the wheel)"
        disabled={props.isLargest}
        onClick={() => props.zoomBy(zoomStep)}
      >
        +
      </Button>
      <Button small title="Fit the whole chip (0)" disabled={isFitting} onClick={props.fit}>
        Fit
      </Button>
      {onTool && toggle('lasso', 'Lasso', 'A drag draws around targets; with Shift it adds to what is ticked')}
      {onTool && toggle('move', 'Move', 'A drag moves the map')}
      <LazyPictureMenu {...props.picture} />
      {props.onUndo && (
        <Button small title="Tick what was ticked before (Ctrl Z)" onClick={props.onUndo}>
          Undo ticks
        </Button>
      )}
    </div>
  );
  if (props.place === undefined) return tools;
  return props.place && createPortal(tools, props.place);
}
