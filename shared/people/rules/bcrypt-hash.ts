/**
 * The cost of a bcrypt hash, as QDash stores passwords; undefined for any other text. The highest is 14: the next one
 * takes four seconds. Such a hash is accepted until its user signs in (rule AUTH-43).
 */
export function bcryptCostOf(text: string): number | undefined {
  const [, cost] = /^\$2[aby]\$(0[4-9]|1[0-4])\$[./A-Za-z0-9]{53}$/.exec(text) ?? [];
  return cost === undefined ? undefined : Number(cost);
}

export const isBcryptHash = (text: string): boolean => bcryptCostOf(text) !== undefined;
