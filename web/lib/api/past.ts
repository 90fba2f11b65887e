import { createContext } from 'react';

/** Why nothing is written from a page that shows how it was, in words; undefined where it shows how it is. */
export const PastReason = createContext<string | undefined>(undefined);
