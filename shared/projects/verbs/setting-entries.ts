import { isDeepStrictEqual } from 'node:util';
import type { ProjectContext } from '../../kernel/context.ts';
import { conflict } from '../../kernel/errors.ts';
import type { Transaction } from '../../kernel/store/dynamodb/transaction.ts';
import type { ProjectAuditAction } from '../rules/audit.ts';
import { lockScopeOf, type ProjectRecord } from '../store/projects.ts';
import { addUndoable } from './audit/entries.ts';
import type { ProjectChanges } from './project-changes.ts';

/** What undoing a change of settings needs: the changes that write what was before, and what the change left. */
export interface KeptSettings {
  before: ProjectChanges;
  after: ProjectChanges;
}

/** The settings of a project, as a change names them. */
const settingsOf = (project: ProjectRecord) => ({
  name: project.name,
  description: project.description ?? null,
  tags: project.tags,
  defaultRole: project.defaultRole,
  freshnessHours: project.freshnessHours ?? {},
  gate: project.gate ?? 'off',
  limits: project.limits ?? {},
  lockScope: lockScopeOf(project),
});

type Settings = ReturnType<typeof settingsOf>;
type Field = keyof Settings;

/** The settings whose parts are changed and undone one by one. */
const maps = ['freshnessHours', 'limits'] as const satisfies readonly Field[];

const entries: readonly { action: ProjectAuditAction; fields: readonly Field[] }[] = [
  { action: 'update-project', fields: ['name', 'description', 'tags', 'defaultRole'] },
  { action: 'set-freshness', fields: ['freshnessHours'] },
  { action: 'set-gate', fields: ['gate'] },
  { action: 'set-limits', fields: ['limits'] },
  { action: 'set-lock-scope', fields: ['lockScope'] },
];

/** Puts an entry for each kind of setting that differs: what counts as fresh, or at all, changes everyone's view. */
export function addSettingEntries(
  transaction: Transaction,
  ctx: ProjectContext,
  was: ProjectRecord,
  is: ProjectRecord,
): void {
  const [before, after] = [settingsOf(was), settingsOf(is)];
  for (const { action, fields } of entries) {
    const changed = fields.filter((field) => !isDeepStrictEqual(before[field], after[field]));
    if (changed.length === 0) continue;
    const pick = (own: Settings, other: Settings) =>
      Object.fromEntries(
        changed.map((field) => [field, isMap(field) ? partsOf(own[field], other[field]) : own[field]]),
      );
    addUndoable(
      transaction,
      ctx,
      { projectId: ctx.projectId, actor: ctx.actor.user.username },
      {
        action,
        resource: `project:${ctx.projectId}`,
        details: { before: shown(action, before, changed), after: shown(action, after, changed) },
        undo: { before: pick(before, after), after: pick(after, before) },
        at: is.updatedAt,
      },
    );
  }
}

const isMap = (field: Field): field is (typeof maps)[number] => (maps as readonly Field[]).includes(field);

/** The parts of a map that differ from another one; null for those that it lacks. */
function partsOf(own: Readonly<Record<string, unknown>>, other: Readonly<Record<string, unknown>>) {
  const names = Object.keys({ ...own, ...other }).filter((name) => !isDeepStrictEqual(own[name], other[name]));
  return Object.fromEntries(names.map((name) => [name, own[name] ?? null]));
}

/** What the audit shows: of an entry about one setting its value, else the fields. */
function shown(action: ProjectAuditAction, settings: Settings, changed: readonly Field[]): unknown {
  const [first] = changed;
  if (action !== 'update-project') return first && settings[first];
  return Object.fromEntries(
    changed.map((field) => [field === 'defaultRole' ? 'default_role' : field, settings[field]]),
  );
}

/** @throws ServiceError `conflict` where a setting is not as the change left it. */
export function refuseChangedSettings(project: ProjectRecord, { after }: KeptSettings): void {
  const present = settingsOf(project);
  for (const field of Object.keys(after) as Field[]) {
    const [is, left] = isMap(field)
      ? [partsNamed(present[field], after[field] ?? {}), after[field]]
      : [present[field], after[field]];
    if (!isDeepStrictEqual(is, left))
      throw conflict(
        `The ${words[field]} of project '${project.projectId}' changed since: ${JSON.stringify(is)}`,
        'changed_since',
      );
  }
}

const partsNamed = (own: Readonly<Record<string, unknown>>, named: object) =>
  Object.fromEntries(Object.keys(named).map((name) => [name, own[name] ?? null]));

const words: Record<Field, string> = {
  name: 'name',
  description: 'description',
  tags: 'tags',
  defaultRole: 'default role',
  freshnessHours: 'freshness of values',
  gate: 'write gate',
  limits: 'limits of values',
  lockScope: 'scope of locks',
};
