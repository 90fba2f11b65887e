import type { Doc } from '../dump/fields.ts';
import { numberIn, PeerError, type PeerRead, type PeerRoute } from './database.ts';
import { infoOf, naive, order, pageOf } from './shapes.ts';

/* Issues, what was learned from them, and the forum. */

const whole = Number.MAX_SAFE_INTEGER;
const createdAt = (doc: Doc): number => order(infoOf(doc).created_at);
const times = (doc: Doc) => ({
  ...{ created_at: naive(infoOf(doc).created_at), updated_at: naive(infoOf(doc).updated_at) },
});

const repliesTo = ({ db, projectId }: PeerRead, collection: string, doc: Doc): Doc[] =>
  db
    .find(collection, { project_id: projectId, parent_id: String(doc._id) })
    .filter(({ is_deleted }) => is_deleted !== true)
    .toSorted((a, b) => createdAt(a) - createdAt(b));

const threads = ({ db, projectId }: PeerRead, collection: string): Doc[] =>
  db
    .find(collection, { project_id: projectId })
    .filter((doc) => !doc.parent_id && doc.is_deleted !== true)
    .toSorted((a, b) => createdAt(b) - createdAt(a));

const byId = ({ db, projectId, params }: PeerRead, collection: string): Doc | undefined =>
  db.find(collection, { project_id: projectId }).find((doc) => String(doc._id) === params.id && !doc.is_deleted);

const issueAnswer = (read: PeerRead, doc: Doc) => ({
  ...{ id: String(doc._id), task_id: doc.task_id, user_id: doc.user_id ?? null, username: doc.username },
  ...{ title: doc.title ?? null, content: doc.content, parent_id: doc.parent_id ?? null, ...times(doc) },
  ...{ reply_count: repliesTo(read, 'issue', doc).length, is_closed: doc.is_closed, is_ai_reply: doc.is_ai_reply },
});

const listIssues: PeerRoute = (read) => {
  const { query } = read;
  const skip = numberIn(query, 'skip', 0, 0, whole);
  const limit = numberIn(query, 'limit', 50, 1, 200);
  const isClosed = /^true$/i.test(query.get('is_closed') ?? 'false');
  const taskId = query.get('task_id');
  const docs = threads(read, 'issue').filter(
    (doc) => doc.is_closed === isClosed && (taskId === null || doc.task_id === taskId),
  );
  const issues = pageOf(docs, skip, limit).map((doc) => issueAnswer(read, doc));
  return { issues, total: docs.length, skip, limit };
};

const getIssue: PeerRoute = (read) => {
  const doc = byId(read, 'issue');
  if (!doc) throw new PeerError(404, 'Issue not found');
  return issueAnswer(read, doc);
};

const issuesOfResult: PeerRoute = (read) =>
  threads(read, 'issue')
    .filter(({ task_id }) => task_id === read.params.id)
    .map((doc) => issueAnswer(read, doc));

const knowledgeTexts = [
  ...['date', 'chip_id', 'qid', 'human_label', 'model_error_type', 'resolution_label', 'symptom', 'model_prediction'],
  ...['human_review_decision', 'root_cause', 'resolution', 'boundary_criteria', 'applicability', 'counterexample'],
  'prompt_guidance',
];
const knowledgeLists = ['failure_mode_labels', 'case_type', 'lesson_learned', 'figure_paths', 'thread_image_urls'];

const knowledgeAnswer = (doc: Doc) => ({
  ...{ id: String(doc._id), issue_id: doc.issue_id, task_id: doc.task_id, task_name: doc.task_name },
  ...{ status: doc.status, title: doc.title, severity: doc.severity ?? 'warning' },
  resolution_status: doc.resolution_status ?? 'resolved',
  ...Object.fromEntries(knowledgeTexts.map((name) => [name, doc[name] ?? ''])),
  ...Object.fromEntries(knowledgeLists.map((name) => [name, doc[name] ?? []])),
  ...{ reviewed_by_user_id: doc.reviewed_by_user_id ?? null, reviewed_by: doc.reviewed_by ?? null },
  ...{ pr_url: doc.pr_url ?? null, ...times(doc) },
});

const listKnowledge: PeerRoute = ({ db, projectId, query }) => {
  const skip = numberIn(query, 'skip', 0, 0, whole);
  const limit = numberIn(query, 'limit', 50, 1, 200);
  const fields = { status: query.get('status') ?? undefined, task_name: query.get('task_name') ?? undefined };
  const docs = db.find('issue_knowledge', { project_id: projectId, ...fields });
  return { items: pageOf(docs, skip, limit).map(knowledgeAnswer), total: docs.length, skip, limit };
};

const getKnowledge: PeerRoute = (read) => {
  const doc = byId(read, 'issue_knowledge');
  if (!doc) throw new PeerError(404, 'Issue knowledge not found');
  return knowledgeAnswer(doc);
};

const postAnswer = (read: PeerRead, doc: Doc) => ({
  ...{ id: String(doc._id), project_id: doc.project_id, number: doc.number ?? null, category: doc.category },
  ...{ user_id: doc.user_id ?? null, username: doc.username, title: doc.title ?? null, content: doc.content },
  ...{ content_blocks: doc.content_blocks, parent_id: doc.parent_id ?? null, labels: doc.labels ?? [] },
  ...{ assignee_username: doc.assignee_username ?? null, status: doc.status ?? 'open', ...times(doc) },
  ...{ chip_id: doc.chip_id ?? null, target_type: doc.target_type ?? null, target_id: doc.target_id ?? null },
  ...{ cooldown_id: doc.cooldown_id ?? null, reply_count: repliesTo(read, 'forum_post', doc).length },
});

const listPosts: PeerRoute = (read) => {
  const skip = numberIn(read.query, 'skip', 0, 0, whole);
  const limit = numberIn(read.query, 'limit', 50, 1, 200);
  const status = read.query.get('status') ?? 'open';
  const docs = threads(read, 'forum_post').filter((doc) => (doc.status ?? 'open') === status);
  return { posts: pageOf(docs, skip, limit).map((doc) => postAnswer(read, doc)), total: docs.length, skip, limit };
};

const getPost: PeerRoute = (read) => {
  const doc = byId(read, 'forum_post');
  if (!doc) throw new PeerError(404, 'Forum post not found');
  return postAnswer(read, doc);
};

const listReplies: PeerRoute = (read) => {
  const doc = byId(read, 'forum_post');
  if (!doc) throw new PeerError(404, 'Forum post not found');
  return repliesTo(read, 'forum_post', doc).map((reply) => postAnswer(read, reply));
};

export const discussionRoutes: Record<string, PeerRoute> = {
  '/issues': listIssues,
  '/issues/{id}': getIssue,
  '/task-results/{id}/issues': issuesOfResult,
  '/issue-knowledge': listKnowledge,
  '/issue-knowledge/{id}': getKnowledge,
  '/forum/posts': listPosts,
  '/forum/posts/{id}': getPost,
  '/forum/posts/{id}/replies': listReplies,
};
