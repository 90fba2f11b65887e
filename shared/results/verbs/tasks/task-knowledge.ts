import { decodeKnowledge, type KnowledgeRecord, taskCaseEntity } from '../../../discussions/store/knowledge.ts';
import { addImageUses } from '../../../images/verbs/add-image-uses.ts';
import { nowOf, type ProjectContext } from '../../../kernel/context.ts';
import { notFound, notInProject } from '../../../kernel/errors.ts';
import { laterThan } from '../../../kernel/rules/calendar.ts';
import { staleRead } from '../../../kernel/store/dynamodb/conflict.ts';
import { batchGetItems, ifAbsent, ifRevision, queryAll } from '../../../kernel/store/dynamodb/database.ts';
import { readPage } from '../../../kernel/store/dynamodb/paging.ts';
import { Transaction } from '../../../kernel/store/dynamodb/transaction.ts';
import { taskKeys, threadKeys } from '../../../kernel/store/keys.ts';
import { addAppliedMark, applyOnceWithRetries } from '../../../kernel/verbs/apply-once.ts';
import { findTask, taskCatalogue } from '../../../runs/rules/task-catalogue.ts';
import { parseTaskDocument, renderTaskDocument, type TaskDocument } from '../../rules/knowledge/document.ts';
import { type DescribedTask, standardDocument } from '../../rules/knowledge/standard.ts';
import { type TaskDocumentRecord, taskDocumentEntity, taskDocumentTextEntity } from '../../store/task-documents.ts';
import { type TaskDefinitionRecord, taskDefinitionEntity } from '../../store/task-registry.ts';

/** Most cases that the knowledge of a task shows, the newest. */
export const shownCases = 20;

/** What a list says of a task. */
export interface TaskKnowledgeRow {
  name: string;
  category: string;
  summary: string;
  failureModes: number;
  cases: number;
  images: number;
  hasAnalysisGuide: boolean;
  hasReviewGuide: boolean;
}

/** Everything that is known of a task. */
export interface TaskKnowledge {
  name: string;
  category: string;
  task: DescribedTask;
  document: TaskDocument;
  markdown: string;
  cases: KnowledgeRecord[];
  updatedBy: string | undefined;
  updatedAt: string | undefined;
}

/** The standard tasks, then the others that the project has used, by name. */
export async function listTaskKnowledge({ db, projectId }: ProjectContext): Promise<TaskKnowledgeRow[]> {
  const [used, documents, cases] = await Promise.all([
    queryAll(db, taskKeys.definitions(projectId)),
    queryAll(db, taskKeys.documents(projectId)),
    queryAll(db, threadKeys.allKnowledgeOfTasks(projectId)),
  ]);
  const written = new Map(documents.map((item) => taskDocumentEntity.decode(item)).map((one) => [one.name, one]));
  const count = Map.groupBy(cases, (item) => taskCaseEntity.decode(item).taskName);
  const own = used.map((item) => describedBy(taskDefinitionEntity.decode(item))).filter(({ name }) => !findTask(name));
  return [...taskCatalogue, ...own].map((task) => {
    const facts = written.get(task.name) ?? standardFacts(task);
    const { summary, failureModes, images, hasAnalysisGuide, hasReviewGuide } = facts;
    return {
      ...{ name: task.name, category: findTask(task.name)?.category ?? '', summary, failureModes, images },
      ...{ cases: count.get(task.name)?.length ?? 0, hasAnalysisGuide, hasReviewGuide },
    };
  });
}

/** The knowledge of a task. @throws ServiceError `not-found` for a task that is neither standard nor ever used. */
export async function readTaskKnowledge(ctx: ProjectContext, name: string): Promise<TaskKnowledge> {
  const { db, projectId } = ctx;
  const range = { ...threadKeys.allKnowledgeOfTask(projectId, name), descending: true };
  const [{ task, facts, markdown }, newest] = await Promise.all([
    readDocument(ctx, name),
    readPage(db, range, { skip: 0, limit: shownCases }, { decode: (item) => taskCaseEntity.decode(item), total: 0 }),
  ]);
  const keys = newest.records.map(({ issueId }) => threadKeys.knowledge(projectId, issueId));
  const cases = keys.length === 0 ? [] : await batchGetItems(db, keys);
  const text = markdown ?? renderTaskDocument(name, standardDocument(task));
  return {
    ...{ name, category: findTask(name)?.category ?? '', task, markdown: text, document: parseTaskDocument(text) },
    // An item that was deleted meanwhile is left out.
    cases: cases.flatMap((item) => (item ? [decodeKnowledge(item)] : [])),
    ...{ updatedBy: facts?.updatedBy, updatedAt: facts?.updatedAt },
  };
}

