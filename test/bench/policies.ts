import type { Bench } from './bench.ts'
import type { Load } from './load.ts'
import { measure } from './measurement.ts'
import * as requests from './requests.ts'
import { connections } from './rows.ts'
import { laterTimesDayAndNight } from './salons.ts'

/** What PostgreSQL spends on a request with row-level security and without it. */
export interface PolicyRow {
  title: string
  measure(seconds: number): Promise<PolicySample>
}

/** CPU microseconds of PostgreSQL per request. */
export interface PolicySample {
  withPolicies: number
  withoutPolicies: number
}

/** The same requests, and so the same statements, of the same API process. */
export async function preparePolicyRows({
  salons,
  api,
  generators,
  owner,
}: Bench): Promise<PolicyRow[]> {
  const { hostname: host, port } = api.program.url
  const tables = await owner<{ name: string }[]>`
    select oid::regclass::text as name from pg_class
    where relrowsecurity and relnamespace = 'app'::regnamespace`
  const target = { host, port: Number(port), connections }
  const prepare = async (title: string, texts: string[], order: 'random' | 'in-turn' = 'random') =>
    policyRow(title, await generators[0].prepare({ ...target, requests: texts, order }))
  return [
    await prepare('one day, any professional', requests.dayRequests(salons.large)),
    await prepare("list a day's bookings", requests.bookingListRequests(salons.large)),
    await prepare(
      'create a booking',
      requests.newBookingRequests(
        salons.young,
        await salons.young.newBookings(laterTimesDayAndNight),
      ),
      'in-turn',
    ),
  ]

  /** Each round measures them in the other order, since the machine and the tables change. */
  function policyRow(title: string, load: Load): PolicyRow {
    let policiesFirst = true
    return {
      title,
      async measure(seconds) {
        policiesFirst = !policiesFirst
        const first = await postgresCpu(load, seconds, policiesFirst)
        const second = await postgresCpu(load, seconds, !policiesFirst)
        const [withPolicies, withoutPolicies] = policiesFirst ? [first, second] : [second, first]
        return { withPolicies, withoutPolicies }
      },
    }
  }

  async function postgresCpu(load: Load, seconds: number, hasPolicies: boolean): Promise<number> {
    if (!hasPolicies) await alterTables('disable')
    const sample = await measure(load, api, seconds)
    if (!hasPolicies) await alterTables('enable')
    return sample.postgresCpu
  }

  async function alterTables(action: 'enable' | 'disable') {
    await owner.begin(async (tx) => {
      for (const { name } of tables)
        await tx.unsafe(`alter table ${name} ${action} row level security`)
    })
  }
}
