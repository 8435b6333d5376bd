import { parseArgs } from 'node:util'
import { endFile } from '../../support/at-end.ts'
import { systemBinDir } from '../../support/system-postgres.ts'
import { type FailoverOptions, failOver } from './fail-over.ts'
import { openReplicatedServers } from './servers.ts'

// `npm run failover -- --fault kill --outage 3 --runs 10`: ends the primary of two replicated servers
// while guests book, promotes its standby so many seconds later, and prints what was lost and how long
// nobody could book.

const { values } = parseArgs({
  options: {
    fault: { type: 'string', default: 'kill' },
    outage: { type: 'string', default: '0' },
    runs: { type: 'string', default: '1' },
  },
})
const { fault } = values
const [outageSeconds, runs] = [Number(values.outage), Number(values.runs)]
if (fault !== 'kill' && fault !== 'freeze') misuse('--fault is kill or freeze.')
else if (!(outageSeconds >= 0)) misuse('--outage is a number of seconds.')
else if (!(Number.isInteger(runs) && runs > 0)) misuse('--runs is a number of runs.')
else if (systemBinDir() === null) {
  console.error("This needs Debian's postgresql package.")
  process.exitCode = 1
} else await play({ fault, outageMilliseconds: outageSeconds * 1000 })

function misuse(message: string) {
  console.error(message)
  process.exitCode = 2
}

async function play(options: FailoverOptions) {
  const pauses: number[] = []
  for (let run = 1; run <= runs; run++) {
    if (runs > 1) console.log(`Run ${run} of ${runs}`)
    pauses.push(await playOnce(options).finally(endFile))
  }
  if (runs > 1) console.log(`Slowest first booking ${afterPromotion(Math.max(...pauses))}.`)
}

async function playOnce(options: FailoverOptions): Promise<number> {
  const result = await failOver(await openReplicatedServers(), options)
  const { acknowledged, acknowledgedAfter, lost, twice, unexpected, unavailable } = result
  console.log(`Acknowledged: ${acknowledged} bookings, ${acknowledgedAfter} after the promotion.`)
  console.log(`Lost: ${lost.length}. Booked twice: ${twice.length}. Other: ${unexpected.length}.`)
  for (const text of unexpected.slice(0, 3)) console.log(`  ${text}`)
  console.log(`Answered with 503 and repeated: ${unavailable} requests.`)
  console.log(`Standby promoted after ${seconds(result.promotedMilliseconds)}.`)
  console.log(
    `First booking ${afterPromotion(result.bookingMilliseconds)}, ` +
      `job ${afterPromotion(result.jobMilliseconds)}, ` +
      `notifications ${seconds(result.gapMilliseconds)} after the end of the primary.`,
  )
  console.log(`Slowest answer: ${seconds(result.slowestMilliseconds)}.`)
  if (lost.length + twice.length + unexpected.length > 0) process.exitCode = 1
  return result.bookingMilliseconds
}

function afterPromotion(milliseconds: number): string {
  return `${seconds(milliseconds)} after the promotion`
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
