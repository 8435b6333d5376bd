import { parseArgs } from 'node:util'
import { endFile } from '../../support/at-end.ts'
import { systemBinDir } from '../../support/system-postgres.ts'
import { failOver } from './fail-over.ts'
import { openReplicatedServers } from './servers.ts'

// `npm run failover -- --fault kill`: ends the primary of two replicated servers while guests book,
// promotes its standby, and prints what was lost and how long nobody could book.

const { values } = parseArgs({ options: { fault: { type: 'string', default: 'kill' } } })
const { fault } = values
if (fault !== 'kill' && fault !== 'freeze') {
  console.error('--fault is kill or freeze.')
  process.exitCode = 2
} else if (systemBinDir() === null) {
  console.error("This needs Debian's postgresql package.")
  process.exitCode = 1
} else await run(fault).finally(endFile)

async function run(fault: 'kill' | 'freeze') {
  const result = await failOver(await openReplicatedServers(), fault)
  const { acknowledged, acknowledgedAfter, lost, twice, unexpected, unavailable } = result
  console.log(`Acknowledged: ${acknowledged} bookings, ${acknowledgedAfter} after the promotion.`)
  console.log(`Lost: ${lost.length}. Booked twice: ${twice.length}. Other: ${unexpected.length}.`)
  console.log(`Answered with 503 and repeated: ${unavailable} requests.`)
  console.log(`Standby promoted after ${seconds(result.promotedMilliseconds)}.`)
  console.log(`First booking after ${seconds(result.pauseMilliseconds)}.`)
  console.log(`Slowest answer: ${seconds(result.slowestMilliseconds)}.`)
  if (lost.length + twice.length + unexpected.length > 0) process.exitCode = 1
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2)} s`
}
