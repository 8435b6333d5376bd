import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'

/** A program of ours in a process of its own, as tests see it: what it says, how it ends. */
export interface Program {
  pid: number
  /** The next line of standard output; '' when the program ended without another. */
  line(): Promise<string>
  kill(signal: NodeJS.Signals): void
  /** How it ended: the exit code or the signal, and everything it said on standard error. */
  ended: Promise<{ how: number | NodeJS.Signals; errors: string }>
}

/** Runs a file of this folder. It does not outlive its test. */
export function runProgram(t: TestContext, file: string, ...args: string[]): Program {
  const path = fileURLToPath(new URL(file, import.meta.url))
  const child = spawn(
    process.execPath,
    [...process.execArgv.filter((arg) => !arg.startsWith('--test')), path, ...args],
    {
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  t.after(() => child.kill('SIGKILL'))
  return watch(child)
}

export function watch(child: ChildProcess): Program {
  const { stdout, stderr, pid } = child
  if (!stdout || !stderr || pid === undefined) throw new Error('the program did not start')
  const lines = createInterface(stdout)[Symbol.asyncIterator]()
  let errors = ''
  stderr.setEncoding('utf8').on('data', (text) => {
    errors += text
  })
  return {
    pid,
    line: async () => (await lines.next()).value ?? '',
    kill: (signal) => child.kill(signal),
    ended: once(child, 'close').then(([code, signal]) => ({ how: signal ?? code, errors })),
  }
}

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
