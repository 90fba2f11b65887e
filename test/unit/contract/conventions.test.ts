import { globSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fileOperations, formOperations, multipartOperations } from '#shared/api/client.ts';
import { isOffered } from '#shared/api/offered.ts';
import { operations, registry } from '#shared/api/registry.ts';
import { groups, routeKey, routeList, routes } from '#shared/api/routes.ts';
import { groupWrites } from '#test/support/stack/group-writes.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const offered = operations.filter(({ operationId }) => isOffered(operationId));

/** Paths that bend a convention (rule API-2), each with its reason. */
const exceptions = {
  notKebabCase: { '/openapi.json': 'the usual name of the document' },
  notPlural: {
    '/auth/tokens/{token_id}': 'plural, below the area of authentication',
    '/issue-knowledge': "QDash's path",
    '/issue-knowledge/{knowledge_id}': "QDash's path",
    '/issue-knowledge/{knowledge_id}/approve': "QDash's path",
    '/issue-knowledge/{knowledge_id}/reject': "QDash's path",
    '/task-knowledge': "QDash's path",
    '/task-results/ai-review': "QDash's path",
    '/chips/{chip_id}/metrics/heatmap/{metric}': "QDash's path",
    '/topology/list': "QDash's path",
    '/topology/{topology_id}': "QDash's path",
    '/note-events/by-target': "QDash's path",
    '/provenance/lineage/{entity_id}': "QDash's path",
    '/provenance/impact/{entity_id}': "QDash's path",
    '/executions/{execution_id}/log': 'the one log of a run',
  },
  nestedDeeper: {
    '/admin/users/import/preview': 'alongside its import, as that of chips',
    '/metrics/chips/{chip_id}/metrics/pdf': "QDash's path",
    '/metrics/chips/{chip_id}/qubits/{qid}/history': "QDash's path",
    '/metrics/chips/{chip_id}/couplings/{coupling_id}/history': "QDash's path",
    '/chips/{chip_id}/qubits/{qid}/note/comments': "QDash's path",
    '/chips/{chip_id}/qubits/{qid}/note/comments/{comment_id}': "QDash's path",
    '/chips/{chip_id}/couplings/{coupling_id}/note/comments': "QDash's path",
    '/chips/{chip_id}/couplings/{coupling_id}/note/comments/{comment_id}': "QDash's path",
    '/chips/{chip_id}/qubits/{qid}/reanalyze/qubit-spectroscopy': "QDash's path",
    '/chips/{chip_id}/qubits/{qid}/reanalyze/resonator-spectroscopy': "QDash's path",
  },
  bareText: { getFlowHelperFile: "QDash's answer" } as Record<string, string>,
  bareArray: {
    getFileTree: "QDash's answer",
    getAvailableSeedParameters: "QDash's answer",
    getTaskFileTree: "QDash's answer",
    listFlowHelperFiles: "QDash's answer",
    listFlowTemplates: "QDash's answer",
    getForumPostReplies: "QDash's answer",
    getIssueReplies: "QDash's answer",
    getTaskResultIssues: "QDash's answer",
  },
  methodOfTheirOwn: {
    // A comment has one field, so QDash replaces it.
    updateQubitNoteComment: 'PUT',
    updateCouplingNoteComment: 'PUT',
    saveFileContent: 'PUT',
    // Its conditions are more than a query holds.
    getDeviceTopology: 'POST',
    // From QDash: absent fields stay unchanged.
    updateUserSettings: 'PUT',
  } as Record<string, string>,
  namedOtherwise: {
    listTaskResults: 'items',
    listIssueKnowledge: 'items',
    listTaskKnowledge: 'items',
    listTaskResultAiReviews: 'items',
    listTaskResultAiReviewRuns: 'items',
    listTaskInfo: 'tasks',
    listRunLog: 'lines',
  } as Partial<Record<string, string>>,
  // Other arrays and maps in the answer of a list: those of QDash, unless a comment says otherwise.
  beside: {
    listTaskKnowledge: ['categories'],
    listTaskResultAiReviews: ['decision_counts', 'status_counts'],
    // A name that was used on one backend may be announced on others.
    listTasks: ['announced'],
    // An earlier client takes every invitation for one to a membership.
    listProjectInvitations: ['offers'],
  } as Partial<Record<string, readonly string[]>>,
  notVerbAndNoun: { login: 'the verb says it all', logout: 'the verb says it all' },
};

