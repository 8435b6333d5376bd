import assert from 'node:assert/strict'
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startStopwatch } from '../support/stopwatch.ts'

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
  return launch(t, process.execPath, ['--conditions=@silla/source', path, ...args])
}

/** Runs `npm start -- <args>`, without npm. */
export function runStart(t: TestContext, env: Record<string, string>, ...args: string[]): Program {
  return launch(
    t,
    process.execPath,
    ['--conditions=@silla/source', 'services/dev/bin/start.js', ...args],
    { ...defaults, ...env },
  )
}

/** Runs `npm start -- <args>` with npm. */
export const runNpmStart = (
  t: TestContext,
  env: Record<string, string>,
  ...args: string[]
): Program => launch(t, 'npm', ['start', '--', ...args], { ...defaults, ...env })

/** A free port, the embedded server and the fake Stripe, whatever this process is started with. */
const defaults = { PORT: '0', PREPARE_DATABASE_URL: '', STRIPE_SECRET_KEY: '' }

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

/** Sends a signal and checks that a program and what it has started end without an error. */
export async function stops(program: Program, signal: NodeJS.Signals, dataDir: string) {
  const stop = startStopwatch()
  program.kill(signal)
  assert.deepEqual(await program.ended, { exit: 0, errors: '' })
  const milliseconds = stop()
  assert.ok(milliseconds < 2000, `it stopped after ${milliseconds} ms:\n${lastLogLines(dataDir)}`)
  assert.deepEqual(
    processes().filter(({ command }) => command.includes(dataDir)),
    [],
  )
}

/** When the programs began to stop, and when they had stopped. */
const lastLogLines = (dataDir: string) =>
  ['postgres/server.log', 'api.log', 'worker.log']
    .map((file) => join(dataDir, file))
    .filter((path) => existsSync(path))
    .flatMap((path) => readFileSync(path, 'utf8').trim().split('\n').slice(-8))
    .join('\n')

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
