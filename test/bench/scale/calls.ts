import { execFile } from 'node:child_process'
import type { Database, Sql } from '@silla/db'
import type { MeasuredCode } from '../code.ts'
import { treeCpuMicroseconds } from '../processes.ts'
import type { DataSet } from './data-set.ts'
import type { Cost } from './report.ts'

/** Work of commands and of the worker that is measured on both data sets, without HTTP. */
export interface CallRow {
  title: string
  run: (target: CallTarget) => Promise<unknown>
}

/** A data set, with connections as the command line has. */
export interface CallTarget {
  code: MeasuredCode
  admin: Sql
  database: Database
  dataSet: DataSet
}

const firstPage = { offset: 0, limit: 50 }

const staffOf = ({ code, admin, database, dataSet }: CallTarget) => {
  const salon = dataSet.salons[Math.floor(Math.random() * dataSet.salons.length)]
  const parts = { admin, database, clock: code.core.systemClock }
  return code.core.operatorContext(parts, salon?.slug ?? '', { action: 'bench.scale', detail: {} })
}

const search =
  (text: string): CallRow['run'] =>
  async (target) =>
    target.code.core.searchCustomers(await staffOf(target), { text, ...firstPage })

export const callRows: CallRow[] = [
  { title: 'customers search, a name', run: search('lucia prado') },
  { title: 'customers search, a phone number', run: search('600 000 01') },
  {
    title: 'businesses list',
    run: ({ code, admin }) => code.core.listBusinesses(admin, firstPage),
  },
  {
    title: 'jobs list',
    run: ({ code, admin }) => code.core.listJobs(admin, { onlyDead: false, ...firstPage }),
  },
  {
    title: 'jobs list --dead',
    run: ({ code, admin }) => code.core.listJobs(admin, { onlyDead: true, ...firstPage }),
  },
  {
    title: 'nightly maintenance of a salon',
    run: async (target) => target.code.core.nightlyMaintenance(await staffOf(target)),
  },
]

/** Calls one after another; the caller is this process. */
export async function measureCalls(
  { run }: CallRow,
  target: CallTarget,
  postgresPid: number,
  seconds: number,
): Promise<Cost> {
  await run(target)
  const before = process.cpuUsage()
  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const deadline = performance.now() + seconds * 1000
  let calls = 0
  do {
    await run(target)
    calls++
  } while (performance.now() < deadline)
  const { user, system } = process.cpuUsage(before)
  return {
    own: (user + system) / calls,
    postgres: (treeCpuMicroseconds(postgresPid) - postgresBefore) / calls,
    hasFailed: false,
  }
}

/** One run of `silla db doctor` with these flags; seconds. */
export interface DoctorSample {
  elapsed: number
  postgresCpu: number
  /** The problems that it printed; without a worker there are some. */
  output: string
}

export async function measureDoctor(
  { code, dataSet }: CallTarget,
  postgresPid: number,
  flags: readonly string[] = [],
): Promise<DoctorSample> {
  const postgresBefore = treeCpuMicroseconds(postgresPid)
  const startedAt = performance.now()
  const output = await new Promise<string>((resolve) => {
    const child = execFile(
      process.execPath,
      ['--conditions=@silla/source', 'cli/bin/silla.js', 'db', 'doctor', '--quiet', ...flags],
      { cwd: code.folder, env: { PATH: process.env.PATH, CLI_DATABASE_URL: dataSet.urls.cli } },
      (_, stdout, stderr) => resolve(stdout + stderr),
    )
    child.stdin?.end()
  })
  return {
    elapsed: (performance.now() - startedAt) / 1000,
    postgresCpu: (treeCpuMicroseconds(postgresPid) - postgresBefore) / 1e6,
    output,
  }
}
