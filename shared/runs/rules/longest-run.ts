/** After this long a run is ended whatever it does; longer than all its waits together. */
export const longestRunSeconds = 14 * 24 * 3600;
