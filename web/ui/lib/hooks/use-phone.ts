import { useMedia } from './use-media.ts';

/** Whether the window is as narrow as a phone's, where choices and details come in sheets from below. */
export const usePhone = (): boolean => useMedia('(max-width: 640px)');
