/**
 * The artifacts of an OpenSearch with English analysis: a distribution with only its transport, and additional modules.
 */

/** The version that Amazon's service offers; see `infra/constructs/search-domain.ts`. */
export const version = '2.19.6';

/** SHA-256 of the distribution. */
export const zipSha256 = '71d6d8b1c637f3faecda0752b184b1cc526fc6eaad59ec1408c6327bb00b9293';

/** A module: a folder with its jars and a descriptor. */
interface Module {
  name: string;
  classname: string;
  /** `group:artifact:version`. */
  jars: readonly string[];
  extended?: string;
  /** Permissions of its code, in Java's syntax. */
  policy?: string;
}

/** Analysis, and the scripting module that it is built on. */
export const modules: readonly Module[] = [
  {
    name: 'lang-painless',
    policy:
      'grant { permission java.lang.RuntimePermission "createClassLoader"; ' +
      'permission java.lang.RuntimePermission "getClassLoader"; };',
    classname: 'org.opensearch.painless.PainlessPlugin',
    jars: [
      `org.opensearch.plugin:lang-painless:${version}`,
      `org.opensearch.plugin:opensearch-scripting-painless-spi:${version}`,
      'org.antlr:antlr4-runtime:4.13.1',
      ...['asm', 'asm-util', 'asm-tree', 'asm-commons', 'asm-analysis'].map((name) => `org.ow2.asm:${name}:9.7`),
    ],
  },
  {
    name: 'analysis-common',
    classname: 'org.opensearch.analysis.common.CommonAnalysisPlugin',
    jars: [`org.opensearch.plugin:analysis-common:${version}`],
    extended: 'lang-painless',
  },
];

/** The descriptor with which OpenSearch recognizes a module. */
export const pluginDescriptor = ({ name, classname, extended = '' }: Module): string =>
  Object.entries({
    name,
    description: name,
    version,
    'opensearch.version': version,
    'java.version': '11',
    classname,
    'extended.plugins': extended,
    'custom.foldername': '',
    'has.native.controller': 'false',
  })
    .map(([key, value]) => `${key}=${value}\n`)
    .join('');

/** A Maven project that copies the artifacts to a folder, each module's jars in a subfolder. */
export function pom(folder: string): string {
  const item = (coordinates: string, type: string, target: string) => {
    const [groupId, artifactId, artifactVersion] = coordinates.split(':');
    return (
      `<artifactItem><groupId>${groupId}</groupId><artifactId>${artifactId}</artifactId>` +
      `<version>${artifactVersion}</version><type>${type}</type><outputDirectory>${target}</outputDirectory></artifactItem>`
    );
  };
  const items = [
    item(`org.opensearch.distribution.integ-test-zip:opensearch:${version}`, 'zip', folder),
    ...modules.flatMap(({ name, jars }) => jars.map((jar) => item(jar, 'jar', `${folder}/${name}`))),
  ];
  return (
    '<project xmlns="http://maven.apache.org/POM/4.0.0"><modelVersion>4.0.0</modelVersion>' +
    '<groupId>fiducial</groupId><artifactId>opensearch</artifactId><version>1</version><packaging>pom</packaging>' +
    '<build><plugins><plugin><groupId>org.apache.maven.plugins</groupId><artifactId>maven-dependency-plugin</artifactId>' +
    `<version>3.8.1</version><configuration><artifactItems>${items.join('')}</artifactItems></configuration>` +
    '</plugin></plugins></build></project>'
  );
}
