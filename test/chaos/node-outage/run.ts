import { parseArgs } from 'node:util'
import { endFile } from '../../support/at-end.ts'
import { systemBinDir } from '../../support/system-postgres.ts'
import { openCluster } from './cluster.ts'
import { type Answers, type OutageOptions, playOutage, seconds } from './outage.ts'

// `npm run node-outage -- --place coordinator --stop fast,immediate --outage 3,15`: stops a server of a
// Citus cluster while visitors book in salons of each node, starts it again so many seconds later, and
// prints how their requests were answered until then and afterwards. Lists are played one after the other.

const { values } = parseArgs({
  options: {
    place: { type: 'string', default: 'coordinator' },
    stop: { type: 'string', default: 'fast' },
    outage: { type: 'string', default: '3' },
  },
})
const listed = (text: string) => text.split(',')
const outages: OutageOptions[] = listed(values.place).flatMap((place) =>
  listed(values.stop).flatMap((stop) =>
    listed(values.outage).map((outage) => readOptions(place, stop, Number(outage))),
  ),
)
if (systemBinDir() === null) {
  console.error("This needs Debian's postgresql package, with Citus.")
  process.exitCode = 1
} else if (process.exitCode === undefined) await play().finally(endFile)

function readOptions(place: string, stop: string, outageSeconds: number): OutageOptions {
  if (place !== 'coordinator' && place !== 'node') misuse('--place is coordinator or node.')
  if (stop !== 'fast' && stop !== 'immediate') misuse('--stop is fast or immediate.')
  if (!(outageSeconds >= 0)) misuse('--outage is a number of seconds.')
  return { place, stop, outageMilliseconds: outageSeconds * 1000 } as OutageOptions
}

function misuse(message: string) {
  console.error(message)
  process.exitCode = 2
}

async function play() {
  const cluster = await openCluster()
  for (const options of outages) {
    const { place, stop, outageMilliseconds } = options
    console.log(`${place}, ${stop}, ${seconds(outageMilliseconds)}`)
    const { affected, others, acknowledged, lost, twice } = await playOutage(cluster, options)
    print('Salons of the server', affected)
    if (others.salons > 0) print('Other salons', others)
    console.log(`${acknowledged} bookings: ${lost.length} lost, ${twice.length} made twice.`)
    const isBroken = [affected, others].some(({ unexpected }) => unexpected.length > 0)
    if (isBroken || lost.length + twice.length > 0) process.exitCode = 1
  }
}

function print(title: string, answers: Answers) {
  const { salons, before, during, after, unexpected, firstSuccess, unavailable } = answers
  console.log(`${title} (${salons})`)
  console.log(`  before ${list(before)}; during ${list(during)}; after ${list(after)}`)
  console.log(`  first success ${seconds(firstSuccess)} after its return`)
  for (const { at, kind, milliseconds } of unavailable.slice(-20))
    console.log(`  503 ${seconds(at)} after its return: ${kind}, in ${seconds(milliseconds)}`)
  for (const text of unexpected.slice(0, 5)) console.log(`  ${text.slice(0, 300)}`)
  console.log(`  slowest answer ${seconds(answers.slowestMilliseconds)}`)
}

function list(counts: Record<string, number>): string {
  const entries = Object.entries(counts).map(([status, count]) => `${count} x ${status}`)
  return entries.join(', ') || 'none'
}
