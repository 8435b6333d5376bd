import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { holdToPublished } from './published-answer.ts'

export interface Ran {
  code: number
  stdout: string
  stderr: string
  /** What --json printed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects; anything else is undefined and fails there
  json(): any
}

/**
 * Runs the CLI as a shell would: through its own program, in a process of its own, with pipes for a
 * terminal. It knows nothing of the environment but what is given. What it answers with --json is
 * what is published, or this fails.
 */
export async function runSilla(
  args: string[],
  env: Record<string, string> = {},
  folder = tmpdir(),
): Promise<Ran> {
  const nowhere = { SILLA_DATA_DIR: `${tmpdir()}/silla-no-such-folder` }
  const child = spawn(process.execPath, ['--conditions=@silla/source', program, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...nowhere, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [stdout, stderr, code] = await Promise.all([
    textOf(child.stdout),
    textOf(child.stderr),
    new Promise<number>((resolve, reject) => {
      child.on('error', reject)
      child.on('exit', (exitCode, signal) =>
        exitCode === null ? reject(new Error(`ended by ${signal}`)) : resolve(exitCode),
      )
    }),
  ])
  holdToPublished(args, stdout)
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** A run of the CLI while it goes on. */
export interface Running {
  stdout: Readable
  kill(signal: NodeJS.Signals): void
  /** Waits until it has said so. */
  says(stream: 'stdout' | 'stderr', what: RegExp): Promise<void>
  /** All that it said until its end. */
  ended(): Promise<Omit<Ran, 'json'>>
}

/** The same, without waiting for its end. */
export function startedSilla(args: string[], env: Record<string, string> = {}): Running {
  const child = spawn(process.execPath, ['--conditions=@silla/source', program, ...args], {
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      HOME: tmpdir(),
      SILLA_DATA_DIR: `${tmpdir()}/silla-no-such-folder`,
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      said[stream] += text
    })
  }
  const end = once(child, 'close')
  return {
    stdout: child.stdout,
    kill: (signal) => child.kill(signal),
    async says(stream, what) {
      while (!what.test(said[stream])) {
        const [ended] = await Promise.race([once(child[stream], 'data').then(() => []), end])
        if (ended !== undefined)
          throw new Error(`it never says ${what} on ${stream}: ${said[stream]}`)
      }
    },
    async ended() {
      const [code] = await end
      if (!child.stdout.destroyed) holdToPublished(args, said.stdout)
      return { code: Number(code), ...said }
    },
  }
}

/** What a shell would start. */
export const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}

/**
 * Runs many command lines in one process that starts once, where it is not the process that a test
 * is about: a start costs more than most commands. Answers what each said, in their order.
 */
export async function runMany(
  lines: string[][],
  env: Record<string, string> = {},
  folder = tmpdir(),
): Promise<Ran[]> {
  const many = fileURLToPath(new URL('./many-silla.ts', import.meta.url))
  const nowhere = { SILLA_DATA_DIR: `${tmpdir()}/silla-no-such-folder` }
  const child = spawn(process.execPath, ['--conditions=@silla/source', many], {
    cwd: folder,
    env: { PATH: process.env.PATH, HOME: tmpdir(), ...nowhere, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(JSON.stringify(lines))
  const [stdout, stderr] = await Promise.all([textOf(child.stdout), textOf(child.stderr)])
  if (stdout === '') throw new Error(`nothing came back: ${stderr}`)
  const observation: Omit<Ran, 'json'>[] = JSON.parse(stdout)
  for (const [place, line] of lines.entries())
    holdToPublished(line, observation[place]?.stdout ?? '')
  return observation.map((ran) => ({ ...ran, json: () => JSON.parse(ran.stdout) }))
}

/** Whether a text is free of colours and other commands to a terminal. */
export const isPlain = (text: string): boolean => stripVTControlCharacters(text) === text

/**
 * Does the same for each, two at a time: a process of its own is slow to start, and there may be
 * but two cores.
 */
export async function twoAtATime<In, Out>(
  items: In[],
  work: (item: In) => Promise<Out>,
): Promise<[In, Out][]> {
  const results: [In, Out][] = []
  const waiting = [...items]
  const context = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift())
      results.push([item, await work(item)])
  }
  await Promise.all([context(), context()])
  return results
}
