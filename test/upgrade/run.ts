import { atEnd, endFile } from '../support/at-end.ts'
import { openTestServer } from '../support/open-test-server.ts'
import { countOption, readOptions, seedOption } from '../support/program-options.ts'
import { useTestServer } from '../support/test-server.ts'
import { skipWithoutPreviousRelease } from './previous-checkout.ts'
import { upgradeAndBack } from './rolling-upgrade.ts'

const { bookings: bookingsPerStep, seed } = await readOptions({
  command: 'npm run upgrade',
  about:
    'Replaces the programs of the release before by those of this one, and back, while guests book, and prints ' +
    'what they noticed.',
  options: { bookings: countOption('bookings per salon and step', 50, 0), seed: seedOption() },
})
if (skipWithoutPreviousRelease !== false) {
  console.error(`This needs the release before: ${skipWithoutPreviousRelease}.`)
  process.exitCode = 1
} else await run().finally(endFile)

async function run() {
  console.log(`Upgrade with seed ${seed}, ${bookingsPerStep} bookings per salon and step`)
  const { server, close } = await openTestServer()
  useTestServer(server)
  atEnd(close)
  const { steps, failures, lost, counts, slowestMilliseconds } = await upgradeAndBack(
    { bookingsPerStep, seed },
    async () => {},
  )
  console.log(`${'step'.padEnd(24)} release before   this release      time`)
  for (const { name, before, after, milliseconds } of steps)
    console.log(
      `${name.padEnd(24)} ${String(before).padStart(14)} ${String(after).padStart(14)} ` +
        `${seconds(milliseconds).padStart(9)}`,
    )
  console.log(
    `${counts.requests} requests, ${counts.bookings} bookings, ${counts.emails} emails. Slowest ` +
      `answer: ${seconds(slowestMilliseconds)}. Failed: ${failures.length}. Lost: ${lost.length}.`,
  )
  for (const problem of [...failures, ...lost]) console.error(`  ${problem}`)
  if (failures.length + lost.length > 0) process.exitCode = 1
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(1)} s`
}
