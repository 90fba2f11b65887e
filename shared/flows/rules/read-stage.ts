import type { Node } from 'yaml';
import { suggestion } from '../../kernel/rules/suggest.ts';
import type { StageTask } from '../../runs/rules/plan.ts';
import { STANDARD_SEQUENCES } from '../../runs/rules/sequences.ts';
import { findTask, taskNames } from '../../runs/rules/task-catalogue.ts';
import type { FlowStage } from './document.ts';
import { readSharedParameters, readTargets } from './read-values.ts';
import { pathTo, type YamlReader } from './yaml-reader.ts';

/** Most tasks of a stage. */
const TASK_LIMIT = 100;
const NAME_LIMIT = 100;

const stageKeys = ['name', 'tasks', 'sequence', 'targets', 'parameters', 'on_failure', 'persist'] as const;
const taskKeys = ['task', 'parameters', 'persist'] as const;

/** One stage; undefined where it cannot be read at all. Reports everything that is wrong with it. */
export function readStage(reader: YamlReader, node: Node, path: string): FlowStage | undefined {
  const fields = reader.fields(node, path, 'a stage', stageKeys);
  if (!fields) return undefined;
  const isMeasuredOnly = readMeasuredOnly(reader, fields.persist, path);
  const tasks = readTasks(reader, node, path, fields).map((task) => (isMeasuredOnly ? measuredOnly(task) : task));
  const name = fields.name && reader.idText(fields.name);
  if (name === undefined || name.length > NAME_LIMIT)
    reader.report(fields.name ?? node, pathTo(path, 'name'), `a stage needs a name of 1 to ${NAME_LIMIT} characters`);
  return {
    name: name ?? path,
    place: reader.positionOf(fields.name ?? node),
    path,
    tasks,
    parameters: fields.parameters
      ? readSharedParameters(
          reader,
          fields.parameters,
          pathTo(path, 'parameters'),
          new Set(tasks.map((task) => task.name)),
        )
      : {},
    targets: fields.targets && readTargets(reader, fields.targets, pathTo(path, 'targets')),
    onFailure: readOnFailure(reader, fields.on_failure, path),
  };
}

function readOnFailure(reader: YamlReader, node: Node | undefined, path: string): FlowStage['onFailure'] {
  const value = node && reader.scalar(node);
  if (value === 'stop' || value === 'continue') return value;
  if (node) reader.report(node, pathTo(path, 'on_failure'), "on_failure must be 'continue' or 'stop'");
  return 'continue';
}

/** Whether `persist: false` says that values become current only when an editor accepts them (rule GATE-12). */
function readMeasuredOnly(reader: YamlReader, node: Node | undefined, path: string): boolean {
  const value = node && reader.scalar(node);
  if (node && typeof value !== 'boolean') reader.report(node, pathTo(path, 'persist'), 'persist must be true or false');
  return value === false;
}

const measuredOnly = (task: StageTask): StageTask => ({ ...task, persist: false });

type StageFields = { tasks?: Node; sequence?: Node };

function readTasks(reader: YamlReader, stage: Node, path: string, { tasks, sequence }: StageFields): StageTask[] {
  if (tasks && sequence) reader.report(sequence, pathTo(path, 'sequence'), "a stage has 'tasks' or a 'sequence'");
  if (sequence) return readSequence(reader, sequence, pathTo(path, 'sequence'));
  if (!tasks) {
    reader.report(stage, path, "a stage needs 'tasks' or a 'sequence'");
    return [];
  }
  const below = pathTo(path, 'tasks');
  const items = reader.items(tasks, below, 'tasks', TASK_LIMIT);
  if (items?.length === 0) reader.report(tasks, below, 'tasks needs at least one task');
  return (items ?? []).flatMap((item, index) => readTask(reader, item, pathTo(below, index)) ?? []);
}

function readSequence(reader: YamlReader, node: Node, path: string): StageTask[] {
  const name = reader.scalar(node);
  const known = Object.entries(STANDARD_SEQUENCES);
  const found = known.find(([key]) => key === name);
  if (found) return found[1].flatMap((task) => stageTask(task) ?? []);
  const names = known.map(([key]) => key);
  const hint = suggestion(String(name), names) || `; there are ${names.join(', ')}`;
  reader.report(node, path, `unknown sequence '${String(name)}'${hint}`);
  return [];
}

/** A task by its name alone, or as a mapping with parameters of its own. */
function readTask(reader: YamlReader, node: Node, path: string): StageTask | undefined {
  if (!reader.isMapping(node)) return namedTask(reader, node, path);
  const fields = reader.fields(node, path, 'a task', taskKeys);
  if (!fields?.task) {
    reader.report(node, path, "a task needs 'task' with its name");
    return undefined;
  }
  const named = namedTask(reader, fields.task, pathTo(path, 'task'));
  const isMeasuredOnly = readMeasuredOnly(reader, fields.persist, path);
  const task = named && isMeasuredOnly ? measuredOnly(named) : named;
  if (!task || !fields.parameters) return task;
  const parameters = readSharedParameters(reader, fields.parameters, pathTo(path, 'parameters'), [task.name]);
  return { ...task, parameters };
}

function namedTask(reader: YamlReader, node: Node, path: string): StageTask | undefined {
  const name = reader.scalar(node);
  const task = typeof name === 'string' ? stageTask(name) : undefined;
  if (!task)
    reader.report(
      node,
      path,
      typeof name === 'string'
        ? `unknown task '${name}'${suggestion(name, taskNames)}`
        : 'a task must be a name, such as CheckT1',
    );
  return task;
}

function stageTask(name: string): StageTask | undefined {
  const definition = findTask(name);
  return definition && { name, type: definition.type, parameters: {} };
}
