import { execFile } from 'node:child_process'
import { tmpdir } from 'node:os'
import { promisify } from 'node:util'
import { program } from './run-silla.ts'

/** A real terminal with a shell in it, in which `silla` is the command line. */
export interface Terminal {
  /**
   * Types a line and Enter. One that begins with `clear` is typed once nothing is left of what
   * stood there.
   */
  types(line: string): Promise<void>
  /** Presses keys by tmux's names: `C-c`, `Down`. */
  presses(...keys: string[]): Promise<void>
  /** Waits until the screen shows it, and answers the screen. */
  shows(what: RegExp): Promise<string>
  /** What the screen shows, with its colours when asked for. */
  screen(how?: { colours: boolean }): Promise<string>
  /** Ends what runs in it as a supervisor would, by SIGTERM. */
  ends(): Promise<void>
  close(): Promise<void>
}

/** Null where there is no tmux. */
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
  const observation = {
    PATH: process.env.PATH ?? '',
    HOME: tmpdir(),
    TERM: 'screen-256color',
    PS1: '$ ',
    ...env,
  }
  const variables = Object.entries({ SILLA_DATA_DIR: '/nowhere', ...observation }).map(
    ([name, value]) => `${name}=${value}`,
  )
  const size = ['-x', String(columns), '-y', String(rows)]
  await tmux('new-session', '-d', ...size, 'env', '-i', ...variables, 'sh')
  const terminal: Terminal = {
    async types(line) {
      if (line.startsWith('clear; ')) {
        await terminal.types('clear')
        await terminal.shows(/^\$$/)
      }
      await tmux('send-keys', '-l', line)
      await tmux('send-keys', 'Enter')
    },
    async presses(...keys) {
      await tmux('send-keys', ...keys)
    },
    async shows(what) {
      const deadline = Date.now() + 30_000
      for (;;) {
        const screen = await terminal.screen()
        if (what.test(screen)) return screen
        if (Date.now() > deadline) throw new Error(`The terminal never shows ${what}:\n${screen}`)
      }
    },
    async screen({ colours } = { colours: false }) {
      return (await tmux('capture-pane', '-p', ...(colours ? ['-e'] : []))).trimEnd()
    },
    async ends() {
      const shell = await tmux('display-message', '-p', '#{pane_pid}')
      await run('pkill', ['-TERM', '-P', shell.trim()])
    },
    async close() {
      await tmux('kill-server')
    },
  }
  await terminal.types(
    `silla() { '${process.execPath}' --conditions=@silla/source '${program}' "$@"; }; clear`,
  )
  return terminal
}

let terminals = 0
const run = promisify(execFile)
