import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse } from 'yaml'
import { inRepository, none } from '../architecture/sources.ts'

const read = (path: string) => readFileSync(inRepository(path), 'utf8')
const containerfile = read('deploy/Containerfile').replaceAll(/\\\n/g, ' ')
const stages = containerfile.split(/^FROM /m).slice(1)
const finalStages = stages.filter((stage) => !/ AS build\n/.test(stage))

interface Service {
  image: string
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  ports?: string[]
  cpu_shares?: number
  networks?: string[] | Record<string, unknown>
  depends_on?: string[] | Record<string, unknown>
  environment?: Record<string, string>
  env_file?: string | string[]
}
const compose: {
  services: Record<string, Service>
  networks: Record<string, { internal?: boolean; enable_ipv6?: boolean }>
} = parse(read('deploy/compose/compose.yaml'), { merge: true })

test('programs of the image do not run as root, and the default one is the API', () => {
  assert.equal(finalStages.length, 2)
  for (const stage of finalStages) {
    const users = [...stage.matchAll(/^USER (.*)$/gm)].map(([, user]) => user)
    assert.deepEqual(users, ['10001:10001'], 'one numeric user, which Kubernetes can check')
    const afterwards = stage.slice(stage.indexOf('\nUSER '))
    assert.doesNotMatch(afterwards, /^\s*RUN /m, 'nothing is changed as that user')
  }
  assert.match(stages.at(-1) ?? '', /^CMD \["node", "services\/api\/bin\/api\.js"\]$/m)
})

test('the image has no packages of development and no build tools', () => {
  const removed = /^RUN rm -rf (.*)$/m.exec(containerfile)?.[1]?.split(/\s+/) ?? []
  for (const path of [
    'packages/fake-stripe',
    'packages/fake-messaging',
    'packages/embedded-postgres',
    'services/dev',
  ])
    assert.ok(removed.includes(path), `${path} stays in the image`)
  for (const stage of finalStages) {
    assert.doesNotMatch(stage, /\b(npm|gcc|make|git)\b/)
    assert.match(stage, /^COPY --from=build /m)
    assert.doesNotMatch(stage, /^COPY (?!--from=build )/m)
  }
})

test('the install is the one of docs/operations.md', () => {
  const install = /^npm ci --omit=dev .*$/m.exec(read('docs/operations.md'))?.[0] ?? 'none'
  assert.ok(containerfile.includes(install), install)
})

test('the build needs no other image than the three that can be replaced', () => {
  // a "syntax" line would have another one pulled from a public registry
  assert.doesNotMatch(containerfile, /^#\s*syntax\s*=/m)
  const images = [...containerfile.matchAll(/^FROM \$\{(\w+)\}/gm)].map(([, name]) => name)
  assert.deepEqual(images, ['BUILD_IMAGE', 'POSTGRES_IMAGE', 'RUNTIME_IMAGE'])
})

test('secrets and what was built here stay out of the build', () => {
  const ignored = read('.dockerignore').split('\n')
  for (const pattern of ['.git', '**/.env*', '**/*.env', '**/node_modules', '**/dist', 'deploy/*'])
    assert.ok(ignored.includes(pattern), pattern)
})

test('Compose: programs of Silla can write nothing and have no privileges', () => {
  const ours = Object.entries(compose.services).filter(([, { image }]) => image.includes('SILLA_'))
  assert.deepEqual(
    ours.map(([name]) => name),
    ['api-1', 'api-2', 'worker', 'migrate', 'cli', 'setup', 'backup'],
  )
  for (const [name, service] of ours) {
    assert.equal(service.user, '10001:10001', name)
    assert.equal(service.read_only, true, name)
    assert.deepEqual(service.cap_drop, ['ALL'], name)
    assert.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
  }
})

test('Compose: requests come before everything else that runs on the same cores', () => {
  for (const [name, { cpu_shares }] of Object.entries(compose.services))
    assert.equal(cpu_shares, name.startsWith('api-') ? 10240 : undefined, name)
})

test('Compose: only the proxy can be reached, and the database has no way out', () => {
  const published = Object.entries(compose.services).filter(([, { ports }]) => ports !== undefined)
  assert.deepEqual(
    published.map(([name]) => name),
    ['caddy'],
  )
  assert.equal(compose.networks.data?.internal, true)
  for (const name of ['postgres', 'redis', 'backup', 'migrate'])
    assert.deepEqual(compose.services[name]?.networks, ['data'], name)
})

test("Compose: Caddy's ports are on a network with IPv6", () => {
  const networks = Object.keys(compose.services.caddy?.networks ?? {})
  // Docker publishes ports through the first network in the order of the alphabet
  assert.equal(networks.toSorted()[0], 'clients')
  assert.equal(compose.networks.clients?.enable_ipv6, true)
})

test('Compose: the images have the version of the release as their tag', () => {
  const { version } = JSON.parse(read('package.json'))
  const example = read('deploy/compose/.env.example')
  for (const setting of [
    `SILLA_IMAGE=silla:${version}`,
    `SILLA_BACKUP_IMAGE=silla-backup:${version}`,
  ])
    assert.ok(example.split('\n').includes(setting), setting)
})

test('Compose: a restart makes no backup while there is one of the last day', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const silla = join(folder, 'silla')
  writeFileSync(silla, '#!/bin/sh\necho "silla $*"\n', { mode: 0o755 })
  writeFileSync(join(folder, 'sleep'), '#!/bin/sh\nkill $PPID\n', { mode: 0o755 })
  const script = join(folder, 'backup.sh')
  writeFileSync(script, read('deploy/compose/backup.sh').replaceAll('/backups', folder))
  const start = () =>
    spawnSync('sh', [script], { encoding: 'utf8', env: { PATH: `${folder}:/usr/bin:/bin` } }).stdout

  assert.equal(start(), `silla db backup ${folder} --keep 14\n`, 'without one')
  const dump = join(folder, 'silla-20270106T031500Z.dump')
  writeFileSync(dump, '')
  assert.equal(start(), '', 'with one of now')
  const dayAgo = Date.now() / 1000 - 25 * 3600
  utimesSync(dump, dayAgo, dayAgo)
  assert.equal(start(), `silla db backup ${folder} --keep 14\n`, 'with an older one')
})

