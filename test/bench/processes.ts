import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseEnv } from 'node:util'
import type { LongestPass, PassesCommand } from './passes.ts'

/** A program that is measured. */
export interface Program {
  /** Only of one that serves HTTP. */
  readonly url: URL
  /** CPU time of all its threads since it started. */
  cpuMicroseconds(): number
  residentMegabytes(): number
  /** The most it has ever had. */
  peakResidentMegabytes(): number
  /** How long the thread of its event loop was ready to run and had no core, since it started. */
  waitedMilliseconds(): number
  /** The longest pass of its event loop during some work, in milliseconds of CPU time. */
  longestPass(work: () => Promise<unknown>): Promise<number>
  stop(): Promise<unknown>
}

/** The settings of the runtime that operators get with `.env.example`. */
const { NODE_OPTIONS, MALLOC_MMAP_THRESHOLD_ } = parseEnv(readFileSync('.env.example', 'utf8'))

const passesFile = fileURLToPath(new URL('passes.ts', import.meta.url))

/** Starts a program as a production server does, and waits until it listens. */
export async function startProgram(
  file: string,
  settings: Record<string, string>,
): Promise<Program> {
  const child = spawn(process.execPath, [file], {
    // the log is written, as in production, and discarded
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      // the warning is about the clock of the passes
      NODE_OPTIONS: `${NODE_OPTIONS} --disable-warning=ExperimentalWarning --import ${passesFile}`,
      MALLOC_MMAP_THRESHOLD_,
      ...settings,
    },
  })
  const started = await Promise.race([
    once(child, 'message').then(([message]) => message as { listening: string }),
    once(child, 'exit').then(() => null),
  ])
  if (started === null) throw new Error(`${file} did not start`)
  const pid = child.pid as number
  return {
    get url() {
      return new URL(started.listening)
    },
    cpuMicroseconds: () => cpuOf(pid).own,
    residentMegabytes: () => statusMegabytes(pid, 'VmRSS'),
    peakResidentMegabytes: () => statusMegabytes(pid, 'VmHWM'),
    waitedMilliseconds: () =>
      Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[1]) / 1e6,
    async longestPass(work) {
      await send('begin passes')
      await work()
      return send('end passes')
    },
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }

  async function send(command: PassesCommand): Promise<number> {
    child.send(command)
    const [{ longestPassMilliseconds }] = (await once(child, 'message')) as [LongestPass]
    return longestPassMilliseconds
  }
}

/** CPU time of a process with its descendants, those that have ended included. */
export function treeCpuMicroseconds(pid: number): number {
  const running = childrenOf(pid).map(treeCpuMicroseconds)
  const { own, endedChildren } = cpuOf(pid)
  return own + endedChildren + running.reduce((sum, microseconds) => sum + microseconds, 0)
}

/** The running processes that a process has started; none when it has ended. */
export function childrenOf(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return (text.match(/\d+/g) ?? []).map(Number)
  } catch {
    return []
  }
}

/** The parent of a process: of a PostgreSQL backend, the server. */
export const parentOf = (pid: number): number => statFields(pid)[1] ?? 0

const microsecondsPerTick = 10_000

function cpuOf(pid: number): { own: number; endedChildren: number } {
  const [user = 0, system = 0, childUser = 0, childSystem = 0] = statFields(pid).slice(11)
  return {
    own: (user + system) * microsecondsPerTick,
    endedChildren: (childUser + childSystem) * microsecondsPerTick,
  }
}

/** The fields of /proc/PID/stat from the third, the state; empty when the process has ended. */
function statFields(pid: number): number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // the second field is the name in parentheses, which may contain spaces
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return []
  }
}

function statusMegabytes(pid: number, field: string): number {
  const text = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(text)?.[1]) / 1024)
}
