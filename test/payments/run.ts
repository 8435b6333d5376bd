import { endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { countOption, readOptions } from '../support/program-options.ts'
import { useTestServer } from '../support/test-server.ts'
import { awaitedDeposits, playRandomDeposits } from './deposit-history.ts'
import { missedVisits, playRandomFees } from './fee-history.ts'

const { seed, histories } = await readOptions({
  command: 'npm run fee-histories',
  about:
    'Plays random histories of fees, and as many of deposits with cards, against a database of its own.',
  options: {
    seed: countOption('the same seed plays the same histories', 1, 0),
    histories: countOption('how many of each', 1000),
  },
})
await run()

async function run() {
  const { server, close } = await openTestServer()
  useTestServer(server)
  const startedAt = performance.now()
  const seconds = () => ((performance.now() - startedAt) / 1000).toFixed(1)
  let played = 0
  try {
    const copies = await missedVisits(histories)
    const onPlayed = () => {
      if (++played % 100 === 0) console.log(`${played} played, ${seconds()} s`)
    }
    const failures = [
      ...(await playRandomFees(copies, { histories, seed }, onPlayed)),
      ...(await playRandomDeposits(
        await awaitedDeposits(histories),
        { histories, seed },
        onPlayed,
      )),
    ]
    for (const { message } of failures) console.error(`\n${message}`)
    console.log(`${played} histories with seed ${seed}, ${failures.length} failed, ${seconds()} s`)
    if (failures.length > 0) process.exitCode = 1
  } catch (error) {
    // before the end, whose own failure would hide it
    console.error(error)
    process.exitCode = 1
  } finally {
    await endFile().finally(close)
  }
}
