import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { atEnd } from '../support/at-end.ts'
import { type Server, startServer } from '../support/servers.ts'

/** The programs of one release, from its checkout. */
export interface ReleasePrograms {
  startApi(): Promise<Server>
  startWorker(): Promise<Server>
  /** Runs a command. */
  run(line: string): Promise<CommandResult>
  /** Runs a command with `--json`. @throws Error with its output if it fails */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects
  json(line: string): Promise<any>
}

export interface CommandResult {
  code: number
  stdout: string
  stderr: string
}

/** @param settings what all of them find in their environment. `endFile` stops them. */
export function releasePrograms(
  checkout: string,
  settings: Record<string, string>,
): ReleasePrograms {
  const start = async (file: string) => {
    const server = await startServer(join(checkout, file), { ...settings, PORT: '0' })
    atEnd(server.kill)
    return server
  }

  async function run(line: string): Promise<CommandResult> {
    const program = join(checkout, 'cli/bin/silla.js')
    const child = spawn(
      process.execPath,
      ['--conditions=@silla/source', program, ...line.split(' ')],
      {
        cwd: tmpdir(),
        env: { PATH: process.env.PATH, HOME: tmpdir(), ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    )
    const ended = once(child, 'exit')
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = await ended
    return { code: Number(code), stdout, stderr }
  }

  return {
    startApi: () => start('services/api/bin/api.js'),
    startWorker: () => start('services/worker/bin/worker.js'),
    run,
    async json(line) {
      const { code, stdout, stderr } = await run(`${line} --json`)
      if (code !== 0) throw new Error(`silla ${line}: ${stdout}${stderr}`)
      return JSON.parse(stdout)
    },
  }
}
