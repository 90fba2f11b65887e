/*
 * Compares the templates of a pull request with the deployed ones. The pull request's archive is untrusted data: names,
 * sizes and shapes are checked, nothing is executed, and its text stays inside a code fence.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { unzipSync } from 'fflate';
import { stackIds } from '#infra/names.ts';
import { projectRoot } from '#scripts/tools/project-root.ts';

/** Templates as JSON, by stack id. */
export type Templates = ReadonlyMap<string, object>;

/** Size limit of the archive in bytes. All templates have about 700 kB uncompressed. */
export const mostArchiveBytes = 2_000_000;

/** CloudFormation's limit of a template. */
const mostTemplateBytes = 1_000_000;

/** Longer than any comparison of two templates; that with 0.1.0 has 1.7 MB. */
const mostDiffBytes = 100_000_000;

/** GitHub's limit is 65,536 characters; the frame around the text needs some of them. */
const mostCommentCharacters = 60_000;

/**
 * Reads the templates `<stack>.template.json` of an archive. Other entries are ignored, and no path of the archive is
 * used.
 * @throws Error that names what is wrong with the archive or a template.
 */
export function readProposed(archive: Uint8Array): Templates {
  if (archive.length > mostArchiveBytes) throw new Error(`The archive has more than ${mostArchiveBytes} bytes`);
  const ids = new Map(stackIds.map((id) => [`${id}.template.json`, id]));
  const files = unzipSync(archive, {
    filter: ({ name, originalSize }) => {
      if (!ids.has(name)) return false;
      if (originalSize > mostTemplateBytes) throw new Error(`${name} has more than ${mostTemplateBytes} bytes`);
      return true;
    },
  });
  const templates = new Map(
    Object.entries(files).map(([name, bytes]) => [
      ids.get(name) ?? '',
      parseTemplate(name, Buffer.from(bytes).toString()),
    ]),
  );
  if (templates.size === 0) throw new Error('The archive has no template of a stack');
  return templates;
}

/**
 * Parses a template.
 * @throws Error that names a file which is not a template, or has nested stacks, which are not compared.
 */
export function parseTemplate(name: string, text: string): object {
  let parsed: unknown;
  try {
    parsed = JSON.parse(text);
  } catch {
    throw new Error(`${name} is not JSON`);
  }
  if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed))
    throw new Error(`${name} is not a template`);
  const resources: unknown = 'Resources' in parsed ? parsed.Resources : {};
  const types = Object.values(resources ?? {}).map((one: { Type?: unknown } | null) => one?.Type);
  if (types.includes('AWS::CloudFormation::Stack'))
    throw new Error(`${name} has a nested stack, which is not compared`);
  return parsed;
}

/** Runs `cdk diff` for each stack. It receives neither credentials nor the archive, only the parsed templates. */
export function compareTemplates(deployed: Templates, proposed: Templates): string {
  const folder = mkdtempSync(join(tmpdir(), 'fiducial-templates-'));
  try {
    const shown = stackIds.filter((id) => deployed.has(id) || proposed.has(id));
    return shown.map((id) => compareStack(folder, id, deployed.get(id), proposed.get(id))).join('\n');
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function compareStack(folder: string, id: string, before: object | undefined, after: object | undefined): string {
  if (!after)
    return `Stack ${id}\nThe stack is deployed, and is no longer part of the app. A deployment leaves it as it is.\n`;
  const assembly = join(folder, id);
  mkdirSync(assembly);
  const write = (name: string, content: object) => writeFileSync(join(assembly, name), JSON.stringify(content));
  write('after.json', after);
  write('before.json', before ?? {});
  write('manifest.json', {
    version: '36.0.0',
    artifacts: {
      [id]: {
        type: 'aws:cloudformation:stack',
        environment: 'aws://unknown-account/unknown-region',
        properties: { templateFile: 'after.json' },
      },
    },
  });
  const cdk = join(projectRoot, 'node_modules/aws-cdk/bin/cdk');
  const args = [
    'diff',
    '--app',
    assembly,
    '--template',
    join(assembly, 'before.json'),
    '--no-color',
    '--no-notices',
    id,
  ];
  const env = { PATH: process.env.PATH, HOME: folder, CDK_DISABLE_CLI_TELEMETRY: 'true' };
  const { status, stdout, stderr } = spawnSync(process.execPath, [cdk, ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
    maxBuffer: mostDiffBytes,
  });
  const said = `${stdout ?? ''}${stderr ?? ''}`;
  if (status !== 0) throw new Error(`cdk diff of ${id} failed: ${said}`);
  const isNew = before === undefined ? `Stack ${id} is not deployed yet\n` : '';
  return `${isNew}${said.replace(/\s*✨.*\n*/u, '\n')}`;
}

/** A Markdown comment whose content cannot end its fence. Text beyond GitHub's limit is only counted. */
export function commentOf(commit: string, text: string): string {
  // Characters that reorder or hide following text are replaced with their codes.
  const plain = text.replaceAll(/[\p{Cc}\p{Cf}]/gu, (character) =>
    character === '\n' ? character : `\\u{${character.codePointAt(0)?.toString(16)}}`,
  );
  const kept = plain.slice(0, mostCommentCharacters);
  const leftOut = plain.length - kept.length;
  const longest = Math.max(0, ...[...kept.matchAll(/~+/g)].map(([run]) => run.length));
  const fence = '~'.repeat(Math.max(3, longest + 1));
  return [
    `What the templates of \`${commit}\` change in \`prod\`:`,
    '',
    `${fence}diff`,
    kept.trimEnd(),
    fence,
    ...(leftOut > 0 ? ['', `${leftOut} more characters are left out.`] : []),
    '',
  ].join('\n');
}