/** The document of a task as Markdown. @throws as `readTaskKnowledge`. */
export async function readTaskMarkdown(ctx: ProjectContext, name: string): Promise<string> {
  const { task, markdown } = await readDocument(ctx, name);
  return markdown ?? renderTaskDocument(name, standardDocument(task));
}

/** Replaces the project's own document. @throws as `readTaskKnowledge`. */
export async function writeTaskMarkdown(ctx: ProjectContext, name: string, markdown: string): Promise<TaskKnowledge> {
  const { projectId } = ctx;
  await applyOnceWithRetries(ctx, nameOf(name), async () => {
    const { facts } = await readDocument(ctx, name);
    const updatedAt = facts ? laterThan(facts.updatedAt, nowOf(ctx)) : nowOf(ctx);
    const made = { projectId, name, ...factsOf(parseTaskDocument(markdown)), updatedAt };
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, undefined);
    const rev = (facts?.rev ?? 0) + 1;
    const condition = facts ? ifRevision(facts.rev) : ifAbsent;
    transaction.put(
      taskDocumentEntity.encode({ ...made, updatedBy: ctx.actor.user.username }, rev),
      condition,
      staleRead,
    );
    transaction.put(taskDocumentTextEntity.encode({ projectId, name, markdown }, rev));
    await addImageUses(transaction, ctx, taskKeys.documentText(projectId, name), markdown);
    await transaction.commit();
  });
  return readTaskKnowledge(ctx, name);
}

/** Removes the project's own document. @throws ServiceError `not-found` if there is none. */
export async function deleteTaskMarkdown(ctx: ProjectContext, name: string): Promise<void> {
  const { projectId } = ctx;
  await applyOnceWithRetries(ctx, nameOf(name), async () => {
    const { facts } = await readDocument(ctx, name);
    if (!facts) throw notFound(`${nameOf(name)} is the standard one in project '${projectId}'`);
    const transaction = new Transaction(ctx.db);
    addAppliedMark(transaction, ctx, undefined);
    transaction.delete(taskKeys.document(projectId, name), ifRevision(facts.rev), staleRead);
    transaction.delete(taskKeys.documentText(projectId, name));
    await transaction.commit();
  });
}

const nameOf = (name: string): string => `The document of task '${name}'`;

/** What is written about a task, and what it is. @throws ServiceError `not-found`. */
async function readDocument({ db, projectId }: ProjectContext, name: string) {
  const [definition, facts, text] = await batchGetItems(db, [
    taskKeys.definition(projectId, name),
    taskKeys.document(projectId, name),
    taskKeys.documentText(projectId, name),
  ]);
  const task = findTask(name) ?? (definition && describedBy(taskDefinitionEntity.decode(definition)));
  if (!task) throw notInProject('Task', name, projectId);
  return {
    task: task satisfies DescribedTask as DescribedTask,
    facts: facts && taskDocumentEntity.decode(facts),
    markdown: text && taskDocumentTextEntity.decode(text).markdown,
  };
}

/** A task of a worker, as its runs have described it. */
const describedBy = (used: TaskDefinitionRecord): DescribedTask => ({
  ...{ name: used.name, type: used.taskType, description: used.description, inputs: Object.keys(used.inputParameters) },
  outputs: Object.entries(used.outputParameters).map(([name, { unit, description }]) => ({ name, unit, description })),
});

/** By the tasks of the catalogue, whose documents are the same in every project. */
const factsOfCatalogue = new Map<DescribedTask, DocumentFacts>();

/** What a list says of a task as long as the project says nothing else. */
function standardFacts(task: DescribedTask): DocumentFacts {
  const known = factsOfCatalogue.get(task);
  if (known) return known;
  const facts = factsOf(standardDocument(task));
  if (findTask(task.name) === task) factsOfCatalogue.set(task, facts);
  return facts;
}

type DocumentFacts = Omit<TaskDocumentRecord, 'projectId' | 'name' | 'updatedBy' | 'updatedAt'>;

/** What a list says of a document. */
const factsOf = (document: TaskDocument): DocumentFacts => ({
  summary: document.summary,
  failureModes: document.failureModes.length,
  images: document.images.length,
  hasAnalysisGuide: document.analysisGuide.length > 0,
  hasReviewGuide: document.reviewGuide !== '',
});
