import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTimeZone } from '../../lib/api/time-zone.ts';
import type { AuditEntry } from '../../lib/api/wire.ts';
import { type AuditChoice, auditPageSize, auditQuery, auditQueryOf, type ShownAudit } from '../../lib/audit/audits.ts';
import { actionText, detailTexts, resourceText, withShortIds } from '../../lib/audit/words.ts';
import { downloadBlob } from '../../lib/browser/download.ts';
import { Button } from '../button.tsx';
import { type Column, DataTable } from '../data-table.tsx';
import { SelectField, TextField } from '../field.tsx';
import { ErrorNotice } from '../notice.tsx';
import { Card } from '../page.tsx';
import { Pager } from '../pager.tsx';
import { Pending } from '../pending.tsx';
import { ClockTime } from '../relative-time.tsx';
import styles from './audit-card.module.css';

const all: AuditChoice = { actor: '', action: '', from: '', through: '' };

/** Who did what, the newest first, by who, what and when, and as CSV. */
export function AuditCard({ of }: { of: ShownAudit }) {
  const [choice, setChoice] = useState(all);
  const [page, setPage] = useState(1);
  const timeZone = useTimeZone();
  const { data, error } = useQuery(auditQuery(of, choice, page, timeZone));
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
          columns={columnsOf(timeZone)}
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

const columnsOf = (timeZone: string): Column<AuditEntry>[] => [
  { id: 'at', title: 'When', cell: (entry) => <ClockTime at={entry.at} /> },
  { id: 'actor', title: 'By', cell: (entry) => entry.actor },
  { id: 'action', title: 'What', cell: (entry) => actionText(entry.action) },
  {
    id: 'resource',
    title: 'Of',
    cell: (entry) => <Short text={resourceText(entry.resource, nameOf(entry))} full={entry.resource} />,
    wrap: true,
  },
  {
    id: 'details',
    title: 'Details',
    cell: (entry) => <Short text={detailTexts(detailsOf(entry), timeZone).join('; ') || '–'} />,
    wrap: true,
  },
];

/** The detail that names the resource; a webhook is known by where it sends. */
const namedBy = ({ details }: AuditEntry) => ('name' in details ? 'name' : 'host');

const nameOf = (entry: AuditEntry): unknown => entry.details[namedBy(entry)];

/** What the resource is called already is not said again. */
function detailsOf(entry: AuditEntry): AuditEntry['details'] {
  const { resource, details } = entry;
  if (resourceText(resource, nameOf(entry)) === resourceText(resource)) return details;
  return Object.fromEntries(Object.entries(details).filter(([name]) => name !== namedBy(entry)));
}

/** A text with ids as their beginnings; as it was recorded on hover. */
function Short({ text, full = text }: { text: string; full?: string }) {
  const short = withShortIds(text);
  return short === full ? short : <span title={full}>{short}</span>;
}
