import { type ReactNode, useRef } from 'react';
import type { CsvField } from '#shared/devices/rules/export/csv.ts';
import { toCsv } from '#shared/devices/rules/export/csv.ts';
import { downloadText } from '../../lib/browser/download.ts';
import { Button } from '../button.tsx';
import styles from './chart.module.css';
import { DrawingFiles } from './drawing-files.tsx';

/** A chart with buttons for its files: the drawing, and its data as CSV. */
export function ChartFiles(props: { name: string; rows: () => CsvField[][]; tools?: ReactNode; children: ReactNode }) {
  const { name } = props;
  const frame = useRef<HTMLDivElement>(null);
  return (
    <div>
      <div ref={frame}>{props.children}</div>
      <div className={styles.files}>
        {props.tools && <span className={styles.tools}>{props.tools}</span>}
        <DrawingFiles name={name} frame={frame} />
        <Button
          small
          aria-label={`${name} as CSV`}
          onClick={() => downloadText(`${name}.csv`, toCsv(props.rows()), 'text/csv')}
        >
          CSV
        </Button>
      </div>
    </div>
  );
}
