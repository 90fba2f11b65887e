import { type ReactNode, useRef } from 'react';
import type { CsvField } from '#shared/domain/export/csv.ts';
import { toCsv } from '#shared/domain/export/csv.ts';
import { downloadBlob, downloadText } from '../../lib/browser/download.ts';
import { svgText, toPng } from '../../lib/browser/svg-files.ts';
import { Button } from '../button.tsx';
import styles from './chart.module.css';

/** A chart with buttons for its files: the drawing as SVG and PNG, and its data as CSV. */
export function ChartFiles(props: { name: string; rows: () => CsvField[][]; tools?: ReactNode; children: ReactNode }) {
  const { name } = props;
  const frame = useRef<HTMLDivElement>(null);
  const drawn = () => frame.current?.querySelector('svg') ?? undefined;
  const saveSvg = () => {
    const svg = drawn();
    if (svg) downloadText(`${name}.svg`, svgText(svg), 'image/svg+xml');
  };
  const savePng = async () => {
    const svg = drawn();
    if (svg) downloadBlob(`${name}.png`, await toPng(svg));
  };
  return (
    <div>
      <div ref={frame}>{props.children}</div>
      <div className={styles.files}>
        {props.tools && <span className={styles.tools}>{props.tools}</span>}
        <Button small aria-label={`${name} as SVG`} onClick={saveSvg}>
          SVG
        </Button>
        <Button small aria-label={`${name} as PNG`} onClick={() => void savePng()}>
          PNG
        </Button>
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
