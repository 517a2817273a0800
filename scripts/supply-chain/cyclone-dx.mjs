import { Buffer } from 'node:buffer';
import { licenceOf } from './licences.mjs';
import { resolver } from './locked-packages.mjs';

const purlOf = ({ name, version }) => `pkg:npm/${name.replace('@', '%40')}@${version}`;

/** The packages in production of a project as a CycloneDX document: versions, licences, checksums, who needs whom. */
export function cycloneDx(project, packages, accepted, { serialNumber, timestamp }) {
  const production = packages.filter(({ inProduction }) => inProduction);
  const find = resolver(production);
  const component = { type: 'application', 'bom-ref': purlOf(project), purl: purlOf(project) };
  return {
    $schema: 'http://cyclonedx.org/schema/bom-1.6.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber,
    version: 1,
    metadata: {
      timestamp,
      lifecycles: [{ phase: 'pre-build' }],
      component: {
        ...component,
        name: project.name,
        version: project.version,
        licenses: inSpdx(project.license),
      },
    },
    components: [...oncePerVersion(production, (locked) => componentOf(locked, accepted)).values()],
    dependencies: [
      { ref: purlOf(project), dependsOn: purlsOf(Object.keys(project.dependencies), '', find) },
      ...edgesOf(production, find),
    ],
  };
}

const oncePerVersion = (packages, make) => new Map(packages.map((locked) => [purlOf(locked), make(locked)]));

function componentOf(locked, accepted) {
  const concluded = locked.licence === undefined ? { acknowledgement: 'concluded' } : {};
  return {
    type: 'library',
    'bom-ref': purlOf(locked),
    name: locked.name,
    version: locked.version,
    purl: purlOf(locked),
    ...(!locked.isOurs && { hashes: [hashOf(locked)] }),
    licenses: inSpdx(licenceOf(locked, accepted), concluded),
  };
}

const hashOf = ({ integrity }) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
});

const inSpdx = (licence, more = {}) =>
  / (AND|OR|WITH) /.test(licence)
    ? [{ expression: licence, ...more }]
    : [{ license: { id: licence, ...more } }];

/** One version may be installed in several places, where Node finds different packages for it. */
function edgesOf(packages, find) {
  const edges = oncePerVersion(packages, () => new Set());
  for (const locked of packages)
    for (const purl of purlsOf(locked.needs, locked.place, find)) edges.get(purlOf(locked)).add(purl);
  return [...edges].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }));
}

const purlsOf = (names, from, find) =>
  [
    ...new Set(
      names
        .map((name) => find(name, from))
        .filter((found) => found !== undefined)
        .map(purlOf),
    ),
  ].sort();
