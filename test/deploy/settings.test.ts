import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { parseAllDocuments } from 'yaml'
import { inRepository, none, sources } from '../architecture/sources.ts'

// What the files of deploy/ set and start exists.

const files = sources(
  'deploy/Containerfile',
  'deploy/compose/{Caddyfile,.env.example}',
  'deploy/**/*.{js,sh,yaml,service,timer,conf}',
)
const example = readFileSync(inRepository('.env.example'), 'utf8')
const settings = new Set([...example.matchAll(/^(?:# )?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name))

test('every setting that a deployment sets is one of .env.example', () => {
  /** Of the image of PostgreSQL, of the system, and of the files themselves. */
  const others = ['POSTGRES_PASSWORD', 'PATH', 'HOME', 'BACKUPS_KEPT', 'TURBO_TELEMETRY_DISABLED']
  const used = files.flatMap(({ path, text }) => settingsIn(path, text))
  assert.ok(used.length > 30, 'this test no longer finds the settings')
  none(
    used.filter(({ name }) => !settings.has(name) && !others.includes(name)).map(place),
    'No program reads it. Correct the name, or add it to .env.example:',
  )
})

test('every program that a deployment starts exists', () => {
  const programs = files.flatMap(({ path, text }) =>
    [...text.matchAll(/(?<![\w/.-])(?:services\/\w+\/bin|deploy)\/[\w/-]+\.js\b/g)].map(
      ([name]) => ({ path, name }),
    ),
  )
  assert.ok(programs.length > 8, 'this test no longer finds the programs')
  none(
    programs.filter(({ name }) => !existsSync(inRepository(name))).map(place),
    'There is no such file:',
  )
})

test('every command of the CLI that a deployment runs exists', () => {
  const commands = files.flatMap(({ path, text }) =>
    [...text.matchAll(/\bsilla,? (db),? (\w+)/g)].map(([, topic, verb]) => ({
      path,
      name: `cli/src/commands/${topic}/${verb}.ts`,
    })),
  )
  assert.ok(commands.length > 8, 'this test no longer finds the commands')
  none(
    commands.filter(({ name }) => !existsSync(inRepository(name))).map(place),
    'There is no such command:',
  )
})

const place = ({ path, name }: { path: string; name: string }) => `${path}: ${name}`

function settingsIn(path: string, text: string): { path: string; name: string }[] {
  return namesIn(path, text).map((name) => ({ path, name }))
}

function namesIn(path: string, text: string): string[] {
  if (path.endsWith('.service') || path.endsWith('.conf'))
    return [...text.matchAll(/^Environment=(.*)$/gm)].flatMap(([, line = '']) =>
      line.split(' ').map((pair) => pair.split('=')[0] ?? ''),
    )
  if (path.endsWith('Containerfile'))
    return [...text.matchAll(/^ENV ((?:.|\\\n)*)$/gm)].flatMap(([, line = '']) =>
      [...line.matchAll(/([A-Z_]+)=/g)].map(([, name = '']) => name),
    )
  if (path.endsWith('first-settings.js'))
    return [...text.matchAll(/\b([A-Z]+_[A-Z_]+):/g)].map(([, name = '']) => name)
  if (path.startsWith('deploy/compose/') && path.endsWith('compose.yaml'))
    return environmentsOf(parseAllDocuments(text, { merge: true })[0]?.toJS())
  if (path.startsWith('deploy/kubernetes/'))
    return parseAllDocuments(text).flatMap((document) => environmentsOf(document.toJS()))
  return []
}

/** Environment variables anywhere in a manifest: Compose's, a container's, a ConfigMap's. */
function environmentsOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(environmentsOf)
  if (value === null || typeof value !== 'object') return []
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'environment') return Object.keys(inner)
    if (key === 'env') return inner.map(({ name }: { name: string }) => name)
    if (key === 'literals') return inner.map((pair: string) => pair.split('=')[0] ?? '')
    return environmentsOf(inner)
  })
}
