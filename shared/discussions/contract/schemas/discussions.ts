import * as z from 'zod';
import { threadBounds } from '#shared/discussions/rules/bounds.ts';
import { CATEGORY_COLORS } from '#shared/discussions/rules/categories.ts';
import { CLOSE_REASONS, STATUS_FILTERS, THREAD_STATUSES } from '#shared/discussions/rules/status.ts';
import { SUBJECT_TYPES } from '#shared/discussions/rules/subject.ts';
import { isBounded } from '../../../api/schemas/bounded-json.ts';
import {
  chipId,
  cooldownId,
  couplingId,
  instant,
  integerParam,
  metricKey,
  optionalIntegerParam,
  pageFields,
  qid,
  username,
  visible,
} from '../../../api/schemas/common.ts';

/** Wire shapes of threads, replies and their categories. */

const codePoints = (max: number) =>
  z
    .string()
    .min(1)
    .refine((text) => text.isWellFormed() && [...text].length <= max, `must be 1 to ${max} characters of Unicode`);

const title = codePoints(threadBounds.titleLength).refine((text) => text.trim() !== '', 'must not be blank');
export const postContent = codePoints(threadBounds.contentLength).meta({ description: 'Markdown' });

/** The key of a category. */
export const categoryKey = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,63}$/, 'must be 1 to 64 lower-case letters, digits, hyphens or underscores')
  .meta({ example: 'qubit' });
const label = z
  .string()
  .regex(/^[a-z0-9][a-z0-9_-]{0,31}$/, 'must be 1 to 32 lower-case letters, digits, hyphens or underscores')
  .meta({ example: 'anomaly' });
const labels = z.array(label).max(threadBounds.labels);
const assignees = z.array(username).max(threadBounds.assignees);
const threadStatus = z.enum(THREAD_STATUSES);
const plainId = z.string().refine((text) => text.isWellFormed() && text !== '' && [...text].length <= 128, {
  message: 'must be 1 to 128 characters',
});
const targetType = z.enum(['qubit', 'coupling']);
/** The id of a qubit or a coupling. */
const targetId = plainId.meta({ description: 'A qid or a coupling id' });

const blockLimits = { bytes: 32_768, depth: 20 };
const block = z.record(z.string(), z.unknown());
const contentBlocks = z
  .array(block)
  .max(100)
  .refine(
    (blocks) => isBounded(blocks, blockLimits),
    `must be at most ${blockLimits.bytes} bytes of JSON, ${blockLimits.depth} levels deep`,
  )
  .meta({ description: "Documents of a client's own, kept as they are" });

/** One thing that a thread is about, as a request names it. */
export const subjectInput = z
  .discriminatedUnion('type', [
    z.object({ type: z.literal('chip'), chip_id: chipId }),
    z.object({ type: z.literal('qubit'), chip_id: chipId, target_id: qid }),
    z.object({ type: z.literal('coupling'), chip_id: chipId, target_id: couplingId }),
    z.object({
      type: z.literal('metric'),
      chip_id: chipId,
      metric_key: metricKey,
      target_type: targetType.optional(),
      target_id: targetId.optional(),
    }),
    z.object({ type: z.literal('task_result'), task_id: plainId }),
    z.object({ type: z.literal('execution'), execution_id: plainId }),
    z.object({ type: z.literal('cooldown'), cooldown_id: cooldownId }),
  ])
  .meta({ id: 'ThreadSubjectReference' });

const subjects = z.array(subjectInput).max(threadBounds.subjects);

/** One thing that a thread is about, with what it belongs to. */
const subject = z
  .object({
    type: z.string().meta({ description: `One of ${SUBJECT_TYPES.join(', ')}; more may come` }),
    chip_id: z.string().nullable(),
    target_type: z.string().nullable().meta({ description: '`qubit` or `coupling`' }),
    target_id: z.string().nullable(),
    metric_key: z.string().nullable(),
    task_id: z.string().nullable(),
    task_name: z.string().nullable(),
    execution_id: z.string().nullable(),
    cooldown_id: z.string().nullable(),
  })
  .meta({ id: 'ThreadSubject' });

/** A thread or a reply. What a reply has not of its own is its thread's, or null. */
export const forumPost = z
  .object({
    id: z.string(),
    project_id: z.string(),
    number: z.int().nullable().meta({ description: 'Of a thread, counted in its project; null of a reply' }),
    category: z.string(),
    user_id: z.string().nullable(),
    username: z.string(),
    avatar_key: z.string().nullable(),
    title: z.string().nullable(),
    content: z.string(),
    content_blocks: z.array(block),
    parent_id: z.string().nullable().meta({ description: 'The thread that a reply is in; null of a thread' }),
    labels: z.array(z.string()),
    assignee_username: z.string().nullable().meta({ description: 'The first of `assignees`' }),
    assignees: z.array(z.string()),
    mentions: z.array(z.string()).meta({ description: 'Members whom the text mentions as `@name`' }),
    status: threadStatus,
    close_reason: z
      .string()
      .nullable()
      .meta({ description: `One of ${CLOSE_REASONS.join(', ')}; more may come. Null while the thread is open` }),
    closed_at: instant.nullable(),
    closed_by: z.string().nullable(),
    chip_id: z.string().nullable().meta({ description: 'Of the first subject that has one; so are the next two' }),
    target_type: z.string().nullable(),
    target_id: z.string().nullable(),
    cooldown_id: z.string().nullable(),
    subjects: z.array(subject).meta({ description: 'What the thread is about' }),
    reply_count: z.int(),
    is_deleted: z.boolean(),
    is_ai_reply: z.boolean(),
    revision_count: z.int().meta({ description: 'How often its text was changed' }),
    edited_at: instant.nullable(),
    last_activity_at: instant.meta({ description: 'When something was last written in the thread' }),
    created_at: instant,
    updated_at: instant,
    etag: z.string().meta({ description: 'Send it as `If-Match` to write only over what was read' }),
  })
  .meta({ id: 'ForumPost' });

