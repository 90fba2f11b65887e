import { taskKeys } from '#shared/kernel/store/keys.ts';
import { busyChipCases } from './busy-chip.ts';
import { chipCases } from './cases/chips.ts';
import { projectCases } from './cases/projects.ts';
import { serviceCases } from './cases/service.ts';
import { discussionCases } from './discussions.ts';
import { noteCases } from './notes.ts';
import { provenanceCases } from './provenance.ts';
import type { ReadCase } from './read-case.ts';
import { notedTaskId, type Seeded } from './seed.ts';
import { taskResultCases } from './task-results.ts';

/** All reads: every GET of the registry, those of a chip on every chip. */
export function readCases(seeded: Seeded): ReadCase[] {
  return [
    ...serviceCases(seeded),
    ...projectCases(seeded),
    ...seeded.chips.flatMap((chip) => chipCases(seeded, chip)),
    ...notesOf(seeded),
    ...imageCases(seeded),
    ...discussionCases(seeded.projectId, seeded.threads),
    ...busyChipCases(seeded.projectId),
    ...taskResultCases(seeded.results, seeded.archiveId, seeded.exportId),
    ...provenanceCases(seeded.provenance),
  ];
}

/** Of the table they read who calls, and of the bucket one object. */
const imageCases = ({ projectId, imageName }: Seeded): ReadCase[] =>
  (['getImage', 'getForumImage', 'getIssueImage'] as const).map((operationId) => ({
    ...{ name: operationId, operationId, projectId, contributes: [] },
    params: { filename: imageName },
  }));

const notesOf = ({ projectId }: Seeded): ReadCase[] =>
  noteCases(projectId, notedTaskId, { get: [taskKeys.result(projectId, notedTaskId)] });
