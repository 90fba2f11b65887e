import { describe, expect, it } from 'vitest';
import { phraseProblems, wordingProblems } from '#scripts/checks/lib/wording.ts';

const messagesOf = (path: string, ...lines: string[]): string[] =>
  phraseProblems({ path, text: lines.join('\n') }).map(({ line, message }) => `${line}: ${message.split(';')[0]}`);

describe('banned phrases', () => {
  it.each([
    ['The rule stands in a table.', 'stands'],
    ['A process stood still.', 'stood'],
    ['A run beside another.', 'beside'],
    ['Whoever reads it is told.', 'Whoever'],
    ['It is no project.', 'is no'],
    ['They are told what became of it.', 'what became of'],
    ['What has become of it is shown.', 'What has become of'],
    ['The parameters of then are used.', 'of then'],
    ['The values of now are shown.', 'of now'],
    ['Nobody waits.', 'Nobody'],
    ['Somebody else waits.', 'Somebody'],
    ['The clock is handed in.', 'handed in'],
    ['A run comes to be.', 'comes to be'],
    ['A file of whatever size.', 'of whatever'],
    ['The fault that befalls a call.', 'befalls'],
    ['The index is mended.', 'mended'],
  ])('a banned phrase is found in: %s', (sentence, phrase) => {
    const message = `1: '${phrase}' is hard to read`;
    expect(messagesOf('page.md', sentence)).toEqual([message]);
    expect(messagesOf('a.ts', `// ${sentence}`)).toEqual([message]);
    expect(messagesOf('a.ts', `it('${sentence}', () => {});`)).toEqual([message]);
    expect(messagesOf('a.mjs', `fail(\`${sentence} \${name}\`);`)).toEqual([message]);
    expect(messagesOf('a.tsx', `const a = <p>${sentence}</p>;`)).toEqual([message]);
    expect(messagesOf('run.yml', `# ${sentence}`)).toEqual([message]);
  });

  it.each([
    'SDK stands for software development kit; a stand-in is used.',
    'There is no project, as of now, and there are no more runs: it is no longer kept.',
    'Besides, an outstanding amendment is recommended.',
  ])('the sentence passes: %s', (sentence) => {
    expect(messagesOf('page.md', sentence)).toEqual([]);
    expect(messagesOf('a.ts', `// ${sentence}`)).toEqual([]);
  });

  it('a phrase is found across the end of a line, and named by its first line', () => {
    expect(messagesOf('a.ts', '', '/**', ' * It is', ' * no project.', ' */')).toEqual(["3: 'is no' is hard to read"]);
    expect(messagesOf('a.ts', '// It is', '// no project.')).toEqual(["1: 'is no' is hard to read"]);
    expect(messagesOf('page.md', '', 'It is', 'no project.')).toEqual(["2: 'is no' is hard to read"]);
  });

  it('code, values without a space, and targets of links are not read', () => {
    expect(messagesOf('a.ts', '// `nobody`', "const standing = 'nobody';", 'type A = { beside: string };')).toEqual([]);
    const page = ['`nobody`, [a page](beside/nobody.md)', '```', 'nobody', '```', 'Nobody.'];
    expect(messagesOf('page.md', ...page)).toEqual(["5: 'Nobody' is hard to read"]);
  });
});

describe('which files are read', () => {
  const found = (path: string): string[] => wordingProblems([{ path, text: 'Nobody.' }]).map(({ message }) => message);

  it('a phrase is refused in every file with prose, whatever its folder', () => {
    expect(found('guide/a.md')).toEqual([expect.stringContaining("'Nobody' is hard to read")]);
    expect(found('guide/data.json')).toEqual([]);
  });

  it('texts of others are exempt, and no file whose name only begins like theirs', () => {
    const exempt = 'scripts/checks/lib/wording.ts';
    expect(found(exempt)).toEqual([]);
    expect(found(`${exempt}.md`)).toHaveLength(1);
    expect(found('CHANGELOG.md')).toHaveLength(1);
  });
});