test('Compose: each program gets its own secrets only', () => {
  const secretsOf = (name: string) => [compose.services[name]?.env_file].flat()
  assert.deepEqual(secretsOf('api-1'), ['env/shared.env', 'env/api.env'])
  assert.deepEqual(secretsOf('worker'), ['env/shared.env', 'env/worker.env'])
  assert.deepEqual(secretsOf('migrate'), ['env/migrate.env'])
  assert.deepEqual(secretsOf('backup'), ['env/backup.env'])
  const written = [...read('deploy/compose/setup.sh').matchAll(/env\.new\/(\w+)\.env/g)]
  const programs = /^for program in ([^;]*);/m
    .exec(read('deploy/compose/setup.sh'))?.[1]
    ?.split(' ')
  const created = [...(programs ?? []), ...written.map(([, name]) => name)]
  none(
    Object.keys(compose.services)
      .flatMap(secretsOf)
      .filter((file) => file !== undefined)
      .filter((file) => !created.some((name) => file === `env/${name}.env`)),
    'setup.sh does not create it:',
  )
})

test('Compose: programs that need it know where staff sign in, and Caddy serves it where there is one', () => {
  const staffUrls = Object.entries(compose.services).flatMap(([name, { environment }]) => {
    const [, otherwise] = /^\$\{STAFF_URL:-(.*)\}$/.exec(environment?.STAFF_URL ?? '') ?? []
    return otherwise === undefined ? [] : [[name, otherwise]]
  })
  assert.deepEqual(Object.fromEntries(staffUrls), {
    ...{ 'api-1': '', 'api-2': '', worker: '', cli: '' },
    // an empty address would end Caddy's list of sites
    caddy: 'http://staff.invalid',
  })
  const sites = [...read('deploy/compose/Caddyfile').matchAll(/^(\{\$.*) \{$/gm)]
  assert.deepEqual(
    sites.map(([, addresses]) => addresses),
    [`{$PUBLIC_URL}, {$STAFF_URL}`],
  )
  assert.match(read('deploy/compose/.env.example'), /^STAFF_URL=https:/m)
})

test('nginx sends files of imports on as they arrive, whatever their length', () => {
  const nginx = read('deploy/nginx/silla.conf')
  const [, pattern = '', block = ''] =
    /location ~ (\S+) \{\n([^}]*)\}/.exec(nginx) ?? assert.fail('no location of files')
  for (const path of ['/api/v1/importaciones/', '/api/v1/importaciones'])
    assert.match(path, new RegExp(pattern))
  assert.doesNotMatch('/api/v1/importaciones/7/', new RegExp(pattern))
  assert.match(block, /client_max_body_size 0;/)
  assert.match(block, /proxy_request_buffering off;/)
})

test('Compose: Caddy checks both API processes and logs no requests', () => {
  const caddyfile = read('deploy/compose/Caddyfile')
  assert.match(caddyfile, /reverse_proxy api-1:3000 api-2:3000/)
  assert.match(caddyfile, /health_uri \/readyz/)
  assert.match(caddyfile, /request delete/)
})
