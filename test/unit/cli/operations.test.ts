import { execFileSync } from 'node:child_process';
import { describe, expect, it, test } from 'vitest';
import { createClient } from '#shared/api/client.ts';
import { isOffered } from '#shared/api/offered.ts';
import { registry } from '#shared/api/registry.ts';
import type { OperationId } from '#shared/api/routes.ts';
import { completionScript } from '../../../cli/completion.ts';
import { formatAnswer } from '../../../cli/operations/answer.ts';
import { callOperation } from '../../../cli/operations/call.ts';
import {
  type DescribedOperation,
  describedOperation,
  describedOperations,
  plainSchema,
} from '../../../cli/operations/described.ts';
import { fieldsOf } from '../../../cli/operations/fields.ts';
import { findOperation } from '../../../cli/operations/find.ts';
import { allOperationsHelp } from '../../../cli/operations/help.ts';
import { namedOperations } from '../../../cli/operations/names.ts';
import { withAllPages } from '../../../cli/operations/pages.ts';
import { requestOf } from '../../../cli/operations/request.ts';

/** The schema of what an operation answers; undefined where that is nothing, or a file. */
function answerSchema({ responses }: DescribedOperation) {
  const schema = (responses['200'] ?? responses['201'])?.content?.['application/json']?.schema;
  return schema && plainSchema(schema);
}

describe('commands of the registry', () => {
  it('every operation has a command but those for clients of QDash, and every name of our own an operation', () => {
    expect(
      describedOperations()
        .map(({ operationId }) => operationId)
        .sort(),
    ).toEqual((Object.keys(registry) as OperationId[]).filter(isOffered).sort());
    for (const { operationId } of namedOperations) expect(registry).toHaveProperty(operationId);
    expect(new Set(namedOperations.map(({ words }) => words)).size).toBe(namedOperations.length);
  });

  it('what is given without a flag is a field of the operation, and what is shown a field of its answer', () => {
    for (const { words, operationId, takes = [], columns = [], rows } of namedOperations) {
      if (typeof rows === 'function') continue;
      const operation = describedOperation(operationId);
      if (!operation) throw new Error(operationId);
      const names = fieldsOf(operation).map(({ name }) => name);
      expect([words, takes.filter((name) => !names.includes(name))]).toEqual([words, []]);
      const lists = Object.entries(answerSchema(operation)?.properties ?? {}).filter(
        ([name, schema]) => plainSchema(schema).type === 'array' && (rows === undefined || rows === name),
      );
      const shown = Object.keys(plainSchema(lists[0]?.[1].items ?? {}).properties ?? {});
      expect([words, columns.filter((name) => !shown.includes(name))]).toEqual([words, []]);
    }
  });

  it('no two fields of an operation have the same flag', () => {
    for (const operation of describedOperations()) {
      const flags = fieldsOf(operation).map(({ flag }) => flag);
      expect([operation.operationId, new Set(flags).size]).toEqual([operation.operationId, flags.length]);
    }
  });

  it('every operation takes a value for each of its fields, and sends it in its place', () => {
    for (const operation of describedOperations()) {
      const fields = fieldsOf(operation);
      const args = fields.flatMap(({ flag, kind, values }) =>
        kind === 'boolean' ? [`--${flag}`] : [`--${flag}`, kind === 'json' ? '{"a":1}' : (values?.[0] ?? '7')],
      );
      const found = findOperation(['api', operation.operationId, ...args]);
      if (!found) throw new Error(operation.operationId);
      const request = requestOf(operation, found);
      const sent = { params: request.params, query: request.query, body: request.fields };
      for (const { name, in: place } of fields)
        expect([operation.operationId, name in sent[place]]).toEqual([operation.operationId, true]);
    }
  });

  it('the longest words are the command: a group is not taken for what is in it', () => {
    expect(findOperation(['runs', 'show', '20260101-001'])?.operationId).toBe('getExecution');
    expect(findOperation(['runs', '--limit', '5'])?.operationId).toBe('listExecutions');
    expect(findOperation(['chips'])).toBeUndefined();
    expect(findOperation(['chips', 'show', 'a'])?.operationId).toBe('getChip');
  });
});

