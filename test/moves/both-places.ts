import type { Sql } from '@silla/db'
import type { ApiResponse } from '../support/client.ts'
import { openSalon, type TestSalon } from '../support/salon.ts'
import { until } from '../support/until.ts'
import { otherDeployment } from './moving-salon.ts'

/** A salon that takes little time to move. */
export const openSmallSalon = (): Promise<TestSalon> =>
  openSalon({ professionals: ['Ana'], now: '2030-03-04T08:00' })

/** `201`, or `421 BUSINESS_MOVED`. */
export const statusOf = ({ status, error }: ApiResponse): string =>
  error ? `${status} ${error.code}` : `${status}`

/** What the place where a salon was answers, and the one where it will be. */
export type Answers = [here: string, there: string]

export const served = '201'
export const leads = '421 BUSINESS_MOVED'
export const unknown = '401 INVALID_API_KEY'
export const refuses = '503 BUSINESS_MOVING'

/** What both answer to a booking. */
export async function bookInBoth(salon: TestSalon, time: string): Promise<Answers> {
  const other = await otherDeployment()
  other.api.clock.set(salon.clock.now())
  const [here, there] = [
    await salon.guest.book('Ana', time),
    await salon.guestAt(other.api.url).book('Ana', time),
  ]
  return [statusOf(here), statusOf(there)]
}

/** Keys are cached for a second at most, and dropped by notifications. */
export async function untilAnswers(salon: TestSalon, answers: Answers): Promise<void> {
  const other = await otherDeployment()
  await until(async () => {
    const [here, there] = [
      await salon.guest.get('/servicios/'),
      await salon.guestAt(other.api.url).get('/servicios/'),
    ]
    const wanted = answers.map((answer) => (answer === served ? '200' : answer))
    return statusOf(here) === wanted[0] && statusOf(there) === wanted[1]
  })
}

/** Rows of a salon by table. */
export async function rowsIn(sql: Sql, businessId: string): Promise<Record<string, number>> {
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.columns
    where table_schema in ('app', 'registry', 'jobs') and column_name = 'business_id' order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const [row] = await sql.unsafe<{ count: number }[]>(
      `select count(*)::int as count from ${name} where business_id = '${businessId}'`,
    )
    if (row && row.count > 0) counts[name] = row.count
  }
  return counts
}

/** Its waiting jobs, parked ones included. */
export const jobsIn = async (sql: Sql, businessId: string): Promise<string[]> =>
  (
    await sql.begin(async (tx) => {
      await tx`set local role silla_worker`
      return tx<{ job: string }[]>`select job from jobs.list_to_archive(${businessId})`
    })
  ).map(({ job }) => job)
