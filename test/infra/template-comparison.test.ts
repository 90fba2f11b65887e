import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { commentOf, compareTemplates, readProposed } from '#scripts/release/lib/template-comparison.ts';
import { projectRoot } from '#test/support/stack/processes.ts';

const queue = (name: string) => ({ Resources: { Jobs: { Type: 'AWS::SQS::Queue', Properties: { QueueName: name } } } });
const archiveOf = (files: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));

describe('templates of a pull request', () => {
  it('templates are read by the names of the stacks, and everything else in the archive is ignored', () => {
    const archive = archiveOf({
      'data.template.json': JSON.stringify(queue('jobs')),
      '../data.template.json': '{}',
      'manifest.json': '{}',
      'evil.mjs': 'process.exit(1)',
    });
    expect([...readProposed(archive)]).toEqual([['data', queue('jobs')]]);
  });

  it.each([
    ['has no template', { 'evil.mjs': '' }, 'The archive has no template of a stack'],
    ['has a template that is not JSON', { 'web.template.json': 'Resources: {}' }, 'web.template.json is not JSON'],
    ['has a template that is a list', { 'web.template.json': '[]' }, 'web.template.json is not a template'],
    [
      'has a nested stack',
      { 'web.template.json': '{"Resources":{"A":{"Type":"AWS::CloudFormation::Stack"}}}' },
      'web.template.json has a nested stack',
    ],
    [
      'has a template above the limit of CloudFormation, however well it is compressed',
      { 'data.template.json': `{"Description":"${'x'.repeat(1_000_000)}"}` },
      'data.template.json has more than 1000000 bytes',
    ],
  ])('an archive that %s is refused by name', (_, files, message) => {
    expect(() => readProposed(archiveOf(files as unknown as Record<string, string>))).toThrow(message);
  });

  it('an archive of more than 2 MB is refused before it is unpacked', () => {
    expect(() => readProposed(new Uint8Array(2_000_001))).toThrow('The archive has more than 2000000 bytes');
  });

  it('the comparison says what is added, replaced and new, and which stack is gone', () => {
    const text = compareTemplates(
      new Map([
        ['data', queue('jobs')],
        ['search', queue('old')],
      ]),
      new Map([
        ['data', queue('tasks')],
        ['web', queue('pages')],
      ]),
    );
    expect(text).toMatch(/Stack data\n[\s\S]*\[~\] AWS::SQS::Queue Jobs replace[\s\S]*\[-\] jobs[\s\S]*\[\+\] tasks/);
    expect(text).toContain('Stack search\nThe stack is deployed, and is no longer part of the app');
    expect(text).toMatch(/Stack web is not deployed yet\n[\s\S]*\[\+\] AWS::SQS::Queue Jobs/);
  });

  it('a comparison of several megabytes is complete', () => {
    const [before, after] = ['a', 'b'].map((letter) => queue(`${letter.repeat(900_000)}-jobs`));
    const text = compareTemplates(new Map([['data', before as object]]), new Map([['data', after as object]]));
    expect(text.length).toBeGreaterThan(1_500_000);
  });

  it('templates that are the same have no differences', () => {
    const same = new Map([['data', queue('jobs')]]);
    expect(compareTemplates(same, same)).toContain('There were no differences');
  });
});

describe('the comment on a pull request', () => {
  const commit = 'a'.repeat(40);

  it.each(['~~~~~\n# out', '```\n@everyone', '~'.repeat(300), '    ~~~~~~~~~~'])(
    'the text of the comment cannot end its fence: %j',
    (text) => {
      const lines = commentOf(commit, text).split('\n');
      const fence = lines[2]?.replace(/diff$/, '') ?? '';
      expect(fence).toMatch(/^~{3,}$/);
      expect(lines.filter((line) => line.trim().startsWith(fence))).toEqual([`${fence}diff`, fence]);
    },
  );

  it('the comment shows characters that hide or turn text by their numbers', () => {
    expect(commentOf(commit, 'a\u202eb\u001b[31m\r')).toContain('a\\u{202e}b\\u{1b}[31m\\u{d}');
  });

  it('a comment stays below the limit of GitHub, and says how much is left out', () => {
    const comment = commentOf(commit, 'x'.repeat(70_000));
    expect(comment.length).toBeLessThan(65_536);
    expect(comment).toContain('10000 more characters are left out.');
  });
});

it('the command writes the comment from an archive and a folder of deployed templates', () => {
  const place = mkdtempSync(join(tmpdir(), 'fiducial-compare-'));
  try {
    const [archive, deployed, comment] = ['templates.zip', 'deployed', 'comment.md'].map((name) => join(place, name));
    mkdirSync(deployed ?? '');
    writeFileSync(join(deployed ?? '', 'data.json'), JSON.stringify(queue('jobs')));
    writeFileSync(archive ?? '', archiveOf({ 'data.template.json': JSON.stringify(queue('tasks')) }));
    const run = (commit: string) =>
      spawnSync(
        process.execPath,
        ['scripts/release/compare-templates.ts', archive ?? '', deployed ?? '', commit, comment ?? ''],
        { cwd: projectRoot, encoding: 'utf8' },
      );
    expect(run('main; rm -rf /').stderr).toContain('is not the id of a commit');
    expect(run('b'.repeat(40))).toMatchObject({ status: 0, stdout: '' });
    expect(readFileSync(comment ?? '', 'utf8')).toMatch(
      /^What the templates of `b{40}` change in `prod`:\n\n~~~diff\n/,
    );
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
});
