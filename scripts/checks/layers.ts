/** `npm run layers`: writes the rules of the layers for Biome, `biome.layers.json`, from their list in `lib/layers.ts`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../tools/project-root.ts';
import { layerRules } from './lib/layers.ts';

writeFileSync(join(projectRoot, 'biome.layers.json'), `${JSON.stringify(layerRules(), null, 2)}\n`);
