import { createContext, type ReactNode, useContext, useMemo, useState } from 'react';
import type { Difference } from '../../lib/differences/queries.ts';
import { differenceKey } from '../../lib/differences/ticked.ts';
import styles from './differences.module.css';

/** The rows that are ticked, which the table and the plot share. */
interface Ticks {
  has: (key: string) => boolean;
  /** Ticks differences, or takes their ticks away. */
  set: (differences: readonly Difference[], isTicked: boolean) => void;
  clear: () => void;
}

const TicksContext = createContext<Ticks>({ has: () => false, set: () => undefined, clear: () => undefined });

export const useTicks = (): Ticks => useContext(TicksContext);

/** Keeps the ticks of one comparison: those of another are gone. */
export function TicksOf({ comparison, children }: { comparison: string; children: ReactNode }) {
  const [held, setHeld] = useState<{ comparison: string; keys: ReadonlySet<string> }>();
  const keys = held?.comparison === comparison ? held.keys : undefined;
  const ticks = useMemo((): Ticks => {
    const keep = (next: ReadonlySet<string>) => setHeld({ comparison, keys: next });
    return {
      has: (key) => keys?.has(key) === true,
      set: (differences, isTicked) => {
        const next = new Set(keys);
        for (const one of differences) {
          if (isTicked) next.add(differenceKey(one));
          else next.delete(differenceKey(one));
        }
        keep(next);
      },
      clear: () => keep(new Set()),
    };
  }, [comparison, keys]);
  return <TicksContext value={ticks}>{children}</TicksContext>;
}

/** The box of one row; only this box is drawn again when something is ticked. */
export function Tick({ row, name }: { row: Difference; name: string }) {
  const ticks = useTicks();
  const isTicked = ticks.has(differenceKey(row));
  return (
    <input
      type="checkbox"
      className={styles.tick}
      aria-label={`Tick ${name}`}
      checked={isTicked}
      onChange={() => ticks.set([row], !isTicked)}
    />
  );
}
