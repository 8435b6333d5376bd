import { Flags } from '@oclif/core'
import { endFile } from '../../support/at-end.ts'
import { countOption, readOptions, secondsOption } from '../../support/program-options.ts'
import { systemBinDir } from '../../support/system-postgres.ts'
import { type FailoverOptions, failOver } from './fail-over.ts'
import { openReplicatedServers } from './servers.ts'

const { fault, outage, runs } = await readOptions({
  command: 'npm run failover',
  about:
    'Ends the primary of two replicated servers while guests book, promotes its standby, and prints what was lost ' +
    'and how long nobody could book.',
  options: {
    fault: Flags.option({
      description: 'how the primary ends',
      options: ['kill', 'freeze'] as const,
      default: 'kill' as const,
      helpValue: 'kill|freeze',
    })(),
    outage: secondsOption({ description: 'until the standby is promoted', default: 0 }),
    runs: countOption('how often, one after the other', 1),
  },
})
if (systemBinDir() === null) {
  console.error("This needs Debian's postgresql package.")
  process.exitCode = 1
} else await play({ fault, outageMilliseconds: outage * 1000 })

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
