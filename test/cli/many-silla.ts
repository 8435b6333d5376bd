import { run } from '../../cli/src/main.ts'

// Runs many command lines, told as JSON on stdin, one after the other in this process: see runMany
// in run-silla.ts.

// each run listens once for a stream that is never full here
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
let text = ''
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
const write = { stdout: process.stdout.write.bind(process.stdout), stderr: process.stderr.write }
const observation = []
for (const args of JSON.parse(text) as string[][]) observation.push(await ran(args))
write.stdout(JSON.stringify(observation))
process.exitCode = 0

async function ran(args: string[]) {
  const said = { stdout: '', stderr: '' }
  for (const stream of ['stdout', 'stderr'] as const) {
    process[stream].write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      said[stream] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString()
      const done = rest.find((each) => typeof each === 'function') as (() => void) | undefined
      done?.()
      return true
    }) as typeof process.stdout.write
  }
  process.exitCode = 0
  await run(args)
  return { ...said, code: process.exitCode }
}
