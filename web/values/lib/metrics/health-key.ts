/** The choice of a map that combines several metrics; a metric of that name takes precedence over it. */
export const HEALTH = 'health';
