import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { readFileIfExists, SetupError } from '@silla/db'
import type { Account } from './account.ts'
import type { Binaries } from './binaries.ts'
import { cleanEnv, waitForExit } from './child-process.ts'
import type { ClusterDir } from './cluster-dir.ts'
import { startWatchdog } from './watchdog.ts'

export interface Postmaster {
  port: number
  stop(): Promise<void>
  crashed: Promise<SetupError>
}

interface Server {
  dir: ClusterDir
  binaries: Binaries
  account: Account
  /** Undefined: a free one. */
  port: number | undefined
}

/**
 * Starts the server and returns when it accepts connections. The child process does not keep our
 * process alive.
 *
 * @throws SetupError with the end of its log
 */
export async function startPostmaster(server: Server): Promise<Postmaster> {
  const deadline = Date.now() + 5000
  for (;;) {
    const port = server.port ?? (await freePort())
    const child = launch(server, port)
    const watchdog = child.pid === undefined ? null : startWatchdog(child.pid)
    const exit = waitForExit(child)
    exit.then(() => watchdog?.stop())
    if (await isReady(child, server.dir.pgData)) return supervise(child, exit, port, server.dir)
    const failure = await exit
    const log = logTail(server.dir)
    if (!transient.test(log) || Date.now() > deadline)
      throw stopError('did not start', failure, log)
    await wait(20)
  }
}

/** Another process took the port, or child processes of a killed server are still ending. */
const transient = /could not (bind|create any TCP)|shared memory block .* is still in use/

function launch({ dir, binaries, account }: Omit<Server, 'port'>, port: number): ChildProcess {
  const log = openSync(dir.log, 'w', 0o600)
  // detached: Ctrl-C in the terminal must not stop the database before the programs that use it
  const child = spawn(binaries.postgres, ['-D', dir.pgData, ...serverOptions(port)], {
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
 * Waits for the server to accept connections. The server writes its state to the eighth line of
 * postmaster.pid; `pg_ctl` uses it in the same way.
 */
async function isReady(child: ChildProcess, pgData: string): Promise<boolean> {
  const deadline = Date.now() + 60_000
  while (child.pid !== undefined && child.exitCode === null && child.signalCode === null) {
    const lines = readFileIfExists(join(pgData, 'postmaster.pid'))?.split('\n')
    if (lines?.[0] === String(child.pid) && lines[7]?.trim() === 'ready') return true
    if (Date.now() > deadline) child.kill('SIGQUIT')
    await wait(5)
  }
  return false
}

function supervise(
  child: ChildProcess,
  exit: Promise<string | null>,
  port: number,
  dir: ClusterDir,
): Postmaster {
  let isStopping = false
  child.unref()
  return {
    port,
    stop: async () => {
      isStopping = true
      child.ref()
      child.kill('SIGINT')
      const ended = new AbortController()
      const timeout = wait(1500, null, { signal: ended.signal }).then(
        () => child.kill('SIGQUIT'),
        () => {},
      )
      await exit
      ended.abort()
      await timeout
    },
    crashed: new Promise((resolve) => {
      exit.then((failure) => {
        if (!isStopping) resolve(stopError('ended unexpectedly', failure, logTail(dir)))
      })
    }),
  }
}

const stopError = (event: string, failure: string | null, log: string) =>
  new SetupError(`PostgreSQL ${event} (${failure ?? 'exit code 0'}). The end of its log:\n${log}`)

const logTail = (dir: ClusterDir) =>
  (readFileIfExists(dir.log) ?? '').trim().split('\n').slice(-12).join('\n')

/** A port that was free a moment ago; if another process takes it, the start is retried. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}
