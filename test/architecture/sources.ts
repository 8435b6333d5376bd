import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

// Architecture tests read the files of the repository. Their failures name each offender and the fix.

const root = fileURLToPath(new URL('../..', import.meta.url))

export const inRepository = (path: string): string => join(root, path)

export interface Source {
  /** From the root of the repository. */
  path: string
  text: string
}

const entryPointsMayImport = [
  'packages/errors',
  'packages/locale',
  'packages/money',
  'packages/slots',
  'db',
  'tenants',
  'packages/core',
  'packages/payments-stripe',
]

/** The packages of the workspace in layers, each with those it may import. */
export const mayImport: Record<string, string[]> = {
  // for servers and browsers
  'packages/locale': [],
  'packages/errors': ['packages/locale'],
  'packages/money': [],
  'packages/slots': [],
  // for API clients: of ours, browser code alone imports it
  'packages/client': [],
  // browser code; the API serves what it is built into
  'packages/widget': ['packages/client', 'packages/locale'],
  'packages/agenda': ['packages/client', 'packages/locale', 'packages/widget'],
  db: ['packages/errors', 'packages/locale', 'packages/money', 'packages/slots'],
  tenants: ['packages/errors', 'packages/money', 'packages/slots', 'db'],
  'packages/core': [
    'packages/errors',
    'packages/locale',
    'packages/money',
    'packages/slots',
    'db',
    'tenants',
  ],
  'packages/wire': [
    'packages/errors',
    'packages/locale',
    'packages/money',
    'packages/slots',
    'packages/core',
  ],
  // the only code that calls the endpoints of salons
  'packages/webhook-sender': ['packages/core'],
  // the only code that imports OpenTelemetry
  'packages/tracing': ['packages/errors', 'db', 'packages/core'],
  // the only code that calls Stripe
  'packages/payments-stripe': ['packages/core'],
  // the only code that calls providers of messages
  'packages/messaging-http': ['packages/core'],
  'packages/messaging-twilio': ['packages/core', 'packages/messaging-http'],
  'packages/messaging-whatsapp': ['packages/core', 'packages/messaging-http'],
  'packages/messaging': [
    'packages/locale',
    'packages/core',
    'packages/messaging-twilio',
    'packages/messaging-whatsapp',
  ],
  'services/api': [
    ...entryPointsMayImport,
    'packages/messaging',
    'packages/tracing',
    'packages/wire',
    'packages/webhook-sender',
    'packages/widget',
    'packages/agenda',
  ],
  'services/worker': [
    ...entryPointsMayImport,
    'packages/messaging',
    'packages/tracing',
    'packages/wire',
    'packages/webhook-sender',
  ],
  cli: [...entryPointsMayImport, 'packages/messaging', 'packages/webhook-sender'],
  // development and tests only: a PostgreSQL server that needs no installation
  'packages/embedded-postgres': ['db'],
  // development and tests only: stands in for Stripe, imports nothing of ours
  'packages/fake-stripe': [],
  // development and tests only: stands in for Twilio and WhatsApp, with the faults of the fake Stripe
  'packages/fake-messaging': ['packages/fake-stripe'],
  'services/dev': [
    'packages/errors',
    'packages/money',
    'packages/slots',
    'db',
    'tenants',
    'packages/core',
    'packages/locale',
    'packages/payments-stripe',
    'packages/messaging',
    'packages/tracing',
    'packages/wire',
    'packages/webhook-sender',
    'services/api',
    'services/worker',
    'packages/embedded-postgres',
    'packages/fake-stripe',
    'packages/fake-messaging',
  ],
}

export const workspaces = Object.keys(mayImport)

/** The code of some packages of the workspace; all of them by default. */
export const codeOf = (...folders: string[]): Source[] =>
  sources(
    ...(folders.length > 0 ? folders : workspaces).flatMap((folder) => [
      `${folder}/src/**/*.ts`,
      `${folder}/bin/*.js`,
    ]),
  )

export const tests = (): Source[] => sources('test/**/*.ts')

/** Files by pattern, from the root of the repository; build output and node_modules are excluded. */
export function sources(...patterns: string[]): Source[] {
  const paths = globSync(patterns, {
    cwd: root,
    exclude: (path) => /(^|\/)(node_modules|dist)$/.test(path),
  }).sort()
  return paths.map((path) => ({ path, text: readFileSync(inRepository(path), 'utf8') }))
}

// biome-ignore lint/suspicious/noExplicitAny: JSON files have many shapes
export const json = (path: string): any => JSON.parse(readFileSync(inRepository(path), 'utf8'))

/**
 * The import specifiers of a file: static, dynamic, type-only, or through `require`.
 */
export function importsOf({ text }: Source): string[] {
  const statements = text.matchAll(/^(?:import|export)\s(?:[^'";]*?\sfrom\s)?\s*'([^']+)'/gm)
  const calls = text.matchAll(/(?:\bimport|createRequire\(import\.meta\.url\))\(\s*'([^']+)'/g)
  return [...statements, ...calls].map(([, name]) => name ?? '')
}

/** `@scope/name` of `@scope/name/some/file.js`; null for a file or a Node.js module. */
export const packageOf = (imported: string): string | null =>
  /^(\.|node:)/.test(imported) ? null : (/^(@[^/]+\/)?[^/]+/.exec(imported)?.[0] ?? null)

/** Fails, naming the offenders, unless there are none. */
export function none(offenders: string[], howToFix: string): void {
  assert.ok(offenders.length === 0, `${howToFix}\n  ${offenders.join('\n  ')}`)
}