const literalsOf = (path: string) => path.split('/').filter((part) => part !== '' && !part.startsWith('{'));

/** Words that begin an operation id, with the method and status that go with them. */
const verbs: Record<string, { method: string | readonly string[]; status: number | readonly number[] }> = {
  list: { method: 'GET', status: 200 },
  get: { method: 'GET', status: 200 },
  create: { method: 'POST', status: 201 },
  register: { method: 'POST', status: 201 },
  import: { method: 'POST', status: [200, 201] },
  bulk: { method: 'POST', status: 201 },
  check: { method: 'POST', status: 200 },
  reload: { method: 'POST', status: 200 },
  invite: { method: 'POST', status: 201 },
  login: { method: 'POST', status: 200 },
  logout: { method: 'POST', status: 200 },
  begin: { method: 'POST', status: 200 },
  complete: { method: 'POST', status: 200 },
  accept: { method: 'POST', status: 200 },
  decline: { method: 'POST', status: 200 },
  confirm: { method: 'POST', status: 200 },
  change: { method: 'POST', status: 200 },
  reset: { method: 'POST', status: 200 },
  leave: { method: 'POST', status: 200 },
  restore: { method: 'POST', status: 200 },
  transfer: { method: 'POST', status: 200 },
  undo: { method: 'POST', status: 200 },
  assign: { method: 'POST', status: 200 },
  save: { method: 'POST', status: [200, 201] },
  execute: { method: 'POST', status: 200 },
  validate: { method: 'POST', status: 200 },
  schedule: { method: 'POST', status: 200 },
  queue: { method: 'POST', status: 200 },
  preview: { method: 'POST', status: 200 },
  cancel: { method: 'POST', status: 200 },
  force: { method: 'POST', status: 200 },
  decide: { method: 'POST', status: 200 },
  acknowledge: { method: 'POST', status: 200 },
  claim: { method: 'POST', status: 200 },
  announce: { method: 'POST', status: 200 },
  heartbeat: { method: 'POST', status: 200 },
  report: { method: 'POST', status: 200 },
  append: { method: 'POST', status: 200 },
  finish: { method: 'POST', status: 200 },
  // Excluding and including are one operation of QDash's, and so are its other two.
  set: { method: 'POST', status: 200 },
  re: { method: 'POST', status: 200 },
  reanalyze: { method: 'POST', status: 200 },
  compare: { method: 'GET', status: 200 },
  download: { method: ['GET', 'POST'], status: 200 },
  export: { method: 'GET', status: 200 },
  unassign: { method: 'DELETE', status: 200 },
  withdraw: { method: 'DELETE', status: 200 },
  unlink: { method: 'DELETE', status: 200 },
  replace: { method: 'PUT', status: 200 },
  update: { method: 'PATCH', status: 200 },
  upsert: { method: 'PUT', status: 200 },
  // QDash's methods of what changes a status.
  close: { method: 'PATCH', status: 200 },
  approve: { method: 'PATCH', status: 200 },
  reject: { method: 'PATCH', status: 200 },
  extract: { method: 'POST', status: 201 },
  request: { method: 'POST', status: 200 },
  reopen: { method: 'PATCH', status: 200 },
  mark: { method: 'PATCH', status: 200 },
  test: { method: 'POST', status: 200 },
  rotate: { method: 'POST', status: 200 },
  replay: { method: 'POST', status: 200 },
  search: { method: 'GET', status: 200 },
  delete: { method: 'DELETE', status: [200, 204] },
  remove: { method: 'DELETE', status: [200, 204] },
  add: { method: 'POST', status: 201 },
  // Whose it is comes first in QDash's name.
  admin: { method: 'DELETE', status: 200 },
};
const verbOf = (operationId: string) => operationId.replace(/[A-Z].*$/s, '');

