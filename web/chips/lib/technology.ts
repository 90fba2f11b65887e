import { TECHNOLOGIES, type Technology } from '#shared/values/rules/technology.ts';

const titles: Record<Technology, string> = {
  transmon: 'Transmons',
  fluxonium: 'Fluxonia',
  spin: 'Spins',
  ion: 'Trapped ions',
  neutral_atom: 'Neutral atoms',
  photonic: 'Photons',
  other: 'Other',
};

/** The technologies of a chip as the options of a choice. */
export const technologyOptions: readonly [Technology, string][] = TECHNOLOGIES.map((one) => [one, titles[one]]);
