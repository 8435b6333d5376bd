import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Flags } from '@oclif/core'
import { startEmbeddedPostgres } from '@silla/embedded-postgres'
import { countOption, readOptions } from '../../support/program-options.ts'
import { buildCode } from '../code.ts'
import { startGenerator } from '../load.ts'
import { describeMachine } from '../machine.ts'
import { measure } from '../measurement.ts'
import { parentOf } from '../processes.ts'
import {
  type CallTarget,
  callRows,
  type DoctorSample,
  measureCalls,
  measureDoctor,
} from './calls.ts'
import { type DataSet, openDataSet } from './data-set.ts'
import { passNightAndDay } from './night.ts'
import { type Cost, reportDoctor, reportRows, type ScaleRow } from './report.ts'
import { type RequestRow, requestRows, requestsTo } from './requests.ts'

const smallSize = { salons: 20, bookings: 500 }
const connections = 8

const options = await readOptions({
  command: 'npm run bench:scale',
  about:
    'Loads a small and a large data set into databases of their own and compares what requests, commands and ' +
    'background work cost. docs/performance.md explains the figures.',
  options: {
    salons: countOption('salons of the large data set', 2000),
    bookings: countOption(
      'their bookings, all together; the default takes about 25 GB',
      10_000_000,
    ),
    seconds: countOption('duration of each measurement', 2),
    rounds: countOption('how often every row is measured, in turn', 3),
    keep: Flags.string({
      helpValue: 'FOLDER',
      description: 'keep the databases in this folder; another run uses those that are there',
    }),
  },
})
const code = await buildCode('.')
const folder = options.keep ?? mkdtempSync(join(tmpdir(), 'silla-bench-scale-'))
mkdirSync(folder, { recursive: true })
const closers: (() => unknown)[] = []
if (options.keep === undefined)
  closers.unshift(() => rmSync(folder, { recursive: true, force: true }))
try {
  await run()
} finally {
  for (const close of closers) await close()
}

async function run() {
  const { salons, bookings, rounds, seconds } = options
  const embedded = await startEmbeddedPostgres({ dataDir: folder })
  closers.unshift(embedded.stop)
  const maintenance = code.db.openPool({ url: embedded.prepareUrl, max: 1, name: 'silla-bench' })
  closers.unshift(maintenance.end)
  // for the bulk load: a checkpoint writes each changed page once, however often it has changed
  await maintenance`alter system set max_wal_size = '16GB'`
  await maintenance`select pg_reload_conf()`
  const server = { code, prepareUrl: embedded.prepareUrl, folder }
  const largeSize = { salons, bookings: Math.ceil(bookings / salons) }
  const small = await openTarget(await openDataSet(server, 'silla_small', smallSize))
  const large = await openTarget(
    await openDataSet(server, `silla_large_${salons}_${bookings}`, largeSize),
  )
  await maintenance`checkpoint`
  const [backend] = await maintenance<{ pid: number }[]>`select pg_backend_pid() as pid`
  const postgresPid = parentOf(backend?.pid ?? 0)
  const machine = await describeMachine(maintenance)

  const rows = await prepareRows([small, large], postgresPid, seconds)
  await passNightAndDay(small, postgresPid)
  const night = await passNightAndDay(large, postgresPid)
  const doctor: { small: DoctorSample[]; large: DoctorSample[] } = { small: [], large: [] }
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds}`)
    for (const { measureSmall, measureLarge, row } of rows) {
      row.small.push(await measureSmall())
      row.large.push(await measureLarge())
    }
    doctor.small.push(await measureDoctor(small, postgresPid))
    doctor.large.push(await measureDoctor(large, postgresPid))
  }
  console.log(
    `\n${code.commit} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, ` +
      `PostgreSQL ${machine.postgres}; ${rounds} rounds of ${seconds} s`,
  )
  console.log(reportRows(rows.map(({ row }) => row)))
  const full = await measureDoctor(large, postgresPid, ['--full'])
  console.log(reportDoctor({ ...doctor, full, night }))
}

async function openTarget(dataSet: DataSet): Promise<CallTarget> {
  closers.unshift(dataSet.close)
  const admin = code.db.openPool({ url: dataSet.urls.cli, max: 1, name: 'silla-bench' })
  const database = code.db.openDatabase({ url: dataSet.urls.cli, name: 'silla-bench' })
  closers.unshift(admin.end, database.close)
  return { code, admin, database, dataSet }
}

interface MeasuredRow {
  row: ScaleRow
  measureSmall: () => Promise<Cost>
  measureLarge: () => Promise<Cost>
}

async function prepareRows(
  [small, large]: [CallTarget, CallTarget],
  postgresPid: number,
  seconds: number,
): Promise<MeasuredRow[]> {
  const generator = startGenerator()
  closers.unshift(generator.stop)
  const rows: MeasuredRow[] = []
  for (const request of requestRows) {
    rows.push({
      row: { title: request.title, small: [], large: [] },
      measureSmall: await prepareRequests(request, small.dataSet),
      measureLarge: await prepareRequests(request, large.dataSet),
    })
  }
  for (const call of callRows) {
    rows.push({
      row: { title: call.title, small: [], large: [] },
      measureSmall: () => measureCalls(call, small, postgresPid, seconds),
      measureLarge: () => measureCalls(call, large, postgresPid, seconds),
    })
  }
  return rows

  async function prepareRequests(request: RequestRow, dataSet: DataSet) {
    const { hostname: host, port } = dataSet.api.url
    const load = await generator.prepare({
      host,
      port: Number(port),
      connections,
      requests: requestsTo(dataSet, request),
      order: request.order,
    })
    return async (): Promise<Cost> => {
      const sample = await measure(load, { program: dataSet.api, postgresPid }, seconds)
      const hasFailed = Object.keys(sample.statuses).some((status) => !status.startsWith('2'))
      return { own: sample.programCpu, postgres: sample.postgresCpu, hasFailed }
    }
  }
}
