import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { json, none, sources } from '../architecture/sources.ts'

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes
type Manifest = any

const files = sources('deploy/kubernetes/*.yaml')
const kustomization = parse(
  files.find(({ path }) => path.endsWith('/kustomization.yaml'))?.text ?? '',
)
const manifests: Manifest[] = files
  .filter(({ path }) => !path.endsWith('/kustomization.yaml'))
  .flatMap(({ text }) => parseAllDocuments(text).map((document) => document.toJS()))
const ofKind = (kind: string): Manifest[] => manifests.filter((manifest) => manifest.kind === kind)
const pods = manifests.flatMap((manifest) => {
  const template = (manifest.spec?.jobTemplate?.spec ?? manifest.spec)?.template
  return template === undefined ? [] : [{ name: manifest.metadata.name, ...template }]
})

test('the kustomization has every manifest, with the version of this repository', () => {
  assert.deepEqual(
    [...kustomization.resources, 'kustomization.yaml'].sort(),
    files.map(({ path }) => path.replace('deploy/kubernetes/', '')).sort(),
  )
  for (const { name, newTag } of kustomization.images)
    assert.equal(newTag, json('package.json').version, `the tag of ${name}`)
})

test('a pod runs as an ordinary user who can write nothing and call no API of the cluster', () => {
  assert.equal(pods.length, 5)
  for (const { name, spec } of pods) {
    assert.equal(spec.securityContext.runAsNonRoot, true, name)
    assert.ok(spec.securityContext.runAsUser > 0, name)
    assert.equal(spec.securityContext.seccompProfile.type, 'RuntimeDefault', name)
    assert.equal(spec.automountServiceAccountToken, false, name)
    for (const { securityContext, resources } of spec.containers) {
      assert.deepEqual(
        securityContext,
        {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
        },
        name,
      )
      assert.ok(resources.requests.cpu && resources.requests.memory && resources.limits.memory)
    }
  }
})

test('what runs for long has probes, on a port that it has', () => {
  for (const deployment of ofKind('Deployment'))
    for (const container of deployment.spec.template.spec.containers)
      for (const name of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
        const { httpGet, tcpSocket } = container[name] ?? {}
        const ports = container.ports.map(({ name }: { name: string }) => name)
        assert.ok(ports.includes((httpGet ?? tcpSocket)?.port), `${container.name}: ${name}`)
      }
  const [api] = ofKind('Deployment')
    .filter(({ metadata }) => metadata.name === 'silla-api')
    .map(({ spec }) => spec.template.spec.containers[0])
  assert.equal(api.readinessProbe.httpGet.path, '/readyz')
  assert.equal(api.livenessProbe.httpGet.path, '/healthz', 'an outage is no reason to restart')
})

test('what selects pods finds them, and their ports', () => {
  const selecting = ['Service', 'PodDisruptionBudget', 'NetworkPolicy'].flatMap(ofKind)
  const unmatched = selecting.flatMap((manifest) => {
    const { selector, podSelector = selector, ports = [], ingress = [] } = manifest.spec
    const found = pods.filter(({ metadata }) => matches(podSelector, metadata.labels))
    const named = [
      ...ports.map(({ targetPort }: Manifest) => targetPort),
      ...ingress.flatMap((rule: Manifest) => rule.ports.map(({ port }: Manifest) => port)),
    ]
    const known = found.flatMap(({ spec }) =>
      spec.containers.flatMap((container: Manifest) =>
        (container.ports ?? []).map(({ name }: Manifest) => name),
      ),
    )
    const name = `${manifest.kind} ${manifest.metadata.name}`
    return [
      ...(found.length === 0 ? [`${name} selects no pod`] : []),
      ...named.filter((port) => !known.includes(port)).map((port) => `${name}: port ${port}`),
    ]
  })
  none(unmatched, 'Correct the selector or the port:')
  assert.deepEqual(
    ofKind('PodDisruptionBudget').map(({ metadata }) => metadata.name),
    ['silla-api', 'silla-worker'],
  )
})

test('each program gets its own secrets only', () => {
  const secrets = pods.map(({ name, spec }) => [
    name,
    spec.containers.flatMap(({ envFrom = [] }: Manifest) =>
      envFrom.flatMap(({ secretRef }: Manifest) => (secretRef ? [secretRef.name] : [])),
    ),
  ])
  assert.deepEqual(Object.fromEntries(secrets), {
    'silla-api': ['silla-api', 'silla-shared'],
    'silla-backup': ['silla-backup'],
    'silla-migrate': ['silla-migrate'],
    'silla-worker': ['silla-worker', 'silla-shared'],
    redis: [],
  })
  assert.deepEqual(ofKind('Secret'), [], 'no secret is in the repository')
})

function matches(selector: Manifest, labels: Record<string, string>): boolean {
  const { matchExpressions = [], matchLabels = selector.matchExpressions ? {} : selector } =
    selector
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(({ key, values }: Manifest) => values.includes(labels[key]))
  )
}
