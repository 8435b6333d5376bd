import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrate, openPool, rolePasswords, setupDatabase } from '@silla/db'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { formatDate } from '@silla/slots'
import { testSecrets } from '../support/secrets.ts'
import { startServer } from '../support/servers.ts'
import { type Burst, burst } from './burst.ts'
import { loginFlood } from './login-flood.ts'
import { type Measurement, measure } from './measure.ts'
import { openBenchSalon } from './salon.ts'
import { catalogueScreen, screen, screenByRest, wholeScreen } from './screens.ts'

// `npm run bench`: the throughput of requests, compared in the same run with a bare Fastify route
// whose response is as long as the catalogue's. `BENCH_SECONDS` is the duration of each measurement.

const seconds = Number(process.env.BENCH_SECONDS ?? 5)
const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
const embedded = await startEmbeddedPostgres({ dataDir: folder })
const stops: (() => Promise<unknown>)[] = [() => embedded.stop()]

try {
  const urls = await setupDatabase({
    prepareUrl: embedded.prepareUrl,
    database: 'silla_bench',
    passwords: rolePasswords(embedded.prepareUrl, folder),
  })
  await migrate(urls.migrator)
  const admin = openPool({ url: urls.cli, max: 1, name: 'silla-bench' })
  stops.unshift(() => admin.end())
  const salon = await openBenchSalon(admin)

  const settings = {
    DATABASE_URL: urls.api,
    PORT: '0',
    LOG_LEVEL: 'info',
    JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
    OTP_PEPPER: testSecrets.otpPepper,
  }
  const api = await startServer('services/api/bin/api.js', settings)
  stops.unshift(api.stop)

  const key = { 'x-api-key': salon.publishableKey }
  const [professional] = salon.professionalIds
  const day = formatDate(salon.today + 7)
  const base = `${api.url}/api/v1`
  const catalogue = await (await fetch(`${base}/servicios/`, { headers: key })).text()
  const bare = await startServer('test/bench/bare.ts', { BARE_BYTES: String(catalogue.length) })
  stops.unshift(bare.stop)
  const load = (title: string, url: string) =>
    measure({ title, url, headers: key, connections: 32, seconds })

  const rows: Measurement[] = [
    await load('bare route', bare.url),
    await load('catalogue: GET /servicios/', `${base}/servicios/`),
    await load(
      'availability: one day',
      `${base}/disponibilidad/${professional}/${day}/?servicio_id=${salon.serviceId}`,
    ),
    await load(
      'availability: 31 days',
      `${base}/disponibilidad/dias/?peluquero_id=${professional}&servicio_id=${salon.serviceId}`,
    ),
    await screen('GraphQL: the catalogue screen', catalogueScreen, { base, headers: key, seconds }),
    await measure({
      title: 'POST /reservas/crear/',
      url: `${base}/reservas/crear/`,
      headers: { 'x-api-key': salon.secretKey, 'content-type': 'application/json' },
      connections: 32,
      seconds,
      body: salon.nextBooking,
    }),
  ]
  const target = { base, headers: key, seconds }
  const screens = [
    await screen('GraphQL: the whole screen', wholeScreen, target),
    await screenByRest(salon.professionalIds, target),
  ]
  const second = await startServer('services/api/bin/api.js', settings)
  stops.unshift(second.stop)
  const guests = Array.from({ length: 50 }, () => salon.nextBooking())
  const oneTime = salon.nextBooking()
  // the first burst warms up the second process
  await burst(
    [api, second],
    salon,
    Array.from({ length: 50 }, () => salon.nextBooking()),
  )
  const differentTimes = await burst([api, second], salon, guests)
  const sameTime = await burst(
    [api, second],
    salon,
    guests.map(() => oneTime),
  )
  const { idleP99, floodedP99, loginsPerSecond } = await loginFlood({
    availabilityUrl: `${base}/disponibilidad/${professional}/${day}/?servicio_id=${salon.serviceId}`,
    loginUrl: `${base}/auth/login/`,
    headers: key,
    seconds,
  })
  report(rows)
  reportScreens(screens)
  reportBursts(differentTimes, sameTime)
  console.log(
    `Availability during ${Math.round(loginsPerSecond)} logins per second: p99 ${floodedP99.toFixed(1)} ms; without them ${idleP99.toFixed(1)} ms`,
  )
  console.log(`Resident memory of the API process at the end: ${await api.residentMegabytes()} MB`)
} finally {
  for (const stop of stops) await stop()
  rmSync(folder, { recursive: true, force: true })
}

function report(rows: Measurement[]) {
  const bare = rows[0]?.requestsPerSecond ?? 0
  console.log(`\n${'32 connections'.padEnd(30)} requests/s   of bare   p50 ms   p99 ms   not 2xx`)
  for (const row of rows) {
    const share = (row.requestsPerSecond / bare).toFixed(2)
    console.log(
      `${row.title.padEnd(30)} ${String(Math.round(row.requestsPerSecond)).padStart(10)} ${share.padStart(9)} ${row.p50.toFixed(1).padStart(8)} ${row.p99.toFixed(1).padStart(8)} ${String(row.failed).padStart(9)}`,
    )
  }
}

function reportScreens(screens: readonly Measurement[]) {
  console.log(
    '\nScreens per second: the business, its services, twenty professionals and a month of each',
  )
  for (const { title, requestsPerSecond, p50, p99, failed } of screens) {
    console.log(
      `${title.padEnd(30)} ${requestsPerSecond.toFixed(1).padStart(10)}   per request: p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, not 2xx ${failed}`,
    )
  }
}

function reportBursts(differentTimes: Burst, sameTime: Burst) {
  const format = ({ booked, slowestMilliseconds }: Burst) =>
    `${booked} booked, slowest ${slowestMilliseconds.toFixed(0)} ms`
  console.log(
    `\n50 concurrent guests, two processes. Different times: ${format(differentTimes)}. Same time: ${format(sameTime)}`,
  )
}
