/** The choice of a map that is no metric but made of several; a metric of that name gives way to it. */
export const HEALTH = 'health';
