import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A program in its own process: its output and its end. */
export interface Program {
  pid: number
  /** The next line of standard output; null after the last one. */
  line(): Promise<string | null>
  kill(signal: NodeJS.Signals): void
  /** Resolves when its output is closed: the exit code or signal, and its standard error. */
  ended: Promise<{ exit: number | NodeJS.Signals; errors: string }>
}

/** Runs a file of this folder; killed after the test. */
export function runProgram(t: TestContext, file: string, ...args: string[]): Program {
  const path = fileURLToPath(new URL(file, import.meta.url))
  return launch(t, process.execPath, [
    ...process.execArgv.filter((arg) => !arg.startsWith('--test')),
    path,
    ...args,
  ])
}

/** Runs `npm start -- <args>`, without npm. */
export function runStart(t: TestContext, env: Record<string, string>, ...args: string[]): Program {
  return launch(
    t,
    process.execPath,
    ['--conditions=@silla/source', 'services/dev/bin/start.js', ...args],
    env,
  )
}

/** Runs `npm start` with npm. */
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
    ended: once(child, 'close').then(([code, signal]) => ({ exit: signal ?? code, errors })),
  }
}

const repository = fileURLToPath(new URL('../../', import.meta.url))

export interface ProcessRow {
  pid: number
  parent: number
  command: string
}

/** All processes of this machine. */
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
