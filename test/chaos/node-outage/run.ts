import { Flags } from '@oclif/core'
import { endFile } from '../../support/at-end.ts'
import { readOptions, secondsOption, several } from '../../support/program-options.ts'
import { systemBinDir } from '../../support/system-postgres.ts'
import { openCluster } from './cluster.ts'
import { type Answers, type OutageOptions, playOutage, seconds } from './outage.ts'

const values = await readOptions({
  command: 'npm run node-outage',
  about:
    'Stops a server of a Citus cluster while visitors book in salons of each node, starts it again, and prints how ' +
    'their requests were answered until then and afterwards. Options that name several are combined, and played ' +
    'one after the other.',
  options: {
    place: Flags.option({
      description: 'the server',
      options: ['coordinator', 'node'] as const,
      default: ['coordinator' as const],
      helpValue: 'coordinator,node',
      ...several,
    })(),
    stop: Flags.option({
      description: 'how it stops',
      options: ['fast', 'immediate'] as const,
      default: ['fast' as const],
      helpValue: 'fast,immediate',
      ...several,
    })(),
    outage: secondsOption({ description: 'until it is started again', default: [3], ...several }),
  },
})
const outages: OutageOptions[] = values.place.flatMap((place) =>
  values.stop.flatMap((stop) =>
    values.outage.map((outage) => ({ place, stop, outageMilliseconds: outage * 1000 })),
  ),
)
if (systemBinDir() === null) {
  console.error("This needs Debian's postgresql package, with Citus.")
  process.exitCode = 1
} else await play().finally(endFile)

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
