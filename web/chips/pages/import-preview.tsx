import { formatQuantity } from '#shared/values/rules/cell/quantity.ts';
import { Button } from '../../ui/components/button.tsx';
import { type Column, DataTable } from '../../ui/components/data-table.tsx';
import { DialogBody } from '../../ui/components/dialog.tsx';
import { ErrorNotice, Notice } from '../../ui/components/notice.tsx';
import { DescriptionList } from '../../ui/components/page.tsx';
import type { ResponseBody } from '../../ui/lib/api/api.ts';
import { plural } from '../../ui/lib/format/words.ts';
import { ImportLeftOut } from './import-left-out.tsx';
import { ImportWarnings } from './import-warnings.tsx';
import { JudgedValues } from './judged-values.tsx';

type Preview = ResponseBody<'previewChipImport'>;
type Metric = Preview['metrics'][number];

const range = ({ smallest, largest, unit }: Metric): string => {
  if (smallest === null || largest === null) return '–';
  const high = formatQuantity(largest, null, unit);
  return smallest === largest ? high : `${formatQuantity(smallest, null, '')} to ${high}`;
};

const days = ({ oldest_at, newest_at }: Metric): string => {
  const [first, last] = [oldest_at.slice(0, 10), newest_at.slice(0, 10)];
  return first === last ? first : `${first} to ${last}`;
};

const columns: Column<Metric>[] = [
  {
    id: 'metric',
    title: 'Metric',
    cell: (row) => `${row.title}${row.target_kind === 'coupling' ? ' (couplings)' : ''}`,
  },
  { id: 'targets', title: 'On', number: true, cell: (row) => row.targets },
  { id: 'values', title: 'Values', number: true, cell: (row) => row.values },
  { id: 'faulty', title: 'Faulty', number: true, cell: (row) => row.faulty },
  { id: 'range', title: 'Range', cell: range },
  { id: 'measured', title: 'Measured', cell: days, wrap: true },
];

/** What an import would bring, with nothing written yet. */
export function ImportPreview(props: {
  preview: Preview;
  busy: boolean;
  error: unknown;
  onBack: () => void;
  onImport: () => void;
}) {
  const { preview, busy, error, onBack, onImport } = props;
  return (
    <DialogBody
      actions={
        <>
          <Button onClick={onBack} disabled={busy}>
            Back
          </Button>
          <Button variant="primary" onClick={onImport} disabled={busy}>
            Import
          </Button>
        </>
      }
    >
      <Notice tone={preview.values === 0 ? 'warn' : 'good'}>
        <span>
          {preview.created
            ? `Chip '${preview.chip_id}' would be created`
            : `Chip '${preview.chip_id}' would be updated`}{' '}
          from {preview.device_name} with {plural(preview.values, 'new value')}. Nothing is written yet.
        </span>
      </Notice>
      <DescriptionList
        items={[
          ['Qubits', preview.qubits],
          ['Couplings', preview.couplings],
          ['Faulty', preview.faulty],
          ['Missing', preview.missing],
          ['Unchanged', preview.unchanged],
        ]}
      />
      <DataTable
        label="Metrics of the files"
        columns={columns}
        rows={preview.metrics}
        rowKey={(row) => `${row.target_kind} ${row.metric_key}`}
        tall
      />
      <JudgedValues result={preview} isPreview />
      <ImportWarnings warnings={preview.warnings} />
      <ImportLeftOut rows={preview.left_out} />
      <ErrorNotice error={error} />
    </DialogBody>
  );
}
