import { toCsv } from '../../../devices/rules/export/csv.ts';
import type { Context } from '../../../kernel/context.ts';
import { ServiceError } from '../../../kernel/errors.ts';
import type { Entity } from '../../../kernel/store/dynamodb/codec.ts';
import { type QueryRange, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { type Page, type PageRequest, readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { projectKeys, systemKeys } from '../../../kernel/store/keys.ts';
import { auditColumns, inOrder } from '../../rules/audit.ts';
import { type AuditRecord, auditEntity, type SystemAuditRecord, systemAuditEntity } from '../../store/audit.ts';

/** Which entries are wanted; those at the bounds are among them. */
export interface AuditFilter {
  actor?: string | undefined;
  action?: string | undefined;
  startAt?: string | undefined;
  endAt?: string | undefined;
}

/** An audit: where its entries are, and how they are read. */
export interface Audit<T> {
  range: { pk: string };
  entity: Entity<T>;
}

export const auditOfProject = (projectId: string): Audit<AuditRecord> => ({
  range: projectKeys.audits(projectId),
  entity: auditEntity,
});

export const auditOfSystem: Audit<SystemAuditRecord> = { range: systemKeys.audits(), entity: systemAuditEntity };

type Entry = AuditRecord | SystemAuditRecord;

/** Behind every id of an entry at an instant. */
const lastId = '#~';

/** The entries of an audit, the newest first. */
export function readAudit<T extends Entry>(
  { db }: Pick<Context, 'db'>,
  audit: Audit<T>,
  filter: AuditFilter,
  page: PageRequest,
): Promise<Page<T>> {
  const { decode } = audit.entity;
  return readPage<T>(db, rangeOf(audit, filter), page, { decode, keep: (entry) => isWanted(entry, filter) });
}

/**
 * The entries as CSV, the newest first.
 * @throws ServiceError `request_too_broad` where more than a megabyte lies between the bounds.
 */
export async function auditAsCsv<T extends Entry>(
  { db }: Pick<Context, 'db'>,
  audit: Audit<T>,
  filter: AuditFilter,
): Promise<string> {
  const items = await queryAll(db, rangeOf(audit, filter), () => {
    throw new ServiceError(
      'request_too_broad',
      'The audit of this time is larger than one file: give start_at and end_at',
    );
  });
  const entries = items.map((item) => audit.entity.decode(item)).filter((entry) => isWanted(entry, filter));
  return toCsv([
    auditColumns,
    ...entries.map(({ at, actor, action, resource, details }) => [
      at,
      actor,
      action,
      resource,
      JSON.stringify(inOrder(details)),
    ]),
  ]);
}

const rangeOf = ({ range: { pk } }: { range: { pk: string } }, { startAt, endAt }: AuditFilter): QueryRange => ({
  pk,
  ...(startAt === undefined ? {} : { from: startAt }),
  ...(endAt === undefined ? {} : { through: `${endAt}${lastId}` }),
  descending: true,
  consistent: true,
});

const isWanted = (entry: Entry, { actor, action }: AuditFilter): boolean =>
  (actor === undefined || entry.actor === actor) && (action === undefined || entry.action === action);
