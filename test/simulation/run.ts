import { Flags } from '@oclif/core'
import { endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { countOption, readOptions, several } from '../support/program-options.ts'
import { useTestServer } from '../support/test-server.ts'
import { defaultSteps, playSeeds, type SeedsInput } from './play-seeds.ts'

const options = await readOptions({
  command: 'npm run simulate',
  about:
    'Plays random salons against a model, in virtual time, and exits with 1 when one breaks a promise. ' +
    'CONTRIBUTING.md explains it.',
  options: {
    seed: countOption('the first seed; the same seed plays the same salon', 1, 0),
    seeds: countOption('how many seeds, one after the other', 1),
    steps: countOption('how many steps a salon lives through', defaultSteps),
    only: Flags.integer({
      helpValue: 'N,N',
      description: 'only these steps, as a failure reports them',
      ...several,
    }),
    'no-shrink': Flags.boolean({ description: 'report a failure with all of its steps, at once' }),
    trace: Flags.boolean({ description: 'print the steps of every seed' }),
  },
})
const { seed, seeds, steps, only, trace } = options
await run({ seed, seeds, steps, keep: only ?? null, shrinks: !options['no-shrink'] }, trace)

async function run(input: SeedsInput, isTrace: boolean): Promise<void> {
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
