import { listBusinesses } from '@silla/core'
import { emptyDatabase, migrate, prepareDatabase, type Sql, targetDatabase } from '@silla/db'
import { readSettings } from './config.ts'
import { migratorUrl, prepareUrl } from './database-urls.ts'
import { isNeverMigrated } from './migration-state.ts'
import { Problem } from './problem.ts'

export interface ResetTarget {
  prepareUrl: string
  database: string
  host: string
}

/** Which database a reset would empty. */
export function resetTarget(): ResetTarget {
  const url = prepareUrl()
  return { prepareUrl: url, database: targetDatabase(url), host: new URL(url).host }
}

/** Refuses where somebody's living depends on the data: in production, and with a live business in the database. */
export async function refuseReset(admin: Sql): Promise<void> {
  if (readSettings().production) throw new Problem('db reset is refused in production (NODE_ENV).')
  const live = (await businessesIn(admin)).filter((business) => business.mode === 'live').map(({ slug }) => slug)
  if (live.length > 0)
    throw new Problem(`db reset is refused: the database holds live businesses (${live.join(', ')}).`)
}

async function businessesIn(admin: Sql) {
  try {
    return await listBusinesses(admin)
  } catch (error) {
    if (isNeverMigrated(error)) return []
    throw error
  }
}

/** Empties the database of everything that is ours, and builds it anew; roles keep their passwords. */
export async function reset({ prepareUrl, database }: ResetTarget): Promise<void> {
  await emptyDatabase({ prepareUrl, database })
  await prepareDatabase({ prepareUrl, database, passwords: {} })
  await migrate(migratorUrl())
}
