import { useSyncExternalStore } from 'react';
import { projectValue } from '../../../ui/lib/api/session.ts';

/** The chip of the current project that was looked at last: its page is the project's home. */
export const lastChip = projectValue('fiducial.chip');

/** The chip that was looked at last, re-rendering when it changes. */
export const useLastChip = (): string | undefined => useSyncExternalStore(lastChip.subscribe, lastChip.get);
