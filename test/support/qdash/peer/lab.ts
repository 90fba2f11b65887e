import type { Doc } from '../dump/fields.ts';
import { numberIn, PeerError, type PeerRead, type PeerRoute } from './database.ts';
import { byLatest, infoOf, naive, noteOf, order, pageOf, plain } from './shapes.ts';

/* Projects, flows, names, cool-downs and notes. */

const projectAnswer = ({ db }: PeerRead, doc: Doc) => ({
  ...{ project_id: doc.project_id, owner_username: doc.owner_username, name: doc.name },
  owner_user_id: db.first('user', { username: doc.owner_username })?.user_id ?? '',
  ...{ description: doc.description ?? null, tags: doc.tags ?? [], default_role: doc.default_role ?? 'viewer' },
  ...{ created_at: naive(infoOf(doc).created_at), updated_at: naive(infoOf(doc).updated_at) },
});

const listProjects: PeerRoute = (read) => {
  const ids = read.db
    .find('project_membership', { username: read.user.username, status: 'active' })
    .map(({ project_id }) => project_id);
  const projects = read.db.find('project').filter(({ project_id }) => ids.includes(project_id));
  return { projects: projects.map((doc) => projectAnswer(read, doc)), total: projects.length };
};

const getProject: PeerRoute = (read) =>
  projectAnswer(read, read.db.first('project', { project_id: read.projectId }) ?? {});

const flowAnswer = (doc: Doc) => ({
  ...{ name: doc.name, created_by: doc.username, description: doc.description, chip_id: doc.chip_id },
  ...{ flow_function_name: doc.flow_function_name, tags: doc.tags },
  ...{ created_at: naive(doc.created_at), updated_at: naive(doc.updated_at) },
});

const listFlows: PeerRoute = ({ db, projectId, fileText }) => ({
  flows: db
    .find('flows', { project_id: projectId })
    .toSorted(byLatest('updated_at'))
    .map((doc) => ({ ...flowAnswer(doc), file_exists: fileText(String(doc.file_path)) !== undefined })),
});

const getFlow: PeerRoute = ({ db, projectId, params, fileText }) => {
  const doc = db.first('flows', { project_id: projectId, name: params.name });
  const code = doc && fileText(String(doc.file_path));
  if (!doc || code === undefined) throw new PeerError(404, `Flow '${params.name}' not found`);
  return {
    ...{ ...flowAnswer(doc), code, file_path: doc.file_path, default_parameters: plain(doc.default_parameters) },
    default_run_parameters: plain(doc.default_run_parameters),
  };
};

const listTasks: PeerRoute = ({ db, projectId, query }) => {
  const backend = query.get('backend') ?? undefined;
  return {
    tasks: db.find('task', { project_id: projectId, backend }).map((doc) => ({
      ...{ name: doc.name, description: doc.description, backend: doc.backend, task_type: doc.task_type },
      ...{ input_parameters: plain(doc.input_parameters), output_parameters: plain(doc.output_parameters) },
    })),
  };
};

const listTags: PeerRoute = ({ db, projectId }) => {
  const names = new Set(db.find('tag', { project_id: projectId }).map(({ name }) => name));
  return { tags: [...names].map((name) => ({ name })) };
};

const listCryostats: PeerRoute = ({ db, projectId }) => ({
  cryostats: db.find('cryostat', { project_id: projectId }).map((doc) => ({
    ...{ cryo_id: doc.cryo_id, name: doc.name, manufacturer: doc.manufacturer, model: doc.model },
    ...{ location: doc.location, status: doc.status, note: noteOf(doc.note) },
    ...{ commissioned_at: naive(doc.commissioned_at), decommissioned_at: naive(doc.decommissioned_at) },
  })),
});

const listCooldowns: PeerRoute = ({ db, projectId }) => ({
  cooldowns: db
    .find('cooldown', { project_id: projectId })
    .toSorted(byLatest('started_at'))
    .map((doc) => ({
      ...{ cooldown_id: doc.cooldown_id, cryo_id: doc.cryo_id, description: doc.description ?? '' },
      ...{ started_at: naive(doc.started_at), ended_at: naive(doc.ended_at), chip_ids: doc.chip_ids },
      ...{ note: noteOf(doc.note), wiring_info: doc.wiring_info ?? '', wiring_blocks: doc.wiring_blocks ?? [] },
    })),
});

