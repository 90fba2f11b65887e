import type { ImportRef, ImportState } from '#shared/archives/verbs/import/import-state.ts';

/** Which import is meant. */
export const parseRef = (params: { project_id: string }, body: { import_id: string }): ImportRef => ({
  projectId: params.project_id,
  importId: body.import_id,
});

/** The state of an import on the wire. */
export const presentImport = (state: ImportState) => ({
  project_id: state.projectId,
  import_id: state.importId,
  status: state.status,
  lines: state.lines,
  taken: state.taken,
  owner: state.owner,
  members_left_out: state.leftOut,
  kept: state.kept,
  kept_examples: state.keptExamples,
  started_at: state.startedAt,
  updated_at: state.updatedAt,
});
