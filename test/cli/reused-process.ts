import { setTimeout } from 'node:timers/promises'
import { run } from '../../cli/src/main.ts'
import { patienceMilliseconds } from '../support/in-time.ts'
import type { CommandLine, CommandOutput } from './reused-processes.ts'

// Runs the command lines that its parent sends, one after the other, each with its own environment
// and folder. See reused-processes.ts.

// each run adds an error listener to these streams
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
process.on('disconnect', () => process.exit())
process.on('message', async (line: CommandLine) => process.send?.(await runOne(line)))

async function runOne({ args, env, folder }: CommandLine): Promise<CommandOutput> {
  for (const name of Object.keys(process.env)) delete process.env[name]
  Object.assign(process.env, env)
  process.chdir(folder)
  const output = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      output[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const callback = rest.find((value) => typeof value === 'function') as (() => void) | undefined
      callback?.()
      return true
    }) as typeof process.stdout.write
  }
  process.exitCode = 0
  await run(args)
  const code = Number(process.exitCode)
  const open = await openResources()
  return { ...output, code, open }
}

/** What would keep a process of its own from ending; empty as soon as nothing does. */
async function openResources(): Promise<string[]> {
  const giveUpAt = performance.now() + patienceMilliseconds
  for (;;) {
    const open = process.getActiveResourcesInfo().filter((name) => !ownResources.includes(name))
    if (open.length === 0 || performance.now() > giveUpAt) return open
    await setTimeout(2)
  }
}

/** The streams and the channel to the parent. */
const ownResources = ['PipeWrap', 'Pipe', 'Immediate']
