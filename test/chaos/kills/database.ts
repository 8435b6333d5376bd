import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { type DatabaseUrls, migrate, rolePasswords, type Sql, setupDatabase } from '@silla/db'
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@silla/embedded-postgres'
import { clusterDir } from '../../../packages/embedded-postgres/src/cluster-dir.ts'
import { atEnd } from '../../support/at-end.ts'
import type { Random } from '../../support/random.ts'
import { withPool } from '../../support/with-pool.ts'
import type { Outage } from './faults.ts'

/** A PostgreSQL server with its own disk, that can be killed, frozen and starved of space. */
export interface ChaosDatabase {
  urls: DatabaseUrls
  /** Runs queries as a role on a connection of their own; again while the server recovers. */
  query<T>(role: keyof DatabaseUrls, work: (sql: Sql) => Promise<T>): Promise<T>
  /** Kills the server with SIGKILL and starts it again at the same address. */
  killServer(): Promise<void>
  /** Kills one backend with SIGKILL, after which the server ends all others and recovers. */
  killBackend(random: Random): void
  /** Stops all processes of the server for a while with SIGSTOP. */
  freeze(milliseconds: number): Promise<void>
  /** Leaves no space on the disk for a while. Null: there is no separate disk. */
  fillDisk: ((milliseconds: number) => Promise<Outage>) | null
}

const diskMegabytes = 400
const recoverWithinMilliseconds = 60_000

/**
 * Starts the server with its default durability; as root on a disk of its own, a tmpfs. `endFile`
 * removes both.
 */
export async function openDatabase(): Promise<ChaosDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'silla-chaos-'))
  const disk = join(folder, 'disk')
  // under root the server runs as another account, which has to reach the disk
  chmodSync(folder, 0o711)
  mkdirSync(disk, { mode: 0o711 })
  const hasDisk = mountDisk(disk)
  atEnd(async () => {
    if (hasDisk) execFileSync('umount', [disk])
    rmSync(folder, { recursive: true, force: true })
  })
  let port: number | undefined
  let server = await start()
  atEnd(() => server.stop())
  port = Number(new URL(server.prepareUrl).port)
  await limitLog(server.prepareUrl)
  const urls = await setupDatabase({
    prepareUrl: server.prepareUrl,
    database: 'silla_chaos',
    passwords: rolePasswords(server.prepareUrl, disk),
  })
  await migrate(urls.migrator)

  return {
    urls,
    query: (role, work) => retried(() => withPool(urls[role], work)),
    async killServer() {
      const { crashed } = server
      process.kill(serverPid(), 'SIGKILL')
      await crashed
      await restart()
    },
    killBackend(random) {
      const backends = processesOf(serverPid()).filter(({ title }) =>
        /postgres: silla_/.test(title),
      )
      if (backends.length > 0) process.kill(random.pick(backends).pid, 'SIGKILL')
    },
    async freeze(milliseconds) {
      const pids = [serverPid(), ...processesOf(serverPid()).map(({ pid }) => pid)]
      for (const pid of pids) signal(pid, 'SIGSTOP')
      await wait(milliseconds)
      for (const pid of pids) signal(pid, 'SIGCONT')
    },
    fillDisk: hasDisk ? fillDisk : null,
  }

  function start(): Promise<EmbeddedPostgres> {
    return startEmbeddedPostgres({ dataDir: disk, ...(port !== undefined && { port }) })
  }

  async function restart() {
    await server.stop()
    server = await start()
  }

  function serverPid(): number {
    const file = join(clusterDir(disk).pgData, 'postmaster.pid')
    return Number(readFileSync(file, 'utf8').split('\n')[0])
  }

  /** A server that cannot write its log ends itself; it is started again when there is space. */
  async function fillDisk(milliseconds: number): Promise<Outage> {
    const file = join(disk, 'filler')
    let hasCrashed = false
    server.crashed.then(() => {
      hasCrashed = true
    })
    fill(file)
    const deadline = performance.now() + milliseconds
    while (performance.now() < deadline && !hasCrashed) {
      await useUpLog(server.prepareUrl)
      fill(file)
    }
    rmSync(file)
    return { since: performance.now(), restarted: restartIfEnded() }

    async function restartIfEnded() {
      // a server that runs out of space while it recovers ends a moment later
      await Promise.race([server.crashed, wait(500)])
      if (hasCrashed) await restart()
    }
  }
}

function fill(file: string) {
  try {
    // a write that does not fit fails and may leave a part of it
    for (;;) writeFileSync(file, Buffer.alloc(2 ** 18), { flag: 'a' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/** Makes the server continue in the next file of its log, which it has to create at some time. */
async function useUpLog(prepareUrl: string) {
  await withPool(prepareUrl, (sql) => sql`select pg_switch_wal()`).catch(() => {})
  await wait(100)
}

async function retried<T>(work: () => Promise<T>): Promise<T> {
  const deadline = performance.now() + recoverWithinMilliseconds
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() > deadline) throw error
      await wait(100)
    }
  }
}

/** False where this account may not mount. */
function mountDisk(folder: string): boolean {
  try {
    const options = `size=${diskMegabytes}m,mode=711`
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** The disk has room for the data and little of the log. */
async function limitLog(prepareUrl: string) {
  await withPool(prepareUrl, async (sql) => {
    await sql`alter system set max_wal_size = '96MB'`
    await sql`alter system set min_wal_size = '32MB'`
    await sql`select pg_reload_conf()`
  })
}

/** The child processes of a server, with their titles. */
function processesOf(parent: number): { pid: number; title: string }[] {
  const lines = execFileSync('ps', ['-ww', '-A', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return lines.split('\n').flatMap((line) => {
    const [, pid, ppid, title = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? []
    return Number(ppid) === parent ? [{ pid: Number(pid), title }] : []
  })
}

/** A process may have ended meanwhile. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
