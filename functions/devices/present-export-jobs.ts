import type { RequestOf } from '#shared/api/define.ts';
import type { exportJobOperations } from '#shared/devices/contract/operations/export-jobs.ts';
import { tableExport } from '#shared/devices/contract/schemas/exports.ts';
import type { ExportInput } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import type { ExportState } from '#shared/devices/verbs/export/jobs/read-exports.ts';
import { present } from '../http/present.ts';

type ExportBody = RequestOf<(typeof exportJobOperations)['createExport']>['body'];

/** An export that is asked for. */
export const parseExport = (body: ExportBody): ExportInput => ({
  kind: body.kind,
  format: body.format,
  filter: {
    chipId: body.chip_id ?? undefined,
    startAt: body.start_at ?? undefined,
    endAt: body.end_at ?? undefined,
    cooldownId: body.cooldown_id ?? undefined,
    metric: body.metric ?? undefined,
    task: body.task ?? undefined,
    targets: body.targets ?? undefined,
  },
});

/** The state of an export on the wire. */
export const presentExport = ({ filter, ...made }: ExportState) =>
  present(
    tableExport,
    { ...filter, ...made },
    {
      filename: made.fileName,
      archived_months: (made.archivedMonths ?? []).map(({ chipId, month }) => ({ chip_id: chipId, month })),
    },
  );
