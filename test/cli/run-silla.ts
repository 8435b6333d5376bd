import { spawn } from 'node:child_process'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { stripVTControlCharacters } from 'node:util'

export interface Ran {
  code: number
  stdout: string
  stderr: string
  /** What --json printed. */
  // biome-ignore lint/suspicious/noExplicitAny: a test asks for what it expects; anything else is undefined and fails there
  json(): any
}

/**
 * Runs the CLI as a shell would: through its own program, in a process of its own, with pipes for a terminal. It knows
 * nothing of the environment but what is given.
 */
export async function runSilla(args: string[], env: Record<string, string> = {}, folder = tmpdir()): Promise<Ran> {
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
  return { code, stdout, stderr, json: () => JSON.parse(stdout) }
}

/** What a shell would start. */
export const program = fileURLToPath(new URL('../../cli/bin/silla.js', import.meta.url))

async function textOf(stream: NodeJS.ReadableStream): Promise<string> {
  let text = ''
  for await (const chunk of stream.setEncoding('utf8')) text += chunk
  return text
}

/**
 * Runs many command lines in one process that starts once, where it is not the process that a test is about: a start costs more than
 * most commands. Answers what each said, in their order.
 */
export async function runMany(lines: string[][], env: Record<string, string> = {}, folder = tmpdir()): Promise<Ran[]> {
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
  const told: Omit<Ran, 'json'>[] = JSON.parse(stdout)
  return told.map((ran) => ({ ...ran, json: () => JSON.parse(ran.stdout) }))
}

/** Whether a text is free of colours and other commands to a terminal. */
export const isPlain = (text: string): boolean => stripVTControlCharacters(text) === text

/** Does the same for each, two at a time: a process of its own is slow to start, and there may be but two cores. */
export async function twoAtATime<In, Out>(items: In[], work: (item: In) => Promise<Out>): Promise<[In, Out][]> {
  const results: [In, Out][] = []
  const waiting = [...items]
  const worker = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) results.push([item, await work(item)])
  }
  await Promise.all([worker(), worker()])
  return results
}
