import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { promisify } from 'node:util'
import { patienceMilliseconds } from '../support/in-time.ts'
import { program } from './run-silla.ts'

/** A terminal with a shell in which `silla` is defined. */
export interface Terminal {
  /** Types a line and Enter. A line that starts with `clear; ` is typed on the cleared screen. */
  type(line: string): Promise<void>
  /** Presses keys, by their names in tmux: `C-c`, `Down`. */
  press(...keys: string[]): Promise<void>
  /** Waits until the screen matches, and returns it. */
  waitFor(pattern: RegExp): Promise<string>
  /** The text of the screen, optionally with colours. */
  screen(options?: { colours: boolean }): Promise<string>
  /** Sends SIGTERM to the running command. */
  terminate(): Promise<void>
  close(): Promise<void>
}

/** Null if tmux is not installed. */
export async function openTerminal(
  env: Record<string, string>,
  { columns = 100, rows = 40 }: { columns?: number; rows?: number } = {},
): Promise<Terminal | null> {
  const server = `silla-${process.pid}-${++terminals}`
  const tmux = async (...args: string[]) =>
    (await run('tmux', ['-L', server, '-f', '/dev/null', ...args])).stdout
  if (
    !(await run('tmux', ['-V']).then(
      () => true,
      () => false,
    ))
  )
    return null
  const environment = {
    PATH: process.env.PATH ?? '',
    HOME: tmpdir(),
    TERM: 'screen-256color',
    PS1: '$ ',
    ...env,
  }
  const variables = Object.entries({ SILLA_DATA_DIR: '/nowhere', ...environment }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', ...size, 'env', '-i', ...variables, 'sh')
  const terminal: Terminal = {
    async type(line) {
      if (line.startsWith('clear; ')) {
        await terminal.type('clear')
        await terminal.waitFor(/^\$$/)
      }
      await tmux('send-keys', '-l', line)
      await tmux('send-keys', 'Enter')
    },
    async press(...keys) {
      await tmux('send-keys', ...keys)
    },
    async waitFor(pattern) {
      const deadline = Date.now() + patienceMilliseconds
      for (;;) {
        const screen = await terminal.screen()
        if (pattern.test(screen)) return screen
        if (Date.now() > deadline)
          throw new Error(`The terminal does not show ${pattern}:\n${screen}`)
        // each look at the screen starts a process
        await setTimeout(25)
      }
    },
    async screen({ colours } = { colours: false }) {
      return (await tmux('capture-pane', '-p', ...(colours ? ['-e'] : []))).trimEnd()
    },
    async terminate() {
      const shell = await tmux('display-message', '-p', '#{pane_pid}')
      await run('pkill', ['-TERM', '-P', shell.trim()])
    },
    async close() {
      await tmux('kill-server')
    },
  }
  await terminal.type(
    `silla() { '${process.execPath}' --conditions=@silla/source '${program}' "$@"; }; clear`,
  )
  return terminal
}

let terminals = 0
const run = promisify(execFile)
