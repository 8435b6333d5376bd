import { mkdtempSync, rmSync } from 'node:fs'
import { getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Sql } from '@silla/db'
import { startRedis } from '../support/redis.ts'
import { apiSettings } from '../support/servers.ts'
import { openBenchDatabase } from './bench-database.ts'
import type { MeasuredCode } from './code.ts'
import { pagesHost } from './grown-salon.ts'
import { type Generator, startGenerator } from './load.ts'
import type { Measured } from './measurement.ts'
import { childrenOf, type Program, startProgram } from './processes.ts'
import { type BenchSalons, type OpenSalonsOptions, openBenchSalons } from './salons.ts'
import { signInStaff, staffSettings } from './sign-in.ts'

/** Everything that is measured, and what measures it. */
export interface Bench {
  salons: BenchSalons
  api: Measured
  /** APIs of other code, on the same database. */
  others: readonly Measured[]
  /** One API of each code that counts requests in Redis; none where Redis is not installed. */
  openWithRedis(): Promise<Measured[]>
  /** The reference: a bare Fastify route. */
  bare: Measured
  /** Two, for loads that run at the same time. */
  generators: readonly [Generator, Generator]
  /** Connected as the owner of the tables. */
  owner: Sql
  /** Starts one more API process. */
  startApi(): Promise<Program>
  close(): Promise<void>
}

/**
 * Starts a database server with filled diaries, the APIs and the load generators.
 *
 * @param options which salons get the visits that only some rows need; the folders of other code; by how
 *   much PostgreSQL and the second generator yield to the APIs
 */
export async function openBench(
  code: MeasuredCode,
  {
    otherFolders,
    niceness,
    ...options
  }: OpenSalonsOptions & { otherFolders: readonly string[]; niceness: number },
): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-bench-'))
  const closers: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  const close = async () => {
    for (const closer of closers) await closer()
  }
  try {
    return await open()
  } catch (error) {
    await close()
    throw error
  }

  async function open(): Promise<Bench> {
    const { urls, admin, owner, postgresPid } = await openBenchDatabase(code, folder, closers)
    const salons = await openBenchSalons({ code, admin, owner }, options, (slug) =>
      signInStaff(code, { admin, cliUrl: urls.cli }, { slug, role: 'owner' }),
    )

    const start = async (file: string, settings: Record<string, string>) => {
      const program = await startProgram(file, settings)
      closers.unshift(program.stop)
      return program
    }
    const startApi = (checkout = code.folder, settings = {}) =>
      start(join(checkout, 'services/api/bin/api.js'), {
        ...apiSettings(urls.api),
        // pages, assistants and staff have their paths where something is requested of them
        ...(options.withGrown && { PUBLIC_URL: `https://${pagesHost}`, ...staffSettings }),
        ...settings,
      })
    const openWithRedis = async () => {
      const redis = await startRedis()
      if (redis === null) return []
      closers.push(redis.kill)
      const measured: Measured[] = []
      for (const checkout of [code.folder, ...otherFolders])
        measured.push({ program: await startApi(checkout, { REDIS_URL: redis.url }), postgresPid })
      return measured
    }
    const api = await startApi()
    const others: Measured[] = []
    for (const other of otherFolders) others.push({ program: await startApi(other), postgresPid })
    const catalogue = await fetch(new URL('/api/v1/servicios/', api.url), {
      headers: salons.large.publishableHeaders,
    })
    const bare = await start('test/bench/bare.ts', {
      BARE_BYTES: String((await catalogue.arrayBuffer()).byteLength),
    })
    const generators = [startGenerator(), startGenerator()] as const
    closers.unshift(...generators.map(({ stop }) => stop))
    // the connections that PostgreSQL opens later have the priority of their parent
    const yielding = [postgresPid, ...childrenOf(postgresPid), generators[1].pid]
    if (niceness > 0) for (const pid of yielding) setPriority(pid, getPriority() + niceness)
    return {
      salons,
      api: { program: api, postgresPid },
      others,
      openWithRedis,
      bare: { program: bare, postgresPid },
      generators,
      owner,
      startApi: () => startApi(),
      close,
    }
  }
}
