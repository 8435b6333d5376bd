import type { UnmatchedBusiness } from '@silla/core'
import { formatList } from '@silla/core/text'
import { healthQueries, type SchemaDrift, type Sql, schemaDrift } from '@silla/db'
import { migrationState } from '../db/migration-state.ts'
import { type Finding, ok, problem, skip, warning } from './finding.ts'

/**
 * Whether tables, constraints, indexes, functions, policies and rights are those of the migrations, and
 * whether anything of somebody else runs whenever they change.
 */
export async function checkDrift(admin: Sql): Promise<Finding[]> {
  return [...(await driftFindings(admin)), ...(await eventTriggerFindings(admin))]
}

async function driftFindings(admin: Sql): Promise<Finding[]> {
  const { newer, databaseRelease } = await migrationState(admin)
  if (newer)
    return [
      skip('schema-drift', `Silla ${databaseRelease} migrated the database: run its command.`),
    ]
  const drift = await schemaDrift(admin)
  if (drift.length === 0)
    return [ok('schema-drift', 'Tables, functions and rights are those that the migrations make.')]
  const shown = drift.slice(0, maxShown).map(driftFinding)
  if (drift.length === shown.length) return shown
  const rest = formatList(
    [...new Set(drift.slice(maxShown).map(({ object }) => object))],
    'objects',
  )
  return [
    ...shown,
    problem(
      'schema-drift',
      `${drift.length - maxShown} further differences, in ${rest}.`,
      'Fix the others, then run this command again.',
    ),
  ]
}

const maxShown = 20

/** A hosted database may have some. */
async function eventTriggerFindings(admin: Sql): Promise<Finding[]> {
  const triggers = await healthQueries.listEventTriggers(admin)
  if (triggers.length === 0) return []
  const names = triggers.map(({ name, event }) => `${name} (${event})`)
  return [
    warning(
      'schema-drift',
      `Event triggers run with every migration, and when a month gets its tables: ${formatList(names)}.`,
      'If nobody knows what one is for, run as a superuser: drop event trigger NAME.',
    ),
  ]
}

function driftFinding({ object, part, expected, found, remedy }: SchemaDrift): Finding {
  const fault =
    found === null
      ? `is missing, which the migrations make: ${expected}`
      : expected === null
        ? `is not one of the migrations: ${found}`
        : part === 'body'
          ? 'is not that of db/functions'
          : `is ${found}, and the migrations make: ${expected}`
  return problem('schema-drift', `${object}: ${part} ${fault}.`, fixOf(remedy))
}

function fixOf(remedy: SchemaDrift['remedy']): string {
  switch (remedy.kind) {
    case 'migrate':
      return 'Run silla db migrate, which creates the function again.'
    case 'sql': {
      const run = `Run as ${remedy.role}: ${remedy.statements.join('; ')};`
      return remedy.statements.some((statement) => statement.includes(' add constraint '))
        ? `Correct the rows that violate it, if the statement names any. ${run}`
        : run
    }
    case 'restore':
      return 'What it held cannot be derived from anything else: restore a backup (silla db restore).'
  }
}

/** Whether the registry and the salons' own rows have the same businesses. */
export function registryFindings(unmatched: readonly UnmatchedBusiness[]): Finding[] {
  if (unmatched.length === 0)
    return [
      ok('registry', 'Every business with rows is registered, with its profile and its settings.'),
    ]
  return unmatched.map(({ business, fault, statement }) =>
    problem(
      'registry',
      faults[fault](business),
      fault === 'both'
        ? 'If it is a salon, restore its rows from a backup, or run as silla_migrator, with its own values, and then ' +
            `this command again: ${statement}; If it was deleted, delete these rows too.`
        : `Restore the row from a backup, or run as silla_migrator, with its own values: ${statement};`,
    ),
  )
}

const faults: Record<UnmatchedBusiness['fault'], (business: string) => string> = {
  profile: (slug) =>
    `${slug} is registered and has no row in app.businesses. It cannot be used, and its data were not checked.`,
  settings: (slug) =>
    `${slug} is registered and has no row in app.business_settings. It cannot be used, and its data were not checked.`,
  both: (business) =>
    `${business} has rows in these tables, is not registered, and has no row in app.businesses. Nothing leads to them.`,
  registry: (business) =>
    `${business} has a row in app.businesses and is not registered: no key, page or command leads to it.`,
}
