import { run } from '../../cli/src/main.ts'

// Runs the command lines given as JSON on stdin, one after the other in this process. See runMany
// in run-silla.ts.

// each run adds an error listener to these streams
for (const stream of [process.stdout, process.stderr]) stream.setMaxListeners(0)
let text = ''
for await (const chunk of process.stdin.setEncoding('utf8')) text += chunk
const write = process.stdout.write.bind(process.stdout)
const results = []
for (const args of JSON.parse(text) as string[][]) results.push(await runOne(args))
write(JSON.stringify(results))
process.exitCode = 0

async function runOne(args: string[]) {
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
  return { ...output, code: process.exitCode }
}
