import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readFileIfExists, SetupError } from '@silla/db'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { ClusterDir } from './cluster-dir.ts'
import { cleanEnv } from './init-cluster.ts'
import { waitForExit } from './wait-for-exit.ts'
import { startWatchdog } from './watchdog.ts'

export interface Postmaster {
  port: number
  stop(): Promise<void>
  crashed: Promise<SetupError>
}

interface Setting {
  home: ClusterDir
  binaries: Binaries
  account: Account
}

/**
 * Runs the server and comes back when it takes connections. It does not keep our process alive.
 *
 * @throws SetupError with the end of its log
 */
export async function runPostmaster(setting: Setting): Promise<Postmaster> {
  const deadline = Date.now() + 5000
  for (;;) {
    const port = await freePort()
    const child = launch(setting, port)
    const watchdog = child.pid === undefined ? null : startWatchdog(child.pid)
    const exit = waitForExit(child)
    exit.then(() => watchdog?.dismiss())
    if (await ready(child, setting.home.cluster)) return supervise(child, exit, port, setting.home)
    const problem = await exit
    const log = logTail(setting.home)
    if (!passing.test(log) || Date.now() > deadline) throw stopped('did not start', problem, log)
    await wait(20)
  }
}

/**
 * Somebody took the port before us, or children of a server that was killed are still on their way
 * out.
 */
const passing = /could not (bind|create any TCP)|shared memory block .* is still in use/

function launch({ home, binaries, account }: Setting, port: number): ChildProcess {
  const log = openSync(home.log, 'w', 0o600)
  // in a session of its own, so that Ctrl-C in our terminal does not stop the database before its
  // users
  const child = spawn(binaries.postgres, ['-D', home.cluster, ...serverOptions(port)], {
    ...account,
    ...cleanEnv,
    detached: true,
    stdio: ['ignore', log, log],
  })
  closeSync(log)
  return child
}

const serverOptions = (port: number): string[] =>
  Object.entries({
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    max_connections: 100,
    jit: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    lc_messages: 'C',
  }).flatMap(([name, value]) => ['-c', `${name}=${value}`])

/**
 * The server writes its state into the eighth line of its process note; `pg_ctl` waits in the same
 * way.
 */
async function ready(child: ChildProcess, cluster: string): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const note = readFileIfExists(join(cluster, 'postmaster.pid'))?.split('\n')
    if (note?.[0] === String(child.pid) && note[7]?.trim() === 'ready') return true
    if (Date.now() > deadline) child.kill('SIGQUIT')
    await wait(5)
  }
  return false
}

function supervise(
  child: ChildProcess,
  exit: Promise<string | null>,
  port: number,
  home: ClusterDir,
): Postmaster {
  let requested = false
  child.unref()
  return {
    port,
    stop: async () => {
      requested = true
      child.ref()
      child.kill('SIGINT')
      const patience = new AbortController()
      const impatient = wait(1500, null, { signal: patience.signal }).then(
        () => child.kill('SIGQUIT'),
        () => {},
      )
      await exit
      patience.abort()
      await impatient
    },
    crashed: new Promise((resolve) => {
      exit.then((how) => {
        if (!requested) resolve(stopped('ended by itself', how, logTail(home)))
      })
    }),
  }
}

const stopped = (what: string, how: string | null, log: string) =>
  new SetupError(`PostgreSQL ${what} (${how ?? 'exit code 0'}). The end of its log:\n${log}`)

const logTail = (home: ClusterDir) =>
  (readFileIfExists(home.log) ?? '').trim().split('\n').slice(-12).join('\n')

/** Free a moment ago; whoever loses it in between tries another. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
