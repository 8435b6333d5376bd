import { readFileSync } from 'node:fs'
import type { Sql } from '../pool.ts'
import { SetupError } from '../setup-error.ts'

/** The releases that a database is for, such as 0.3.0. */
export interface SchemaRelease {
  /** The newest release that migrated it. */
  release: string
  /** Programs of older releases cannot use it. */
  compatibleFrom: string
}

/**
 * The release of this checkout and the oldest one whose programs can use its schema: the release
 * before, unless a migration had to break it.
 */
export const ownRelease: SchemaRelease = { release: ownVersion(), compatibleFrom: '0.2.0' }

/** What `migrate` recorded last, as any of our roles; null if none did. */
export async function schemaRelease(sql: Sql): Promise<SchemaRelease | null> {
  const [found] = await sql<{ isRecorded: boolean }[]>`
    select to_regclass('registry.schema_release') is not null as is_recorded`
  if (!found?.isRecorded) return null
  const [recorded] = await sql<SchemaRelease[]>`
    select release, compatible_from from registry.schema_release()`
  return recorded ?? null
}

/** Records that this release migrated the database, as silla_migrator. */
export async function recordRelease(sql: Sql): Promise<void> {
  const { release, compatibleFrom } = ownRelease
  await sql`
    insert into registry.schema_release (release, compatible_from)
    values (${release}, ${compatibleFrom})
    on conflict on constraint schema_release_pk
      do update set release = excluded.release, compatible_from = excluded.compatible_from
      where (schema_release.release, schema_release.compatible_from)
        is distinct from (excluded.release, excluded.compatible_from)`
}

/** Whether a newer release migrated the database. It left what this one needs. */
export const isNewer = (database: SchemaRelease | null): boolean =>
  database !== null && compareReleases(database.release, ownRelease.release) > 0

/** Whether the database lacks what this release needs, because newer ones do not need it. */
export const isTooNew = (database: SchemaRelease | null): boolean =>
  database !== null && compareReleases(database.compatibleFrom, ownRelease.release) > 0

/** @throws SetupError if this release is too old for the database */
export function assertNotTooNew(database: SchemaRelease | null): void {
  if (database !== null && isTooNew(database)) {
    throw new SetupError(
      `Silla ${database.release} migrated the database. It can be used by releases from ` +
        `${database.compatibleFrom} on, and this is ${ownRelease.release}: update this one.`,
    )
  }
}

/** Negative if the first release is older, 0 if they are the same. */
const compareReleases = (left: string, right: string): number =>
  left.localeCompare(right, 'en', { numeric: true })

function ownVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8')
  return (JSON.parse(text) as { version: string }).version
}
