import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import type { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'
import { inTime } from '../support/in-time.ts'
import { assertJsonOutput } from './assert-json-output.ts'
import { runInReusedProcess } from './reused-processes.ts'

export interface RunResult {
  code: number
  stdout: string
  stderr: string
  /** The output of --json. */
  // biome-ignore lint/suspicious/noExplicitAny: a test reads the fields it expects; a missing one is undefined and fails there
  json(): any
}

/**
 * Runs a command line, with pipes instead of a terminal and only the given environment. Fails if
 * the output of --json does not match its published schema.
 */
export async function runSilla(
  args: string[],
  env: Record<string, string> = {},
  folder = tmpdir(),
): Promise<RunResult> {
  // Node itself reads these variables, when it starts
  if (Object.keys(env).some((name) => name.startsWith('NODE_')))
    return runSillaAlone(args, env, folder)
  const { code, stdout, stderr } = await runInReusedProcess({
    args,
    env: environment(env),
    folder,
  })
  assertJsonOutput(args, stdout)
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/**
 * Like `runSilla`, in a process of its own as a shell starts it: for what depends on the start or
 * the end of the process.
 */
export async function runSillaAlone(
  args: string[],
  env: Record<string, string> = {},
  folder = tmpdir(),
): Promise<RunResult> {
  const child = spawn(process.execPath, ['--conditions=@silla/source', program, ...args], {
    cwd: folder,
    env: environment(env),
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
  assertJsonOutput(args, stdout)
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** A running CLI process. */
export interface RunningSilla {
  stdout: Readable
  kill(signal: NodeJS.Signals): void
  /** Waits until the output matches. */
  waitFor(stream: 'stdout' | 'stderr', pattern: RegExp): Promise<void>
  /** Waits for the end of the process. */
  ended(): Promise<Omit<RunResult, 'json'>>
}

/**
 * Like `runSillaAlone`, without waiting for the end of the process.
 * @param input its standard input; absent: none
 */
export function startSilla(
  args: string[],
  env: Record<string, string> = {},
  input?: string,
): RunningSilla {
  const child = spawn(process.execPath, ['--conditions=@silla/source', program, ...args], {
    cwd: tmpdir(),
    env: environment(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  child.stdin.end(input)
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    child[stream].setEncoding('utf8').on('data', (text: string) => {
      output[stream] += text
    })
  }
  const end = once(child, 'close')
  return {
    stdout: child.stdout,
    kill: (signal) => child.kill(signal),
    async waitFor(stream, pattern) {
      while (!pattern.test(output[stream])) {
        const more = Promise.race([once(child[stream], 'data').then(() => []), end])
        const [ended] = await inTime(more, `The text ${pattern}`)
        if (ended !== undefined)
          throw new Error(`${stream} does not match ${pattern}: ${output[stream]}`)
      }
    },
    async ended() {
      const [code] = await end
      if (!child.stdout.destroyed) assertJsonOutput(args, output.stdout)
      return { code: Number(code), ...output }
    },
  }
}

/** The program that a shell would start. */
export const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))

/** Without a data folder, so that a running `npm start` is not found. */
const environment = (env: Record<string, string>) => ({
  PATH: process.env.PATH,
  HOME: tmpdir(),
  SILLA_DATA_DIR: `${tmpdir()}/silla-no-such-folder`,
  ...env,
})

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}

/** Runs command lines one after the other. Returns the results in the same order. */
export async function runMany(
  lines: string[][],
  env: Record<string, string> = {},
  folder = tmpdir(),
): Promise<RunResult[]> {
  const results: RunResult[] = []
  for (const line of lines) results.push(await runSilla(line, env, folder))
  return results
}

/** Whether a text has no colours and other escape sequences. */
export const isPlain = (text: string): boolean => stripVTControlCharacters(text) === text

/**
 * Runs work for each item, two at a time: a process is slow to start, and CI may have two cores.
 */
export async function twoAtATime<In, Out>(
  items: In[],
  work: (item: In) => Promise<Out>,
): Promise<[In, Out][]> {
  const results: [In, Out][] = []
  const queue = [...items]
  const runQueue = async () => {
    for (let item = queue.shift(); item !== undefined; item = queue.shift())
      results.push([item, await work(item)])
  }
  await Promise.all([runQueue(), runQueue()])
  return results
}
