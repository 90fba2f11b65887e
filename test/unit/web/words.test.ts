import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseSync } from 'vite';
import { describe, expect, it } from 'vitest';

const root = resolve(import.meta.dirname, '../../..');

/** Words that people do not read: `execution` is the API's name for a run, the others once stood for plainer ones. */
const refused = /execution|heard of|\bput in\b/i;

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

/**
 * The texts of a source that can be read on a page: the text between tags, and every string that contains a space or
 * begins with a capital. Names of fields, addresses, keys and modules have neither.
 */
function textsOf(source: string): string[] {
  const texts: string[] = [];
  const add = (text: unknown) => {
    if (typeof text === 'string' && /^\s*\p{Lu}[\p{Ll} ]|\S\s+\S/u.test(text)) texts.push(text);
  };
  const walk = (value: unknown): void => {
    if (Array.isArray(value)) value.forEach(walk);
    if (!isNode(value)) return;
    if (value.type === 'ImportDeclaration' || value.type.startsWith('TS')) return;
    if (value.type === 'JSXText') texts.push(String(value.value));
    if (value.type === 'Literal') add(value.value);
    if (value.type === 'TemplateLiteral')
      // An inserted value counts as a word.
      add((value.quasis as { value: { cooked: string } }[]).map(({ value: { cooked } }) => cooked).join('…'));
    for (const [key, child] of Object.entries(value)) if (key !== 'quasis') walk(child);
  };
  walk(parseSync('page.tsx', source).program);
  return texts;
}

describe('the words of the pages', () => {
  it('no page says execution for a run, nor any of the words that were given up', () => {
    const files = globSync('web/**/*.{ts,tsx}', { cwd: root });
    expect(files.length).toBeGreaterThan(200);
    const found = files.flatMap((file) =>
      textsOf(readFileSync(join(root, file), 'utf8'))
        .filter((text) => refused.test(text))
        .map((text) => `${file}: ${text.trim()}`),
    );
    expect(found).toEqual([]);
  });

  it('texts are found wherever a page can have them, and names of the API are none', () => {
    const source = `
      import x from './executions heard of.ts';
      const path = '/execution/$executionId';
      const status: 'execution' = 'execution';
      export const Page = () => (
        <Card title="Executions" note={\`\${count} executions\`} to="/execution">
          No executions yet
          {ok ? 'The execution ended' : field.execution_id}
        </Card>
      );`;
    expect(
      textsOf(source)
        .filter((text) => refused.test(text))
        .map((text) => text.trim()),
    ).toEqual(['Executions', '… executions', 'No executions yet', 'The execution ended']);
  });
});