/** QDash's names for the subject of a thread: one target at most, in addition to `subjects`. */
const aboutFields = {
  chip_id: chipId.nullish(),
  target_type: targetType.nullish().meta({ description: 'With `chip_id` and `target_id`' }),
  target_id: targetId.nullish(),
  cooldown_id: cooldownId.nullish(),
};

const sorting = {
  labels: labels.nullish(),
  assignee_username: username.nullish().meta({ description: 'One of `assignees`, or the only one' }),
  assignees: assignees.nullish(),
  ...aboutFields,
  subjects: subjects.nullish(),
};

/** A new thread, or with `parent_id` a reply, of which the text alone counts. */
export const createForumPostBody = z
  .object({
    category: categoryKey,
    title: title.nullish().meta({ description: 'A thread needs one' }),
    content: postContent,
    content_blocks: contentBlocks.nullish(),
    parent_id: plainId.nullish().meta({ description: 'The thread to reply to' }),
    status: threadStatus.default('open'),
    ...sorting,
  })
  .meta({ id: 'CreateForumPost' });

/** Changes to a post; what is absent stays. Of a reply the text alone can be changed. */
export const updateForumPostBody = z
  .object({
    category: categoryKey.nullish(),
    title: title.nullish(),
    content: postContent.nullish(),
    content_blocks: contentBlocks.nullish(),
    status: threadStatus.nullish(),
    ...sorting,
  })
  .meta({ id: 'UpdateForumPost' });

/** Why a thread is closed. */
export const closeForumPostBody = z
  .object({ reason: z.enum(CLOSE_REASONS).default('resolved') })
  .meta({ id: 'CloseForumPost' });

/** Which threads are wanted. */
export const forumPostQuery = z.object({
  skip: integerParam({ min: 0, fallback: 0 }),
  limit: integerParam({ min: 1, max: 200, fallback: 50 }),
  cursor: z.string().max(4096).optional().meta({ description: "A page's `next_cursor`; replaces `skip`" }),
  status: z
    .enum(STATUS_FILTERS)
    .default('open')
    .meta({ description: '`unresolved`: every one that is not closed; `all`: those too' }),
  q: z
    .string()
    .refine((text) => text.isWellFormed() && [...text].length <= 128, 'must be at most 128 characters of Unicode')
    .optional()
    .meta({
      description:
        'Words that a post of the thread all has, in any form; a "phrase in quotes" exactly; Chinese, Japanese and Korean by characters',
    }),
  category: categoryKey.optional(),
  label: label.optional(),
  author: username.optional(),
  assignee: username.optional(),
  number: optionalIntegerParam({ min: 1, max: 99_999_999 }),
  chip_id: chipId.optional(),
  target_type: targetType.optional(),
  target_id: targetId.optional(),
  metric_key: metricKey.optional(),
  task_id: plainId.optional(),
  execution_id: plainId.optional(),
  cooldown_id: cooldownId.optional(),
});

export const forumPostPage = z.object({ posts: z.array(forumPost), ...pageFields });

const discussedTarget = z
  .object({
    target_id: targetId,
    threads: z.int().min(1).meta({ description: 'Threads about it that are not closed' }),
    newest: z.object({ id: plainId, number: z.int(), title: z.string() }).meta({ description: 'The newest of them' }),
  })
  .meta({ id: 'DiscussedTarget' });

/** Which targets of a chip open threads are about. */
export const discussionsSummary = z
  .object({
    chip_id: chipId,
    total: z.int().nullable().meta({
      description:
        'Threads about anything of the chip that are not closed; null where there are more than were looked at',
    }),
    qubits: z.array(discussedTarget),
    couplings: z.array(discussedTarget),
  })
  .meta({ id: 'DiscussionsSummary' });

/** An earlier text of a post. */
export const forumPostRevision = z
  .object({
    number: z.int().meta({ description: 'From 1, the first text' }),
    title: z.string().nullable(),
    content: z.string(),
    content_blocks: z.array(block),
    written_at: instant,
    replaced_at: instant,
  })
  .meta({ id: 'ForumPostRevision' });

const categoryName = visible(z.string().normalize('NFKC').trim().min(1).max(80));
const categoryDescription = z.string().max(200);
const color = z.enum(CATEGORY_COLORS);
const icon = z.string().regex(/^[a-z0-9][a-z0-9-]{0,63}$/, 'must be 1 to 64 lower-case letters, digits or hyphens');
const sortOrder = z.int().min(0).max(10_000);

/** What threads are sorted into. */
export const forumCategory = z
  .object({
    id: z.string().meta({ description: 'The same as `key`' }),
    project_id: z.string(),
    key: z.string(),
    name: z.string(),
    description: z.string(),
    color: z.string(),
    icon: z.string(),
    sort_order: z.int(),
    is_archived: z.boolean(),
  })
  .meta({ id: 'ForumCategory' });

export const createForumCategoryBody = z
  .object({
    key: categoryKey.nullish().meta({ description: 'Without one, made of the name' }),
    name: categoryName,
    description: categoryDescription.default(''),
    color: color.default('neutral'),
    icon: icon.default('message-square'),
    sort_order: sortOrder.nullish(),
  })
  .meta({ id: 'CreateForumCategory' });

export const updateForumCategoryBody = z
  .object({
    name: categoryName.nullish(),
    description: categoryDescription.nullish(),
    color: color.nullish(),
    icon: icon.nullish(),
    sort_order: sortOrder.nullish(),
    is_archived: z.boolean().nullish(),
  })
  .meta({ id: 'UpdateForumCategory' });