describe('paths', () => {
  it.each([...new Set(routeList.map(({ path }) => path))])('the path %s is lower-case kebab-case', (path) => {
    if (path in exceptions.notKebabCase) return;
    for (const literal of literalsOf(path)) expect(literal).toMatch(/^[a-z]+(-[a-z]+)*$/);
    for (const [, name] of path.matchAll(/\{([^}]*)\}/g)) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
  });

  it('each operation is in one of the lists of routes, and each list in the one of all', async () => {
    const files = globSync('{shared/*/contract/routes/*,compat/qdash/contract/routes}.ts', { cwd: projectRoot });
    const lists = await Promise.all(files.map((file) => import(join(projectRoot, file))));
    const ids = lists.flatMap((list) => Object.values(list).flatMap((own) => Object.keys(own as object)));
    expect(ids.toSorted()).toEqual(Object.keys(routes).toSorted());
  });

  it('a path names a collection in the plural wherever one of it is chosen', () => {
    const singular = routeList.filter(({ path }) => /\/[^/{]*[^s/]\/\{/.test(path)).map(({ path }) => path);
    expect(singular.filter((path) => !(path in exceptions.notPlural))).toEqual([]);
  });

  it('paths of lists end in the plural', () => {
    const lists = routeList.filter(({ operationId }) => operationId.startsWith('list')).map(({ path }) => path);
    expect(lists.filter((path) => !path.endsWith('s') && !(path in exceptions.notPlural))).toEqual([]);
  });

  it('paths nest at most three levels deep', () => {
    const deep = new Set(routeList.map(({ path }) => path).filter((path) => literalsOf(path).length > 3));
    expect([...deep].sort()).toEqual(Object.keys(exceptions.nestedDeeper).sort());
  });

  it('a path is taken once by each method', () => {
    expect(new Set(routeList.map(routeKey)).size).toBe(routeList.length);
  });
});

describe('operation ids', () => {
  it('operation ids are camelCase, a verb and a noun', () => {
    const other = Object.keys(routes).filter((id) => !/^[a-z]+([A-Z][a-z0-9]*)+$/.test(id));
    expect(other).toEqual(Object.keys(exceptions.notVerbAndNoun));
  });

  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'the operation %s has the method and status of its verb',
    (id, { route, status }) => {
      const expected = verbs[verbOf(id)];
      expect(expected, `the verb of ${id}`).toBeDefined();
      expect([exceptions.methodOfTheirOwn[id] ?? expected?.method].flat()).toContain(route.method);
      expect([expected?.status].flat()).toContain(status);
    },
  );
});

