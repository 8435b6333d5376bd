import { endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { countOption, readOptions, seedOption } from '../support/program-options.ts'
import { useTestServer } from '../support/test-server.ts'
import { describeFailure, fuzz } from './fuzz.ts'

const { seed, requests } = await readOptions({
  command: 'npm run fuzz',
  about: 'Sends generated requests to an API with a database of its own.',
  options: {
    seed: seedOption(),
    requests: countOption('how many requests', 20_000),
  },
})
await run()

async function run() {
  const { server, close } = await openTestServer()
  useTestServer(server)
  try {
    const startedAt = performance.now()
    console.log(`Sending ${requests} requests with seed ${seed}`)
    const { outcomes, failures } = await fuzz({ seed, requests, onProgress })
    const seconds = (performance.now() - startedAt) / 1000
    const counts = Object.entries(outcomes).sort((one, other) => other[1] - one[1])
    console.log(counts.map(([outcome, count]) => `${outcome}: ${count}`).join(', '))
    console.log(`${requests} requests in ${seconds.toFixed(1)} s`)
    for (const failure of failures) console.error(`\n${describeFailure(failure, seed)}`)
    console.log(failures.length === 0 ? 'No failure.' : `\n${failures.length} kinds of failure.`)
    if (failures.length > 0) process.exitCode = 1
  } catch (error) {
    // before the end, whose own failure would hide it
    console.error(error)
    process.exitCode = 1
  } finally {
    await endFile().finally(close)
  }
}

function onProgress(number: number) {
  if (number % 1000 === 0) console.log(`${number} sent`)
}
