/** The files of flows: `flows/<name>/v<version>.yaml`, or `.py` for a flow of a worker (rule FLOW-8). */

/** The folder of all flows. */
export const flowFolder = 'flows';

/** What a version of a flow is called by. */
export interface FileFacts {
  name: string;
  version: number;
  runner: 'managed' | 'worker';
}

export const extensionOf = (runner: FileFacts['runner']): string => (runner === 'managed' ? 'yaml' : 'py');

/** The path of the source of a version. */
export const flowFilePath = ({ name, version, runner }: FileFacts): string =>
  `${flowFolder}/${name}/v${version}.${extensionOf(runner)}`;
