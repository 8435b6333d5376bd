import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A program of ours in a process of its own, as tests see it: what it says, how it ends. */
export interface Program {
  pid: number
  /** The next line of standard output; null when there will be none. */
  line(): Promise<string | null>
  kill(signal: NodeJS.Signals): void
  /**
   * How it ended, when nobody holds its output any more: the exit code or the signal, and
   * everything it said on standard error.
   */
  ended: Promise<{ how: number | NodeJS.Signals; errors: string }>
}

/** Runs a file of this folder. It does not outlive its test. */
export function runProgram(t: TestContext, file: string, ...args: string[]): Program {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return launch(t, process.execPath, [
    ...process.execArgv.filter((arg) => !arg.startsWith('--test')),
    path,
    ...args,
  ])
}

/** What `npm start -- <args>` runs, without npm. */
export function runStart(t: TestContext, env: Record<string, string>, ...args: string[]): Program {
  return launch(
    t,
    process.execPath,
    ['--conditions=@silla/source', 'services/dev/bin/start.js', ...args],
    env,
  )
}

/** `npm start` as a person types it. */
export const runNpmStart = (t: TestContext, env: Record<string, string>): Program =>
  launch(t, 'npm', ['start'], env)

function launch(
  t: TestContext,
  command: string,
  args: string[],
  env: Record<string, string> = {},
): Program {
  const child = spawn(command, args, {
    cwd: repository,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  t.after(() => child.kill('SIGKILL'))
  if (child.pid === undefined) throw new Error(`${command} did not start`)
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]()
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return {
    pid: child.pid,
    line: async () => (await lines.next()).value ?? null,
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code, signal]) => ({ how: signal ?? code, errors })),
  }
}

const repository = fileURLToPath(new URL('../../', import.meta.url))

export interface ProcessRow {
  pid: number
  parent: number
  command: string
}

/** Every process of this machine. */
export function processes(): ProcessRow[] {
  const table = execFileSync('ps', ['-eww', '-o', 'pid=,ppid=,command='], { encoding: 'utf8' })
  return table
    .trim()
    .split('\n')
    .map((row) => {
      const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(row) ?? []
      return { pid: Number(pid), parent: Number(parent), command: command ?? '' }
    })
}