/** The scope that notes are read in: the cool-down that is named, that of the chip, or none. */
function scopeOf({ db, projectId, params, query }: PeerRead): string {
  const named = query.get('cooldown_id');
  if (named) return `cooldown:${named}`;
  const chip = db.first('chip', { project_id: projectId, chip_id: params.chip });
  const current = chip?.current_cooldown_id;
  const cooldown = current ? db.first('cooldown', { project_id: projectId, cooldown_id: current }) : undefined;
  return cooldown && (cooldown.chip_ids as unknown[]).includes(params.chip) ? `cooldown:${current}` : 'global';
}

const getChipNote: PeerRoute = (read) => {
  const chip = { project_id: read.projectId, chip_id: read.params.chip };
  const doc = read.db.first('chip', chip);
  if (!doc) throw new PeerError(404, 'Chip not found');
  const scope_key = scopeOf(read);
  return noteOf(scope_key === 'global' ? doc.note : read.db.first('chip_note', { ...chip, scope_key })?.note);
};

const notesSummary: PeerRoute = (read) => {
  const { db, projectId, params } = read;
  const chip = { project_id: projectId, chip_id: params.chip };
  const scope_key = scopeOf(read);
  const entries = (kind: 'qubit' | 'coupling') =>
    [...new Map(db.find(kind, chip).map((doc) => [doc.qid, doc])).values()].flatMap((doc) => {
      const about = { ...chip, scope_key, target_type: kind, target_id: doc.qid };
      const pinned = db.first('target_note', about);
      const note = noteOf(pinned?.note ?? (scope_key === 'global' ? doc.note : undefined));
      const legacy = scope_key === 'global' ? Object.entries((doc.metric_notes ?? {}) as Doc) : [];
      const scoped = db.find('metric_note', about).map((one): [string, unknown] => [String(one.metric_key), one.note]);
      const metric_notes = Object.fromEntries([...legacy, ...scoped].map(([name, one]) => [name, noteOf(one)]));
      const comments = ((pinned?.comments ?? []) as Doc[]).map((one) => ({
        ...{ comment_id: one.comment_id, content: one.content, created_by: one.created_by },
        ...{ created_at: naive(one.created_at), updated_by: one.updated_by, updated_at: naive(one.updated_at) },
      }));
      const isEmpty = note.updated_at === null && comments.length === 0 && Object.keys(metric_notes).length === 0;
      return isEmpty ? [] : [{ target_id: doc.qid, note, comments, metric_notes }];
    });
  const task_notes = db
    .find('task_result_history', chip)
    .map((doc) => ({
      ...{ task_id: doc.task_id, qid: doc.qid, note: noteOf(doc.user_note) },
      ai_review_note: noteOf(doc.ai_review_note),
    }))
    .filter(({ note, ai_review_note }) => note.updated_at !== null || ai_review_note.updated_at !== null);
  return { chip_id: params.chip, qubits: entries('qubit'), couplings: entries('coupling'), task_notes };
};

const noteEvents: PeerRoute = ({ db, projectId, params, query }) => {
  const skip = numberIn(query, 'skip', 0, 0, Number.MAX_SAFE_INTEGER);
  const limit = numberIn(query, 'limit', 50, 1, 200);
  const docs = db
    .find('note_event', { project_id: projectId, chip_id: params.chip })
    .toSorted((a, b) => order(b.created_at) - order(a.created_at));
  const events = pageOf(docs, skip, limit).map((doc) => ({
    ...{ project_id: projectId, chip_id: doc.chip_id, scope: doc.scope, target_id: doc.target_id },
    ...{ metric_key: doc.metric_key, action: doc.action, actor_user_id: doc.actor_user_id, actor: doc.actor },
    ...{ content: doc.content, extra: doc.extra, created_at: naive(doc.created_at) },
  }));
  return { events, total: 0 };
};

export const labRoutes: Record<string, PeerRoute> = {
  '/projects': listProjects,
  '/projects/{project}': getProject,
  '/flows': listFlows,
  '/flows/{name}': getFlow,
  '/tasks': listTasks,
  '/tags': listTags,
  '/cryostats': listCryostats,
  '/cooldowns': listCooldowns,
  '/chips/{chip}/note': getChipNote,
  '/chips/{chip}/notes-summary': notesSummary,
  '/chips/{chip}/note-events': noteEvents,
};
