import { gzipSync } from 'node:zlib';
import { type Collection, commonFields, Refusal } from '../collection.ts';
import { type Doc, plainMap, textOf, textsOf, timesOf } from '../document.ts';

/** Name of a flow here: letters, digits and underscores (rule QDASH-22). */
const flowName = /^[A-Za-z_][A-Za-z0-9_]{0,63}$/;

/** `flows`: what runs; their sources are files. */
export const flows: Collection = {
  name: 'flows',
  fields: [
    ...[...commonFields, 'name', 'user_id', 'username', 'chip_id', 'description', 'flow_function_name', 'file_path'],
    ...['default_parameters', 'default_run_parameters', 'created_at', 'updated_at', 'tags'],
  ],
  homeless: { deployment_id: "the id of Prefect's deployment" },
  keyOf: (doc) => JSON.stringify([textOf(doc, 'username'), textOf(doc, 'name')]),
  map(doc, { projectId, tally, survey, emit, remark }) {
    const username = textOf(doc, 'username');
    const taken = tally.flows.get(projectId) ?? new Set();
    tally.flows.set(projectId, taken);
    const own = textOf(doc, 'name').replace(/\W/g, '_');
    const name = taken.has(own) ? `${own}_${username.replace(/\W/g, '_')}`.slice(0, 64) : own;
    if (!flowName.test(name) || taken.has(name))
      throw new Refusal(`its name '${textOf(doc, 'name')}' cannot be that of a flow`);
    if (name !== textOf(doc, 'name'))
      remark(
        'decision',
        `a flow gets another name, since its own is taken or is not letters, digits and underscores`,
        `${textOf(doc, 'name')} is ${name}`,
      );
    taken.add(name);
    const code = survey.sources.get(sourceKey(doc));
    if (code === undefined)
      remark(
        'decision',
        'the source of a flow is not in --files: save it again',
        `${name}: ${textOf(doc, 'file_path')}`,
      );
    const { createdAt, updatedAt } = timesOf(doc);
    const facts = {
      ...{ projectId, name, version: 1, runner: 'worker' as const, chipId: textOf(doc, 'chip_id') },
      ...{ description: textOf(doc, 'description'), functionName: textOf(doc, 'flow_function_name', name) },
      tags: [...new Set(textsOf(doc, 'tags'))],
    };
    survey.flows.push({ projectId, name, username, createdAt });
    emit('flow', { ...facts, username, updatedBy: username, createdAt, updatedAt });
    emit('flow-version', {
      ...{ ...facts, savedBy: username, savedAt: updatedAt, code: gzipSync(code ?? '') },
      defaultParameters: JSON.stringify(plainMap(doc.default_parameters)),
      defaultRunParameters: JSON.stringify(plainMap(doc.default_run_parameters)),
    });
  },
};

/** Where the source of a flow is on QDash's server. */
export const sourceKey = (doc: Doc): string => textOf(doc, 'file_path');