describe('operations for clients of QDash', () => {
  it.each([
    ['listIssues', "'listIssues' is for clients of QDash only: use 'listForumPosts' instead."],
    ['downloadZipFile', "'downloadZipFile' is for clients of QDash only: use 'listFlows' or 'getFlow' instead."],
    ['reloadConfigCaches', "'reloadConfigCaches' is for clients of QDash only: no other client needs it."],
  ])(
    'the command line does not call %s, even for help, and names what to use instead',
    async (operationId, message) => {
      const call = callOperation({ words: `api ${operationId}`, operationId, named: undefined, rest: ['--help'] }, {});
      await expect(call).rejects.toMatchObject({ message: expect.stringContaining(message), exitCode: 2 });
      expect(completionScript('bash')).not.toContain(`api ${operationId} `);
      expect(allOperationsHelp()).not.toContain(operationId);
    },
  );

  it('a client that is called by such an operation fails without a request, and names what to use instead', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:9' }) as unknown as Record<string, () => Promise<unknown>>;
    await expect(client.listIssues?.()).rejects.toThrow("use 'listForumPosts' instead");
  });
});

describe('answers on a terminal', () => {
  it('a list is a table of its short fields, of which long ones are cut', () => {
    const text = formatAnswer({ rows: [{ id: 'a', note: 'x'.repeat(80), more: { deep: 1 } }], total: 1 });
    expect(text).toBe(`ID  NOTE\na   ${'x'.repeat(57)}...`);
  });

  it('one thing is a line for each of its fields, and an empty list is said to be so', () => {
    expect(formatAnswer({ id: 'a', size: 4, tags: [] })).toBe('id    a\nsize  4\ntags  []');
    expect(formatAnswer({ rows: [], total: 0 })).toBe('Nothing.');
    expect(formatAnswer(undefined)).toBe('Done.');
  });
});

describe('an answer of all pages', () => {
  it('--all brings every list of the answer, and all else of the first page', async () => {
    const pages = [
      { chip_id: 'a', qubits: [1, 2], couplings: [], next_cursor: 'x' },
      { chip_id: 'b', qubits: [3], couplings: ['0-1'], next_cursor: 'y' },
      { chip_id: 'c', qubits: [], couplings: ['1-2'], next_cursor: null },
    ] as const;
    const asked: string[] = [];
    const whole = await withAllPages(pages[0], async (cursor) => {
      asked.push(cursor);
      return cursor === 'x' ? pages[1] : pages[2];
    });
    expect(whole).toEqual({ chip_id: 'a', qubits: [1, 2, 3], couplings: ['0-1', '1-2'], next_cursor: null });
    expect(asked).toEqual(['x', 'y']);
  });
});

describe('completion', () => {
  const completed = (line: string): string[] => {
    const words = ['fiducial', ...line.split(' ')];
    const script = `${completionScript('bash')}\nCOMP_WORDS=(${words.map((word) => `"${word}"`).join(' ')}); COMP_CWORD=${words.length - 1}\n_fiducial; printf '%s\\n' "\${COMPREPLY[@]}"`;
    return execFileSync('bash', ['-c', script], { encoding: 'utf8' }).trim().split('\n');
  };

  test.each([
    ['ru', ['runs']],
    ['runs st', ['start']],
    ['runs start check --par', ['--parameters']],
    ['export pro', ['project']],
    ['export project x --t', ['--to']],
    ['api getChipQ', ['getChipQubit']],
    ['api getChip --as', ['--as-of']],
    ['completion f', ['fish']],
  ])('bash completes %j to %j', (line, words) => {
    expect(completed(line)).toEqual(words);
  });

  it('the scripts of zsh and fish have every command, and another shell is refused', () => {
    expect(completionScript('zsh')).toContain('bashcompinit');
    for (const { words } of namedOperations) expect(completionScript('fish')).toContain(words);
    expect(() => completionScript('tcsh')).toThrow("'completion' takes bash, zsh, fish, not 'tcsh'");
  });
});
