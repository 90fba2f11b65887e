import { createChip } from '#shared/chips/verbs/change/create-chip.ts';
import { deleteChip } from '#shared/chips/verbs/change/delete-chip.ts';
import { updateChip } from '#shared/chips/verbs/change/update-chip.ts';
import { assignChip, deleteCooldown, unassignChip, updateCooldown } from '#shared/cooldowns/verbs/change-cooldown.ts';
import { createCooldown } from '#shared/cooldowns/verbs/create-cooldown.ts';
import { createCryostat, deleteCryostat, updateCryostat } from '#shared/cooldowns/verbs/cryostats.ts';
import { createComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import { updateParameters } from '#shared/values/verbs/parameters/update-parameters.ts';
import { checkChip } from '#test/support/invariants/chip-contents.ts';
import { checkCooldowns } from '#test/support/invariants/cooldown-invariants.ts';
import { checkNotes } from '#test/support/invariants/note-invariants.ts';
import { checkProjects } from '#test/support/invariants/project-invariants.ts';
import { anHourLater, type HolderCase, type Stage } from './holder-case.ts';

type Owner = Stage['owner'];
type Act = (owner: Owner) => Promise<unknown>;

const chipId = 'chip';
const target = { kind: 'qubit', id: '0' } as const;
const note = { note: { chipId, level: 'target', target }, scope: {} } as const;
const texts = { description: '', wiringInfo: '', wiringBlocks: '[]' };
const unnamed = { name: '', manufacturer: '', model: '', location: '', status: 'active' as const };
const startedAt = '2025-01-01T00:00:00.000Z';

const begin = (owner: Owner, cooldownId: string, cryoId: string, chipIds: string[]) =>
  createCooldown(owner, { cooldownId, cryoId, chipIds, startedAt, endedAt: undefined, ...texts });

const acts: Record<string, Act> = {
  'edits a note': (owner) => upsertNote(owner, note, 'slow'),
  'deletes a note': (owner) => deleteNote(owner, note),
  'adds a comment': (owner) => createComment(owner, { chipId, target, scope: {} }, 'slow'),
  'edits a chip': (owner) => updateChip(owner, chipId, { note: 'slow' }),
  'sets a value by hand': (owner) => updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 3 } } }),
  'puts a chip into a cool-down': (owner) => assignChip(owner, 'two', chipId),
  'takes a chip out of a cool-down': (owner) => unassignChip(owner, 'one', chipId),
  'ends a cool-down': (owner) => updateCooldown(owner, 'one', { endedAt: '2025-03-01T12:00:00.000Z' }),
  'deletes a cool-down': (owner) => deleteCooldown(owner, 'one', true),
  'changes a cryostat': (owner) => updateCryostat(owner, 'A', { name: 'slow' }),
  'deletes a cryostat': (owner) => deleteCryostat(owner, 'C'),
};

const others: Record<string, (owner: Owner, act: Act) => Promise<unknown>> = {
  'another does the same': (owner, act) => act(owner).catch(() => undefined),
  'the chip is deleted and made again': async (owner) => {
    await deleteChip(owner, chipId, { force: true, permanent: true });
    await createChip(owner, { chipId, topologyId: 'linear-3' });
    await upsertNote(owner, note, 'of the next chip');
    await updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 9 } } });
  },
  'the cool-down is deleted and made again': async (owner) => {
    // The paused holder may have deleted it.
    await deleteCooldown(owner, 'one', true).catch(() => undefined);
    await createChip(owner, { chipId: 'other', topologyId: 'linear-2' });
    await begin(owner, 'one', 'B', ['other']);
    await deleteCryostat(owner, 'C').catch(() => undefined);
    await createCryostat(owner, 'C', { ...unnamed, name: 'the next' });
    await begin(owner, 'three', 'C', [chipId]);
  },
};

/**
 * Edits by users. With any concurrent action, each edit of a note has its one event, copies equal the notes, chips and
 * cool-downs refer to each other, and a chip has what it counts.
 */
export function editCases({ verbs, pauses }: Stage): HolderCase[] {
  const prepare = async (): Promise<Owner> => {
    await verbs.empty();
    const owner = await verbs.member('alice');
    for (const cryoId of ['A', 'B', 'C']) await createCryostat(owner, cryoId, unnamed);
    await createChip(owner, { chipId, topologyId: 'linear-2' });
    await begin(owner, 'one', 'A', [chipId]);
    const ended = { endedAt: '2024-12-31T00:00:00.000Z', startedAt: '2024-12-01T00:00:00.000Z' };
    await createCooldown(owner, { cooldownId: 'two', cryoId: 'A', chipIds: [], ...ended, ...texts });
    await upsertNote(owner, note, 'first');
    await updateParameters(owner, { chipId, qid: '0', parameters: { t1: { value: 7 } } });
    return owner;
  };
  return Object.entries(acts).map(([name, act]) => ({
    name,
    others: Object.keys(others),
    visit: async (at, other) => {
      const owner = await prepare();
      const paused = await pauses.run(
        at,
        () => act(owner),
        async () => {
          anHourLater({ verbs });
          await others[other]?.(owner, act);
        },
      );
      const table = await verbs.table();
      checkNotes(table, owner.projectId);
      checkCooldowns(table, owner.projectId);
      checkProjects(table);
      await checkChip(verbs, owner, chipId);
      return paused;
    },
  }));
}
