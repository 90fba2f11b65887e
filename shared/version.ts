import packageJson from '../package.json' with { type: 'json' };

/** The release that runs, from package.json. */
export const version: string = packageJson.version;
