import { afterAll, describe, expect, it, vi } from 'vitest';

/** A tab: the modules of a document of its own, over the storage of one browser. */
async function openTab(projectId: string) {
  vi.resetModules();
  const { enterProject } = await import('../../../web/ui/lib/api/session.ts');
  const { lastChip } = await import('../../../web/statistics/lib/overview/last-chip.ts');
  const { recentCommands, rememberCommand } = await import('../../../web/ui/lib/palette/recent.ts');
  enterProject(projectId);
  return { lastChip, recentCommands, rememberCommand };
}

describe('what a browser keeps of a project', () => {
  afterAll(() => vi.unstubAllGlobals());

  it('the last chip and the last commands of a project are neither shown nor lost in a tab of another one', async () => {
    const kept = new Map<string, string>();
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => kept.set(key, value),
      removeItem: (key: string) => kept.delete(key),
    });
    const command = { key: 'k', group: 'Pages', label: 'Runs', action: { go: { to: '/execution' } } } as const;
    const first = await openTab('a');
    first.lastChip.set('torino');
    first.rememberCommand(command);
    const second = await openTab('b');
    expect([second.lastChip.get(), second.recentCommands()]).toEqual([undefined, []]);
    second.lastChip.set('osaka');
    second.rememberCommand({ ...command, key: 'other' });
    const later = await openTab('a');
    expect([later.lastChip.get(), later.recentCommands()]).toEqual(['torino', [command]]);
  });
});
