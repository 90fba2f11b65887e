import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { COMPILER_FORMATS } from '#shared/devices/rules/export/compiler/format-names.ts';
import { formatCount } from '#shared/values/rules/cell/quantity.ts';
import { HandOverFile } from '../../../devices/components/hand-over/hand-over-file.tsx';
import {
  type ChipFileFormat,
  chipFile,
  chipFileFormats,
  formatsOfPast,
  jobOf,
} from '../../../devices/lib/exports/chip-files.ts';
import { type RowFilters, rowFilters } from '../../../devices/lib/exports/row-filters.ts';
import { Button } from '../../../ui/components/button.tsx';
import { Dialog, DialogBody, DialogForm } from '../../../ui/components/dialog.tsx';
import { SelectField } from '../../../ui/components/field.tsx';
import { ErrorNotice, Notice } from '../../../ui/components/notice.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { api, type ResponseBody } from '../../../ui/lib/api/api.ts';
import { usePast } from '../../../ui/lib/api/past.ts';
import { projectKey } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import { downloadBlob, downloadFrom } from '../../../ui/lib/browser/download.ts';
import { RowFilterFields } from './row-filter-fields.tsx';

type Export = ResponseBody<'getExport'>;

const pollMilliseconds = 1000;

/** Downloads a chip in one of the formats; rows are written as a job, whose progress is shown. */
export function DownloadChipDialog(props: { chipId: string; open: boolean; onClose: () => void }) {
  return (
    <Dialog title={`Download '${props.chipId}'`} open={props.open} onClose={props.onClose}>
      <DownloadFlow {...props} />
    </Dialog>
  );
}

function DownloadFlow({ chipId, onClose }: { chipId: string; onClose: () => void }) {
  const timeZone = useTimeZone();
  const past = usePast();
  const formats = past ? formatsOfPast : (Object.keys(chipFileFormats) as ChipFileFormat[]);
  const [format, setFormat] = useState<ChipFileFormat>('yaml');
  const file = useMutation({
    mutationFn: () => chipFile(chipId, format === 'json' ? 'json' : 'yaml', past),
    onSuccess: ({ fileName, blob }) => downloadBlob(fileName, blob),
  });
  const job = useMutation({
    mutationFn: (body: NonNullable<ReturnType<typeof jobOf>> & RowFilters) =>
      api.createExport({ body: { ...body, chip_id: chipId } }),
  });
  if (job.data) return <ExportProgress asked={job.data} onClose={onClose} />;
  const wanted = jobOf(format);
  const formatField = (
    <SelectField
      label="Format"
      value={format}
      onChange={({ currentTarget }) => setFormat(currentTarget.value as ChipFileFormat)}
    >
      {formats.map((name) => (
        <option key={name} value={name}>
          {chipFileFormats[name]}
        </option>
      ))}
    </SelectField>
  );
  const compilerFormat = COMPILER_FORMATS.find((name) => name === format);
  if (compilerFormat)
    return (
      <HandOverFile
        {...{ chipId, onClose, part: {}, format: compilerFormat, asOf: past?.asOf, withinHours: undefined }}
      >
        {formatField}
      </HandOverFile>
    );
  return (
    <DialogForm
      action="Download"
      cancelLabel={file.data ? 'Close' : 'Cancel'}
      busy={file.isPending || job.isPending}
      onCancel={onClose}
      onSubmit={(form) => (wanted ? job.mutate({ ...wanted, ...rowFilters(form, timeZone) }) : file.mutate())}
    >
      {formatField}
      {past && <p>The chip as it was then. For its samples and task results, go back to now and give a range.</p>}
      {wanted && <RowFilterFields chipId={chipId} kind={wanted.kind} />}
      {file.data && <Notice tone="good">The file is downloaded.</Notice>}
      {(file.error ?? job.error) && <ErrorNotice error={file.error ?? job.error} />}
    </DialogForm>
  );
}

/** How far the file is, and where it is once it is ready. */
function ExportProgress({ asked, onClose }: { asked: Export; onClose: () => void }) {
  const { data, error } = useQuery({
    queryKey: [...projectKey(), 'export', asked.export_id],
    queryFn: () => api.getExport({ params: { export_id: asked.export_id } }),
    initialData: asked,
    initialDataUpdatedAt: 0,
    refetchInterval: ({ state }) => (isUnderWay(state.data) ? pollMilliseconds : false),
  });
  const cancel = useMutation({
    mutationFn: () => api.cancelExport({ params: { export_id: asked.export_id } }),
    onSuccess: onClose,
  });
  const { link } = data;
  const actions = isUnderWay(data) ? (
    <Button disabled={cancel.isPending} onClick={() => cancel.mutate()}>
      Cancel the export
    </Button>
  ) : (
    <>
      <Button onClick={onClose}>Close</Button>
      {link && (
        <Button variant="primary" onClick={() => downloadFrom(link.url, link.file_name)}>
          Save the file
        </Button>
      )}
    </>
  );
  return (
    <DialogBody actions={actions}>
      <p role="status">{progressText(data)}</p>
      {data.status === 'ready' && data.complete_until && (
        <p>
          What was written until <ClockTime at={data.complete_until} /> is in it.
        </p>
      )}
      {error && <ErrorNotice error={error} />}
    </DialogBody>
  );
}

const isUnderWay = (one: Export | undefined): boolean => one?.status === 'queued' || one?.status === 'running';

function progressText({ status, rows, bytes, message }: Export): string {
  const size = `${formatCount(rows)} rows, ${formatCount(bytes)} bytes`;
  if (status === 'queued') return 'Waiting to begin…';
  if (status === 'running') return `Writing: ${size}`;
  if (status === 'ready') return `Ready: ${size}. The file is there for a day.`;
  return `The export is ${status}${message ? `: ${message}` : '.'}`;
}
