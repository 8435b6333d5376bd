import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { readOptions } from '../support/program-options.ts'
import { type Bench, openBench } from './bench.ts'
import { measureBursts } from './burst.ts'
import { measureCalendars } from './calendars.ts'
import { buildCode, buildService, commitOf } from './code.ts'
import { measureEvents } from './events/run.ts'
import { prepareInterference } from './interference.ts'
import { describeMachine } from './machine.ts'
import { measure } from './measurement.ts'
import { program, type RowId, rowIds } from './options.ts'
import { preparePolicyRows } from './policies.ts'
import { compare, report } from './report.ts'
import type { Results } from './results.ts'
import { prepareRows } from './rows.ts'
import { measureSettings } from './settings.ts'
import { measureStalls } from './stalls.ts'

const options = await readOptions(program)
const chosen: ReadonlySet<RowId> = new Set(options.only ?? rowIds)
const otherFolders = (options.against ?? []).map((folder) => resolve(folder))
if (chosen.has('events')) {
  const worker = await buildCode(resolve(options.code), 'worker')
  const events = { count: options.events, ratePerSecond: options.rate }
  console.log(await measureEvents(worker, events))
  process.exit(0)
}
const baseline: Results | null = options.baseline
  ? JSON.parse(readFileSync(options.baseline, 'utf8'))
  : null
const code = await buildCode(resolve(options.code))
for (const folder of otherFolders) buildService(folder, 'api')
console.log('Filling the diaries')
const bench = await openBench(code, {
  otherFolders,
  niceness: options.nice,
  withHistory: chosen.has('create-aged'),
  withCalendar: chosen.has('calendar'),
  withDemands: (['create-prepayment', 'create-deposit', 'create-card'] as const).some((id) =>
    chosen.has(id),
  ),
  withSettings: chosen.has('settings'),
  withGrown: chosen.has('stalls'),
  withAgenda: (['agenda', 'agenda-unchanged', 'agenda-304'] as const).some((id) => chosen.has(id)),
  withChanges: chosen.has('reschedule') || chosen.has('cancel'),
})
try {
  const results = await measureRows(bench, code.commit)
  if (options.json) writeFileSync(options.json, JSON.stringify(results, null, 2))
  console.log(`\n${report(results)}`)
  for (const before of [baseline ?? [], results.others].flat())
    console.log(compare(before, results))
} finally {
  await bench.close()
}

/**
 * Measures every row once per round, so that all of them see the same changes of the machine, and
 * the bare route before each. Other code is measured right before or after.
 */
async function measureRows(bench: Bench, commit: string): Promise<Results> {
  const { rounds, seconds } = options
  const { bare, rows } = await prepareRows(bench, chosen)
  const interference = await prepareInterference(bench, chosen)
  const policies = chosen.has('policies') ? await preparePolicyRows(bench) : []
  const emptyRows = () =>
    [bare, ...rows].map(({ id, title, requestsPerUnit }) => {
      return { id, title, requestsPerUnit, samples: [] }
    })
  const results: Results = {
    commit,
    machine: await describeMachine(bench.owner),
    rounds,
    secondsPerMeasurement: seconds,
    rows: emptyRows(),
    interference: interference.map(({ title }) => ({ title, samples: [] })),
    policies: policies.map(({ title }) => ({ title, samples: [] })),
    bursts: [],
    calendars: [],
    settings: [],
    stalls: [],
    residentMegabytes: { end: 0, peak: 0 },
    others: otherFolders.map((folder) => ({
      commit: commitOf(folder),
      rows: emptyRows(),
      stalls: [],
    })),
  }
  const ofCode = [results, ...results.others]
  const [bareLoad] = bare.loads
  if (bareLoad === undefined) throw new Error('the bare route has no load')
  for (let round = 1; round <= rounds; round++) {
    console.log(`Round ${round} of ${rounds}`)
    for (const [index, { loads }] of rows.entries()) {
      const reference = await measure(bareLoad.load, bareLoad.measured, seconds / 2)
      results.rows[0]?.samples.push(reference)
      // each version comes first in every other round
      const inTurn = round % 2 === 0 ? [...loads.entries()].reverse() : loads.entries()
      for (const [version, { load, measured }] of inTurn) {
        const sample = await measure(load, measured, seconds)
        ofCode[version]?.rows[index + 1]?.samples.push({ ...sample, bare: reference })
      }
    }
    for (const [index, row] of interference.entries())
      results.interference[index]?.samples.push(await row.measure(seconds))
    for (const [index, row] of policies.entries())
      results.policies[index]?.samples.push(await row.measure(seconds))
  }
  const api = bench.api.program
  results.residentMegabytes = { end: api.residentMegabytes(), peak: api.peakResidentMegabytes() }
  if (bench.salons.calendar !== null)
    results.calendars = await measureCalendars(bench.api, bench.salons.calendar)
  if (bench.salons.settings !== null)
    results.settings = await measureSettings(bench.api, bench.salons.settings)
  if (bench.salons.grown !== null) {
    const programs = [bench.api, ...bench.others].map(({ program }) => program)
    const stalls = await measureStalls(programs, bench.salons.grown)
    for (const [version, code] of ofCode.entries()) code.stalls = stalls[version] ?? []
  }
  if (chosen.has('burst'))
    results.bursts = await measureBursts([api, await bench.startApi()], bench.salons.large)
  return results
}
