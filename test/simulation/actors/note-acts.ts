import { createComment } from '#shared/notes/verbs/comments.ts';
import { deleteNote, upsertNote } from '#shared/notes/verbs/edit-note.ts';
import type { NoteOf } from '#shared/notes/verbs/subjects.ts';
import { type Act, chipIds, type Scene } from './acts.ts';
import { type Caller, request, type User } from './user.ts';

const forgetAfterSeconds = 86_400;
/** For how long a request under a key keeps its repeat away (docs/design/write-protocols.md#idempotency-keys). */
const underWaySeconds = 61;

const subjects = (chipId: string): readonly NoteOf[] => [
  { chipId, level: 'chip' },
  { chipId, level: 'target', target: { kind: 'qubit', id: '0' } },
  { chipId, level: 'metric', target: { kind: 'qubit', id: '0' }, metric: 't1' },
];

/** Edits under a key, and sends it again where nothing was heard: it is one edit, and has one event. */
async function editOnce(user: User, scene: Scene, what: string, edit: (ctx: Caller) => Promise<unknown>) {
  const { random, service, notes } = scene;
  const { world } = service;
  // No two edits write the same, so that each is known by its event.
  const digest = random.uuid();
  const send = (repeated: boolean) =>
    request(user, what, (ctx) => {
      const forgetAt = Math.floor(world.now / 1000) + forgetAfterSeconds;
      return edit({ ...ctx, idempotency: { userId: ctx.actor.user.userId, digest, forgetAt, repeated } });
    });
  let heard = await send(false);
  let sent = 1;
  for (; heard.kind === 'unknown' && sent < 3; sent += 1) {
    await world.sleep(underWaySeconds * 1000);
    heard = await send(true);
  }
  // A refusal speaks of its own request: one before it, of which nothing was heard, may still be carried out.
  const isRefused = heard.kind === 'refused' && sent === 1;
  notes.set(what, heard.kind === 'done' || isRefused ? heard.kind : 'unknown');
  return heard;
}

/** Notes are written and deleted, in any scope the chip is. */
export const noteActs: readonly Act[] = [
  {
    name: 'write a note',
    do: (user, scene) => {
      const note = scene.random.pick(subjects(scene.random.pick(chipIds)));
      const content = `note ${scene.random.uuid()}`;
      return editOnce(user, scene, content, (ctx) => upsertNote(ctx, { note, scope: {} }, content));
    },
  },
  {
    name: 'write a comment',
    do: (user, scene) => {
      const chipId = scene.random.pick(chipIds);
      const content = `comment ${scene.random.uuid()}`;
      const target = { kind: 'qubit', id: '0' } as const;
      return editOnce(user, scene, content, (ctx) => createComment(ctx, { chipId, target, scope: {} }, content));
    },
  },
  {
    name: 'delete a note',
    do: (user, { random }) => {
      const note = random.pick(subjects(random.pick(chipIds)));
      return request(user, 'delete a note', (ctx) => deleteNote(ctx, { note, scope: {} }));
    },
  },
];
