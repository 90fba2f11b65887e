import { useMutation, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { Button } from '../../../ui/components/button.tsx';
import { type Column, DataTable } from '../../../ui/components/data-table.tsx';
import { SelectField, TextField } from '../../../ui/components/field.tsx';
import { LongText } from '../../../ui/components/long-text.tsx';
import { ErrorNotice } from '../../../ui/components/notice.tsx';
import { Card } from '../../../ui/components/page.tsx';
import { Pager } from '../../../ui/components/pager.tsx';
import { Pending } from '../../../ui/components/pending.tsx';
import { ClockTime } from '../../../ui/components/relative-time.tsx';
import { projectsQuery } from '../../../ui/lib/api/queries.ts';
import { useTimeZone } from '../../../ui/lib/api/time-zone.ts';
import type { AuditEntry } from '../../../ui/lib/api/wire.ts';
import { downloadBlob } from '../../../ui/lib/browser/download.ts';
import { usePhone } from '../../../ui/lib/hooks/use-media.ts';
import {
  type AuditChoice,
  auditPageSize,
  auditQuery,
  auditQueryOf,
  type ShownAudit,
  wholeAudit,
} from '../../lib/audit/audits.ts';
import {
  type AuditLead,
  actionText,
  deedText,
  detailTexts,
  leadsOf,
  type ProjectNames,
  resourceText,
  withShortIds,
} from '../../lib/audit/words.ts';
import styles from './audit-card.module.css';
import { UndoCell } from './undo-cell.tsx';

/** Who did what, the newest first, by who, what and when, and as CSV. */
export function AuditCard({ of }: { of: ShownAudit }) {
  const [choice, setChoice] = useState(wholeAudit);
  const [page, setPage] = useState(1);
  const timeZone = useTimeZone();
  const isPhone = usePhone();
  const { data, error } = useQuery(auditQuery(of, choice, page, timeZone));
  const own = useQuery(projectsQuery()).data ?? [];
  const projects = new Map(own.map(({ project_id: id, name }) => [id, name]));
  const download = useMutation({
    mutationFn: async () => downloadBlob('audit.csv', (await of.csv(auditQueryOf(choice, timeZone))) as Blob),
  });
  const choose = (changes: Partial<AuditChoice>) => {
    setChoice({ ...choice, ...changes });
    setPage(1);
  };
  return (
    <Card
      title="Audit"
      note={
        <Button small disabled={download.isPending} onClick={() => download.mutate()}>
          Download CSV
        </Button>
      }
    >
      <div className={styles.filters}>
        <TextField label="By" value={choice.actor} onChange={(event) => choose({ actor: event.target.value.trim() })} />
        <SelectField label="What" value={choice.action} onChange={(event) => choose({ action: event.target.value })}>
          <option value="">Everything</option>
          {of.actions.map((action) => (
            <option key={action} value={action}>
              {actionText(action)}
            </option>
          ))}
        </SelectField>
        <TextField
          label={`From (${timeZone})`}
          type="date"
          value={choice.from}
          onChange={(event) => choose({ from: event.target.value })}
        />
        <TextField
          label={`Through (${timeZone})`}
          type="date"
          value={choice.through}
          onChange={(event) => choose({ through: event.target.value })}
        />
      </div>
      <ErrorNotice error={download.error ?? (data ? error : undefined)} />
      {!data ? (
        <Pending error={error} what="the audit" />
      ) : data.entries.length === 0 ? (
        <p>No entries match</p>
      ) : (
        <DataTable
          label="Audit"
          columns={columnsOf(timeZone, projects, of.projectId, isPhone)}
          rows={data.entries}
          rowKey={(entry) => entry.audit_id}
          bare
          compact
        />
      )}
      <Pager
        page={page}
        pageSize={auditPageSize}
        total={data?.total ?? page * auditPageSize + 1}
        what="entries"
        onPage={setPage}
      />
    </Card>
  );
}

const columnsOf = (
  timeZone: string,
  projects: ProjectNames,
  projectId: string | undefined,
  isPhone: boolean,
): Column<AuditEntry>[] => [
  { id: 'at', title: 'When', cell: (entry) => <ClockTime at={entry.at} /> },
  { id: 'actor', title: 'By', cell: (entry) => deedText(entry).by, wrap: true },
  { id: 'action', title: 'What', corner: true, cell: (entry) => deedText(entry).what },
  {
    id: 'resource',
    title: 'Of',
    cell: ({ resource, details }) => (
      <span title={resource}>{withShortIds(resourceText(resource, details, projects))}</span>
    ),
    wrap: true,
    cut: true,
  },
  {
    id: 'details',
    title: 'Details',
    cell: (entry) => (
      <LongText text={withShortIds(detailTexts(entry, timeZone, projects).join('; ')) || '–'}>
        {leadsOf(entry).length > 0 && <Leads leads={leadsOf(entry)} />}
        {isPhone && undoOf(entry, projectId)}
      </LongText>
    ),
    wrap: true,
    cut: true,
  },
  // On a phone it is in the details.
  ...(projectId === undefined || isPhone
    ? []
    : [
        {
          id: 'undo',
          title: 'Undo',
          cell: (entry: AuditEntry) => undoOf(entry, projectId),
        },
      ]),
];

const undoOf = (entry: AuditEntry, projectId: string | undefined) =>
  projectId !== undefined && 'can_undo' in entry && <UndoCell entry={entry} projectId={projectId} />;

/** The way to what an entry is about. */
function Leads({ leads }: { leads: AuditLead[] }) {
  return (
    <p className={styles.leads}>
      {leads.map(({ text, to }) =>
        'taskId' in to ? (
          <Link key={text} to="/tasks/$taskId" params={to}>
            {text}
          </Link>
        ) : (
          <Link key={text} to="/execution/$executionId" params={to}>
            {text}
          </Link>
        ),
      )}
    </p>
  );
}
