import { describe, expect, it } from 'vitest';
import { linkPreview } from '#shared/kernel/link-preview.ts';
import { pages } from '../../../web/pages.ts';

const slack = 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)';
const titleOf = (path: string, query = '') =>
  /<meta property="og:title" content="([^"]*)">/.exec(linkPreview(slack, path, query) ?? '')?.[1];

describe('what a pasted link shows', () => {
  it.each([
    ['/chips/DEMO64', '', 'DEMO64'],
    ['/chips/DEMO64/qubits/5', 'metric=t1', 'Qubit Q5 of DEMO64'],
    ['/chips/DEMO64/couplings/4-5', '', 'Coupling 4-5 of DEMO64'],
    ['/chips/DEMO64/differences', 'before=at', 'What changed on DEMO64'],
    ['/dashboard', 'chip=lab.7&as_of=2026-11-14', 'Dashboard of lab.7, as of 2026-11-14'],
    ['/execution/20261126-001', '', 'Run 20261126-001'],
    ['/tasks/f585af1c-3517-5d40-b348-16c144eb50fe', '', 'Task result'],
    ['/flows/nightly_t1', '', 'Flow nightly_t1'],
    ['/', '', 'Calibration of quantum chips'],
    ['/p/c1d2/chips/DEMO64/qubits/5', 'metric=t1', 'Qubit Q5 of DEMO64'],
    ['/p/c1d2/dashboard', 'chip=lab.7', 'Dashboard of lab.7'],
    ['/p/lab-2/execution/20261126-001', '', 'Run 20261126-001'],
    ['/p/c1d2', '', 'Calibration of quantum chips'],
  ])('a pasted link to %s says what it leads to in words', (path, query, title) => {
    expect(titleOf(path, query)).toBe(title);
  });

  it('every page of the application has a preview, but that of a webhook, which no one passes on', () => {
    const paths = ['/', '/login', ...Object.keys(pages)].map((path) => path.replace(/\$\w+/g, 'x'));
    expect(paths.length).toBeGreaterThan(30);
    for (const project of ['', '/p/c1d2'])
      expect(paths.filter((path) => titleOf(project + path) === undefined)).toEqual(['/projects/x/webhooks/x']);
  });

  it('a browser gets the application, and a file is not a page', () => {
    expect(linkPreview('Mozilla/5.0 (X11; Linux x86_64) Chrome/150.0', '/chips/DEMO64', '')).toBeUndefined();
    expect(linkPreview('', '/chips/DEMO64', '')).toBeUndefined();
    for (const path of [
      '/assets/index-abc.js',
      '/favicon.svg',
      '/docs/index.html',
      '/api/health',
      '/chips/a/b/c/d',
      '/p/c1d2/chips/a/b/c/d',
      '/constructor',
      '/constructor/x',
    ])
      expect(linkPreview(slack, path, '')).toBeUndefined();
  });

  it('no address writes HTML into its preview, however it is escaped', () => {
    const page = linkPreview(slack, '/chips/%3Cscript%3Ealert(1)%3C%2Fscript%3E%22%3E', 'as_of="><b>&as_of=%') ?? '';
    expect(page).not.toMatch(/<script|<b>|"><b/);
    expect(page).toContain('&lt;script&gt;');
    expect(titleOf('/chips/%E0%A4%A', '')).toBe('%E0%A4%A');
  });
});