describe('operations', () => {
  it('operations are in the registry under their own id, with the route of that id', () => {
    for (const [id, operation] of Object.entries(registry)) {
      expect(operation.operationId).toBe(id);
      expect(operation.route).toBe(routes[operation.operationId]);
    }
    expect(Object.keys(registry).sort()).toEqual(Object.keys(routes).sort());
  });

  it('an operation parses every parameter of its path and no other', () => {
    for (const { operationId, route, params } of operations) {
      const inPath = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      expect(Object.keys(params?.shape ?? {}).sort(), operationId).toEqual(inPath.sort());
    }
  });

  it('an operation answers an object with a schema, a file, or 204 with neither', () => {
    for (const { operationId, status, response, file } of operations) {
      expect([response !== undefined, file !== undefined, status === 204].filter(Boolean), operationId).toHaveLength(1);
      const text = operationId in exceptions.bareText ? ['string'] : ['object', 'record'];
      const shapes = operationId in exceptions.bareArray ? ['array'] : text;
      if (response) expect(shapes, operationId).toContain(response.def.type);
    }
  });

  it('POST, PUT and PATCH alone take a body, and a GET never needs one', () => {
    const bodied = operations.filter(({ body }) => body !== undefined).map(({ route }) => route.method);
    expect(new Set(bodied)).toEqual(new Set(['POST', 'PUT', 'PATCH']));
  });

  it('operations with a form as body, with files or without, are those that the client sends as one', () => {
    const forms = offered.filter(({ bodyType }) => bodyType === 'form').map(({ operationId }) => operationId);
    expect(new Set(forms)).toEqual(formOperations);
    const withFiles = offered.filter(({ bodyType }) => bodyType === 'multipart');
    expect(new Set(withFiles.map(({ operationId }) => operationId))).toEqual(multipartOperations);
  });

  it('operations that answer a file are those whose answer the client leaves as it is', () => {
    const files = offered.filter(({ file }) => file !== undefined).map(({ operationId }) => operationId);
    expect(new Set(files)).toEqual(fileOperations);
  });

  it('operations that answer or take a secret are marked, so that their answers are never kept', () => {
    const secret = operations.filter((operation) => operation.secret).map(({ operationId }) => operationId);
    const holders = operations.filter(({ body, response }) =>
      [body, response].some((schema) =>
        schema instanceof z.ZodObject
          ? Object.keys(schema.shape).some((field) =>
              /^(access_token|token|secret|password|(current|new)_password|browser_key)$/.test(field),
            )
          : false,
      ),
    );
    // The passwords of an import are in its rows.
    const inRows = ['importUsers', 'bulkImportUsers'];
    const named = new Set([...inRows, ...holders.map(({ operationId }) => operationId)]);
    expect(secret).toEqual(operations.map(({ operationId }) => operationId).filter((id) => named.has(id)));
  });
});

describe('lists', () => {
  const lists = operations.filter(
    ({ operationId }) => operationId.startsWith('list') && !(operationId in exceptions.bareArray),
  );

  it('answers of lists wrap their entries in one named field, alongside total, skip and limit', () => {
    for (const { operationId, response } of lists) {
      const shape = (response as z.ZodObject).shape as Record<string, z.ZodType>;
      expect(Object.keys(shape), operationId).toEqual(expect.arrayContaining(['total', 'skip', 'limit']));
      const named = Object.entries(shape).filter(
        ([name, field]) =>
          ['array', 'record'].includes(field.def.type) && !exceptions.beside[operationId]?.includes(name),
      );
      expect(named, operationId).toHaveLength(1);
      const field = String(named[0]?.[0]);
      if (field !== exceptions.namedOtherwise[operationId])
        expect(operationId.toLowerCase(), operationId).toContain(field);
    }
  });

  it.each([
    'listChips',
    'listExecutions',
    'getManualEdits',
    'listCryostats',
    'listCooldowns',
    'listFlowVersions',
    'listChipNoteEvents',
    'listTargetNoteEvents',
    'searchNoteEvents',
  ] as const)('the list %s has the usual page: skip 0, limit 20, at most 100', (id) => {
    const { query } = registry[id];
    expect(query.shape.skip.parse(undefined)).toBe(0);
    expect(query.shape.limit.parse(undefined)).toBe(20);
    expect(query.shape.limit.safeParse('100').success).toBe(true);
    for (const bad of ['101', '0', '1.5', '']) expect(query.shape.limit.safeParse(bad).success, bad).toBe(false);
    expect(query.shape.skip.safeParse('-1').success).toBe(false);
  });
});

describe('groups', () => {
  it('a group whose operations only read may not write', () => {
    expect(groups.filter((group) => !groupWrites(group))).toEqual([
      'system',
      'metrics',
      'provenance',
      'search',
      'archives',
    ]);
  });
});
