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
 * Needed without an import: oclif is told its plugins by name, the tools of the root are programs
 * and types.
 */
const namedElsewhere: Record<string, string[]> = {
  cli: ['@oclif/plugin-help'],
  // the generator of its types, which needs a compiler older than the root's
  'packages/client': ['openapi-typescript', 'typescript'],
  '.': ['@biomejs/biome', '@redocly/cli', '@types/node', 'tsx', 'turbo', 'typescript'],
}

test('a package declares what it imports, and nothing else', () => {
  const wrong = workspaces.flatMap((folder) => differences(folder, codeOf(folder)))
  none(wrong, 'Mend "dependencies" of that package.json, then npm install:')
})

test('the root declares what only tests import, and its tools', () => {
  const ours = workspaces.map((folder) => json(`${folder}/package.json`).name)
  const shared = workspaces.flatMap((folder) =>
    Object.keys(json(`${folder}/package.json`).dependencies),
  )
  none(
    differences('.', tests(), [...ours, ...shared]),
    'Mend "devDependencies" of the package.json of the root, then npm install:',
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

test('only db speaks to Postgres', () => {
  const drivers = ['postgres', 'postgres-array', 'pg', '@databases/pg', '@databases/pg-migrations']
  const others = [...codeOf(...workspaces.filter((folder) => folder !== 'db')), ...tests()]
  const offenders = others.filter((source) =>
    importsOf(source).some((name) => drivers.includes(packageOf(name) ?? '')),
  )
  none(
    offenders.map(({ path }) => path),
    'Ask through a function of db/src, or openPool in a test:',
  )
})

test('each of these is met in one place', () => {
  const homes: Record<string, string> = {
    'graphile-worker': 'db',
    nodemailer: 'services/worker',
    stripe: 'packages/payments-stripe',
  }
  const strays = Object.entries(homes).flatMap(([name, home]) =>
    codeOf(...workspaces.filter((folder) => folder !== home))
      .filter((source) => importsOf(source).some((imported) => packageOf(imported) === name))
      .map(({ path }) => `${path} imports ${name}, which belongs to ${home}`),
  )
  none(strays, 'Go through startJobRunner of db, or the ports Mailer and Processor of the core:')
})

test('the lockfile tells of these package.json files, and names no host to install from', () => {
  const lock = json('package-lock.json')
  for (const folder of ['', ...workspaces]) {
    const { dependencies = {}, devDependencies = {} } = json(
      folder ? `${folder}/package.json` : 'package.json',
    )
    const locked = lock.packages[folder]
    assert.deepEqual(
      { ...locked.dependencies, ...locked.devDependencies },
      { ...dependencies, ...devDependencies },
      `npm install, and commit package-lock.json: it is behind ${folder || 'the root'}`,
    )
  }
  const hosts = sources('package-lock.json')[0]?.text.match(/"resolved": "[^"]*:\/\/[^"]*"/g) ?? []
  none(hosts, 'Keep omit-lockfile-registry-resolved in .npmrc, and make the lockfile anew:')
})
