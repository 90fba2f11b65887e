import type { RequestOf } from '#shared/api/define.ts';
import type { exportJobOperations } from '#shared/devices/contract/operations/export-jobs.ts';
import type { ExportInput } from '#shared/devices/verbs/export/jobs/ask-export.ts';
import type { ExportState } from '#shared/devices/verbs/export/jobs/read-exports.ts';

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
export const presentExport = ({ filter, link, ...made }: ExportState) => ({
  export_id: made.exportId,
  kind: made.kind,
  format: made.format,
  chip_id: filter.chipId ?? null,
  start_at: filter.startAt ?? null,
  end_at: filter.endAt,
  cooldown_id: filter.cooldownId ?? null,
  metric: filter.metric ?? null,
  task: filter.task ?? null,
  targets: filter.targets ?? null,
  status: made.status,
  complete_until: made.completeUntil ?? null,
  rows: made.rows,
  bytes: made.bytes,
  filename: made.fileName,
  requested_by: made.requestedBy,
  requested_at: made.requestedAt,
  ended_at: made.endedAt ?? null,
  message: made.message ?? null,
  link: link
    ? {
        url: link.url,
        file_name: link.fileName,
        content_type: link.contentType,
        size_bytes: link.sizeBytes,
        expires_at: link.expiresAt,
      }
    : null,
});
