import { join } from 'node:path'
import type { DatabaseUrls, Sql } from '@silla/db'
import { apiSettings } from '../../support/servers.ts'
import type { MeasuredCode } from '../code.ts'
import { type Program, startProgram } from '../processes.ts'
import { type DataSetSize, insertDataSet, slugOf, upcomingDays, visitTimes } from './rows.ts'

/** A database with salons, and an API that serves them. */
export interface DataSet {
  size: DataSetSize
  urls: DatabaseUrls
  api: Program
  salons: SampledSalon[]
  close(): Promise<void>
}

/** One of the salons that requests are sent to. */
export interface SampledSalon {
  slug: string
  publishableHeaders: Record<string, string>
  secretHeaders: Record<string, string>
  professionalIds: number[]
  serviceId: number
  /** Codes of past and upcoming bookings. */
  codes: string[]
  /** Times that are free, in random order. */
  free: { professionalId: number; startsAt: Date }[]
}

const sampledSalons = 20

/** What the databases are created with. */
export interface DataSetServer {
  code: MeasuredCode
  /** A superuser of the server. */
  prepareUrl: string
  /** Where the passwords of the roles are stored. */
  folder: string
}

/** Opens the database of this name; loads it first unless it is there. */
export async function openDataSet(
  server: DataSetServer,
  database: string,
  size: DataSetSize,
): Promise<DataSet> {
  const { code, prepareUrl } = server
  const maintenance = code.db.openPool({ url: prepareUrl, max: 1, name: 'silla-bench' })
  const loading = `${database}_loading`
  try {
    const [found] = await maintenance`select from pg_database where datname = ${database}`
    if (!found) {
      await maintenance`drop database if exists ${maintenance(loading)}`
      const urls = await prepare(server, loading)
      await load(server, urls, size)
      await maintenance`alter database ${maintenance(loading)} rename to ${maintenance(database)}`
    }
  } finally {
    await maintenance.end()
  }

  const urls = await prepare(server, database)
  const admin = code.db.openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const superuser = openSuperuser(server, urls)
  const salons = await Promise.all(
    Array.from({ length: Math.min(sampledSalons, size.salons) }, (_, index) =>
      sampleSalon(
        server,
        { admin, superuser },
        slugOf(1 + Math.floor((index * size.salons) / sampledSalons)),
      ),
    ),
  )
  await Promise.all([admin.end(), superuser.end()])
  const api = await startProgram(join(code.folder, 'services/api/bin/api.js'), {
    ...apiSettings(urls.api),
  })
  return { size, urls, api, salons, close: async () => void (await api.stop()) }
}

async function prepare({ code, prepareUrl, folder }: DataSetServer, database: string) {
  const urls = await code.db.setupDatabase({
    prepareUrl,
    database,
    passwords: code.db.rolePasswords(prepareUrl, folder),
  })
  await code.db.migrate(urls.migrator)
  return urls
}

async function load(server: DataSetServer, urls: DatabaseUrls, size: DataSetSize): Promise<void> {
  const admin = server.code.db.openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  const superuser = openSuperuser(server, urls)
  const startedAt = performance.now()
  await insertDataSet({ core: server.code.core, admin, superuser }, size)
  const seconds = Math.round((performance.now() - startedAt) / 1000)
  const [disk] = await superuser<{ size: string }[]>`
    select pg_size_pretty(pg_database_size(current_database())) as size`
  console.log(
    `${size.salons} salons with ${size.bookings} bookings each: loaded in ${seconds} s, ${disk?.size}`,
  )
  await Promise.all([admin.end(), superuser.end()])
}

function openSuperuser({ code, prepareUrl }: DataSetServer, urls: DatabaseUrls): Sql {
  const url = new URL(prepareUrl)
  url.pathname = new URL(urls.cli).pathname
  return code.db.openPool({ url: url.href, max: 1, name: 'silla-bench' })
}

async function sampleSalon(
  { code }: DataSetServer,
  { admin, superuser }: { admin: Sql; superuser: Sql },
  slug: string,
): Promise<SampledSalon> {
  const [business] = await superuser<{ businessId: string }[]>`
    select business_id from registry.businesses where slug = ${slug}`
  const { businessId } = business as { businessId: string }
  const keyOf = async (kind: 'publishable' | 'secret') => {
    const name = `bench ${process.pid}`
    const { key } = await code.tenants.createKey(admin, businessId, { kind, name, origins: [] })
    return { 'x-api-key': key }
  }
  const [catalogue] = await superuser<{ professionalIds: number[]; serviceId: number }[]>`
    select array_agg(professional.id) as professional_ids,
      (select min(id) from app.services where business_id = ${businessId}) as service_id
    from app.professionals professional where professional.business_id = ${businessId}`
  const codes = await superuser<{ code: string }[]>`
    select code from app.bookings where business_id = ${businessId} order by random() limit 200`
  const free = await superuser<{ professionalId: number; startsAt: Date }[]>`
    select professional.id as professional_id, time.starts_at
    from app.professionals professional
    cross join generate_series(1, ${upcomingDays}::int) as day (number)
    cross join lateral (
      select (current_date + day.number)::timestamptz + make_interval(mins => minute) as starts_at
      from unnest(${visitTimes}::int[]) minute) as time
    where professional.business_id = ${businessId} and not exists (
      select from app.claims claim
      where claim.business_id = ${businessId} and claim.resource_id = professional.id
        and claim.starts_at = time.starts_at)
    order by random()`
  return {
    slug,
    publishableHeaders: await keyOf('publishable'),
    secretHeaders: await keyOf('secret'),
    ...(catalogue as { professionalIds: number[]; serviceId: number }),
    codes: codes.map((booking) => booking.code),
    free,
  }
}
