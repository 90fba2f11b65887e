/** How much a search may still do, in comparisons and not in seconds, so that every machine finds the same. */
export interface Budget {
  /** Takes steps off, and says whether any are left. */
  spend: (steps: number) => boolean;
  isSpent: () => boolean;
}

export function createBudget(mostSteps: number): Budget {
  let left = mostSteps;
  const isSpent = () => left <= 0;
  return {
    spend: (steps) => {
      left -= steps;
      return !isSpent();
    },
    isSpent,
  };
}
