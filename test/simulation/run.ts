import { endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { useTestServer } from '../support/test-server.ts'
import { help, parseOptions, type SimulateOptions } from './options.ts'
import { playSeeds } from './play-seeds.ts'

// `npm run simulate`: plays any number of seeds. Exit code 1 when one fails, 2 for wrong options.

const options = readOptions()
if (options?.isHelp) process.stdout.write(help)
else if (options) await run(options)

function readOptions(): SimulateOptions | null {
  try {
    return parseOptions(process.argv.slice(2))
  } catch (error) {
    console.error(`${(error as Error).message}\n\n${help}`)
    process.exitCode = 2
    return null
  }
}

async function run({ isTrace, ...input }: SimulateOptions): Promise<void> {
  const { server, close } = await openTestServer()
  useTestServer(server)
  const beganAt = performance.now()
  let failed = 0
  try {
    await playSeeds(input, (seed, { trace }, report) => {
      if (isTrace) for (const { step, text } of trace) console.log(`${seed} ${step}  ${text}`)
      if (report) {
        failed++
        console.log(`\n${report}\n`)
      }
      const played = seed - input.seed + 1
      if (played % 100 === 0) console.log(`${played} seeds, ${failed} failed, ${seconds()} s`)
    })
  } finally {
    await endFile()
    await close()
  }
  console.log(`${input.seeds} seeds of ${input.steps} steps, ${failed} failed, ${seconds()} s`)
  if (failed > 0) process.exitCode = 1

  function seconds(): string {
    return ((performance.now() - beganAt) / 1000).toFixed(1)
  }
}
