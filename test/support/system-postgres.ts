import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { networkInterfaces, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { serverAccount } from '../../packages/embedded-postgres/src/account.ts'
import { freePort } from './free-port.ts'
import { patienceMilliseconds } from './in-time.ts'

/** A server of Debian's PostgreSQL, which has the client programs that the embedded one lacks. */
export interface SystemPostgres {
  /** A superuser on the loopback address. */
  url: string
  port: number
  /** The folder of pg_dump, pg_basebackup and the others. */
  binDir: string
  /** The server's files. */
  dataDir: string
  /** A folder that the server's account owns, removed by `close`. */
  folder: string
  /** The folder of its unix socket. */
  socketFolder: string
  /** Stops all its processes, which then neither answer nor close a connection. */
  freeze(): void
  /** SIGKILL to the server and all its processes, as when its machine fails. */
  kill(): Promise<void>
  /** Ends the server and its connections: `fast` as for an upgrade, `immediate` without a checkpoint. */
  stop(mode: 'fast' | 'immediate'): Promise<void>
  /** Starts the server that was stopped, and resolves when it takes connections. */
  start(): Promise<void>
  close(): Promise<void>
}

/** Whether the loopback interface has an IPv6 address. */
export const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((each) => each?.address === '::1')

/** The password of the superuser. */
export const systemPassword = 'correct-horse'

const debianFolder = '/usr/lib/postgresql'

/** The programs of the newest installed version; null where Debian's PostgreSQL is not installed. */
export function systemBinDir(): string | null {
  const versions = existsSync(debianFolder) ? readdirSync(debianFolder).map(Number) : []
  return (
    versions
      .filter((version) => version >= 15)
      .sort((a, b) => b - a)
      .map((version) => join(debianFolder, String(version), 'bin'))
      .find((folder) => existsSync(join(folder, 'initdb'))) ?? null
  )
}

/** The reason to skip a test that needs `systemBinDir`; false where it can run, as on CI. */
export const skipWithoutSystemPostgres: string | false =
  systemBinDir() === null ? "needs Debian's postgresql package, which .ci/run installs" : false

/**
 * Starts a new server, with test data that needs no disk.
 *
 * @param options.settings of postgresql.conf
 * @param options.fill creates the server's files; by default initdb does
 */
export async function startSystemPostgres(
  options: {
    settings?: Record<string, string>
    port?: number
    fill?: (dataDir: string, run: (program: string, args: string[]) => void) => void
  } = {},
): Promise<SystemPostgres> {
  const binDir = systemBinDir()
  if (binDir === null) throw new Error("Debian's postgresql package is not installed")
  const folder = mkdtempSync(join(tmpdir(), 'silla-postgres-'))
  const dataDir = join(folder, 'data')
  const account = serverAccount({ pgData: dataDir })
  const identity = { ...account, cwd: '/', env: { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' } }
  if (account) chownSync(folder, account.uid, account.gid)
  chmodSync(folder, 0o755)
  const run = (program: string, args: string[]) =>
    void execFileSync(join(binDir, program), args, { ...identity, stdio: 'pipe' })
  if (options.fill) options.fill(dataDir, run)
  else {
    const passwordFile = join(folder, 'password')
    writeFileSync(passwordFile, systemPassword)
    const authentication = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`]
    run('initdb', ['-D', dataDir, '-U', 'postgres', '-E', 'UTF8', '--locale=C', ...authentication])
  }
  const port = options.port ?? (await freePort())
  const sockets = join(folder, 'sockets')
  mkdirSync(sockets, { recursive: true })
  if (account) chownSync(sockets, account.uid, account.gid)
  const settings = {
    port: String(port),
    listen_addresses: hasIpv6 ? '127.0.0.1,::1' : '127.0.0.1',
    unix_socket_directories: sockets,
    fsync: 'off',
    full_page_writes: 'off',
    // as on the servers of Silla: pg_dump and pg_restore would compile their queries
    jit: 'off',
    ...options.settings,
  }
  const launch = () =>
    spawn(
      join(binDir, 'postgres'),
      [
        '-D',
        dataDir,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { ...identity, stdio: 'ignore' },
    )
  let server = launch()
  const url = `postgres://postgres:${systemPassword}@127.0.0.1:${port}/postgres`
  const ends = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill(signal)
    await ended
  }
  const close = async () => {
    for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) signal(pid, 'SIGCONT')
    await ends('SIGQUIT')
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    await accepts(server, binDir, port)
  } catch (error) {
    await close()
    throw error
  }
  return {
    url,
    port,
    binDir,
    dataDir,
    folder,
    socketFolder: sockets,
    freeze: () => {
      for (const pid of [server.pid ?? 0, ...childrenOf(server.pid ?? 0)]) signal(pid, 'SIGSTOP')
    },
    kill: async () => {
      const children = childrenOf(server.pid ?? 0)
      await ends('SIGKILL')
      for (const pid of children) signal(pid, 'SIGKILL')
    },
    stop: (mode) => ends(mode === 'fast' ? 'SIGINT' : 'SIGQUIT'),
    start: () => {
      server = launch()
      return accepts(server, binDir, port)
    },
    close,
  }
}

async function accepts(server: ChildProcess, binDir: string, port: number): Promise<void> {
  const deadline = Date.now() + patienceMilliseconds
  while (server.exitCode === null && Date.now() < deadline) {
    const probe = spawn(join(binDir, 'pg_isready'), ['-q', '-h', '127.0.0.1', '-p', String(port)])
    const [code] = await once(probe, 'exit')
    if (code === 0) return
    await wait(20)
  }
  throw new Error(`PostgreSQL in ${binDir} did not start`)
}

const childrenOf = (pid: number): number[] => {
  try {
    return execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
      .split('\n')
      .map(Number)
      .filter((child) => child > 0)
  } catch {
    return []
  }
}

/** A process that has ended meanwhile is ignored. */
function signal(pid: number, name: NodeJS.Signals) {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}
