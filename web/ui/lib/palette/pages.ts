import { type Destination, placeGroups } from '../navigation/places.ts';

/** A page, and other words that people look for it by. */
export interface PalettePage extends Destination {
  label: string;
  words?: string | undefined;
}

/** Other words for the places of the navigation, by their names. */
const wordsOfPlaces: Record<string, string> = {
  Overview: 'chip what changed drift failed expired faulty held medians since cool-down details',
  Dashboard: 'map heat map health distribution goal coverage patch best',
  Values: 'table CSV parameters qubits couplings download',
  Figures: 'wall fits plots results',
  Compare: 'what changed differences shifts',
  Runs: 'jobs queue lock history workers backends',
  Flows: 'workflows calibration programs templates editor versions',
  Schedules: 'cron nightly next run skipped',
  Notes: 'comments timeline events search',
  Discussions: 'threads issues questions replies',
  Cryostats: 'cool-downs fridges wiring dilution warm-up',
  Inbox: 'notifications unread mentions mutes',
};

/** Every page that can be named without the thing that it is about. */
export function palettePages(of: {
  chipId: string | undefined;
  projectId: string | undefined;
  isAdmin: boolean;
}): PalettePage[] {
  const { chipId, projectId } = of;
  const params = chipId === undefined ? undefined : { chipId };
  const places = placeGroups(chipId).flatMap((group) => group.places);
  return [
    ...places.map(({ id: _, ...place }) => ({ ...place, words: wordsOfPlaces[place.label] })),
    ...(params === undefined
      ? []
      : [
          { label: `Muxes of ${chipId}`, words: 'readout lines multiplexers', to: '/chips/$chipId/muxes', params },
          {
            label: `Analysis of ${chipId}`,
            words: 'histogram correlation scatter over time',
            to: '/chips/$chipId/analysis',
            params,
          },
          { label: `Days of ${chipId}`, words: 'calendar past history as of', to: '/chips/$chipId/days', params },
        ]),
    { label: 'All chips', words: 'devices import create list', to: '/chips' },
    { label: 'New topology', words: 'lattice shape couplings layout', to: '/topologies/new' },
    { label: 'Compare runs', words: 'differences', to: '/compare' },
    { label: 'Task results', words: 'search messages failures errors', to: '/tasks' },
    { label: 'Archived results', words: 'old months files Parquet bring back', to: '/tasks/archived' },
    { label: 'Reviews', words: 'decisions on results', to: '/reviews' },
    { label: 'Tasks', words: 'documents knowledge experiments', to: '/task-knowledge' },
    { label: 'Cases', words: 'lessons knowledge issues drafts', to: '/cases' },
    { label: 'New discussion', words: 'thread ask question', to: '/discussions/new' },
    { label: 'Projects', words: 'invitations switch create deleted', to: '/projects' },
    ...(projectId === undefined
      ? []
      : [
          {
            label: 'This project',
            words: 'members invite roles webhooks chat Slack usage limits freshness gate audit undo delete',
            to: '/projects/$projectId',
            params: { projectId },
          },
          {
            label: 'Imports of this project',
            words: 'QDash reports remarks',
            to: '/projects/$projectId/imports',
            params: { projectId },
          },
        ]),
    {
      label: 'Settings',
      words: 'profile password sessions API tokens e-mail notifications theme dark light time zone keys account',
      to: '/settings',
    },
    ...(of.isAdmin ? [{ label: 'Admin', words: 'administration people users all projects audit', to: '/admin' }] : []),
  ];
}
