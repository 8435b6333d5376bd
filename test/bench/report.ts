import type { Burst } from './burst.ts'
import type { CalendarReads } from './calendars.ts'
import type { InterferenceSample } from './interference.ts'
import type { Sample } from './measurement.ts'
import type { PolicySample } from './policies.ts'
import type { CodeResults, Results } from './results.ts'
import type { SettingsRequests } from './settings.ts'
import type { Stall } from './stalls.ts'
import { median, quantile, type Spread, spreadOf } from './statistics.ts'

/** The results as tables; docs/performance.md explains the columns. */
export function report(results: Results): string {
  const { machine, commit, rounds, secondsPerMeasurement, rows, residentMegabytes } = results
  return [
    `${commit} on ${machine.cores} cores (${machine.processor}), Node ${machine.node}, ` +
      `PostgreSQL ${machine.postgres}; ${rounds} rounds of ${secondsPerMeasurement} s`,
    ...section(
      [
        '32 connections',
        'per second',
        'of bare',
        'CPU',
        'API us',
        'PostgreSQL us',
        'load us',
      ].concat(['p50 ms', 'p99 ms', 'not 2xx', 'MB']),
      // of the bare route alone there are none
      rows.filter(({ samples }) => samples.length > 0).map(throughputLine),
    ),
    ...section(
      [
        '200 requests a second',
        'p99 ms alone',
        'p99 ms then',
        'factor',
        'no core',
        'the others got',
      ],
      results.interference.map(({ title, samples }) => interferenceLine(title, samples)),
    ),
    ...section(
      ['row-level security, PostgreSQL us', 'on', 'off', 'factor'],
      results.policies.map(({ title, samples }) => policyLine(title, samples)),
    ),
    ...section(['two API processes', 'booked', 'slowest ms'], results.bursts.map(burstLine)),
    ...section(
      ['a calendar, one reader', 'ms', 'API ms', 'PostgreSQL ms', 'kB'],
      results.calendars.map(calendarLine),
    ),
    ...section(
      ['settings, 500 services, one manager', 'ms', 'API ms', 'PostgreSQL ms'],
      results.settings.map(settingsLine),
    ),
    ...section(stallHeader('the longest pass of the event loop'), results.stalls.map(stallLine)),
    '',
    `Resident memory of the API: ${residentMegabytes.end} MB at the end, ` +
      `${residentMegabytes.peak} MB at most`,
  ].join('\n')
}

/** How the CPU time per request changed since an earlier run, or from other code. */
export function compare(baseline: CodeResults, results: CodeResults): string {
  const lines = results.rows.flatMap(({ id, title, samples }) => {
    const before = baseline.rows.find((row) => row.id === id)
    if (before === undefined || before.samples.length === 0) return []
    return [
      [
        title,
        ...change(before.samples, samples, ({ programCpu }) => programCpu),
        ...change(before.samples, samples, ({ postgresCpu }) => postgresCpu),
      ],
    ]
  })
  const header = [`compared with ${baseline.commit}`, 'API us', 'change', 'PostgreSQL us', 'change']
  return [
    ...section(header, lines),
    ...section(
      stallHeader(`the longest pass at ${baseline.commit}`),
      baseline.stalls.map(stallLine),
    ),
  ].join('\n')
}

function change(before: Sample[], after: Sample[], value: (sample: Sample) => number): string[] {
  const [from, to] = [median(before.map(value)), median(after.map(value))]
  const percent = Math.round((to / from - 1) * 100)
  return [`${whole(from)} -> ${whole(to)}`, from < 1 ? '' : `${percent > 0 ? '+' : ''}${percent} %`]
}

function throughputLine({ title, requestsPerUnit, samples }: Results['rows'][number]): string[] {
  const spread = (value: (sample: Sample) => number) => spreadOf(samples.map(value))
  const ratio = (value: (sample: Sample) => number) =>
    median(samples.map((sample) => value(sample) / value(sample.bare ?? sample)))
  const failed = samples.reduce((sum, { statuses, silent }) => sum + silent + notOk(statuses), 0)
  return [
    title,
    range(spread(({ requestsPerSecond }) => requestsPerSecond / requestsPerUnit)),
    ratio(({ requestsPerSecond }) => requestsPerSecond).toFixed(3),
    ratio(({ programCpu }) => 1 / programCpu).toFixed(3),
    range(spread(({ programCpu }) => programCpu * requestsPerUnit)),
    range(spread(({ postgresCpu }) => postgresCpu * requestsPerUnit)),
    whole(spread(({ generatorCpu }) => generatorCpu).median),
    spread(({ p50 }) => p50).median.toFixed(1),
    spread(({ p99 }) => p99).median.toFixed(1),
    String(failed),
    whole(spread(({ residentMegabytes }) => residentMegabytes).median),
  ]
}

/** Responses that are neither a success nor 304. */
const notOk = (statuses: Record<string, number>): number =>
  Object.entries(statuses)
    .filter(([status]) => !status.startsWith('2') && status !== '304')
    .reduce((sum, [, count]) => sum + count, 0)

function interferenceLine(title: string, samples: InterferenceSample[]): string[] {
  const statuses: Record<string, number> = {}
  for (const { others } of samples)
    for (const [status, count] of Object.entries(others.statuses))
      statuses[status] = (statuses[status] ?? 0) + count
  const silent = samples.reduce((sum, { others }) => sum + others.silent, 0)
  return [
    title,
    range(spreadOf(samples.map(({ alone }) => alone.p99)), 1),
    range(spreadOf(samples.map(({ during }) => during.p99)), 1),
    median(samples.map(({ alone, during }) => during.p99 / alone.p99)).toFixed(1),
    `${Math.round(100 * median(samples.map(({ withoutCore }) => withoutCore)))} %`,
    [
      ...Object.entries(statuses).map(([status, count]) => `${status}: ${count}`),
      `no response: ${silent}`,
    ].join(', '),
  ]
}

const policyLine = (title: string, samples: PolicySample[]): string[] => [
  title,
  range(spreadOf(samples.map(({ withPolicies }) => withPolicies))),
  range(spreadOf(samples.map(({ withoutPolicies }) => withoutPolicies))),
  median(samples.map((sample) => sample.withPolicies / sample.withoutPolicies)).toFixed(2),
]

const burstLine = ({ title, booked, slowestMilliseconds }: Burst): string[] => [
  title,
  String(booked),
  whole(slowestMilliseconds),
]

const calendarLine = ({ title, milliseconds, bytes, ...cpu }: CalendarReads): string[] => [
  title,
  range(milliseconds, 1),
  cpu.programCpu.toFixed(1),
  cpu.postgresCpu.toFixed(1),
  whole(bytes / 1000),
]

const settingsLine = ({ title, milliseconds, ...cpu }: SettingsRequests): string[] => [
  title,
  range(milliseconds, 1),
  cpu.programCpu.toFixed(1),
  cpu.postgresCpu.toFixed(1),
]

const stallHeader = (title: string): string[] => [
  `${title}, CPU ms`,
  'median',
  '90 %',
  'most',
  'kB',
]

const stallLine = ({ title, passMilliseconds, bytes }: Stall): string[] => {
  const sorted = Float64Array.from(passMilliseconds).sort()
  return [
    title,
    ...[0.5, 0.9, 1].map((share) => quantile(sorted, share).toFixed(1)),
    whole(bytes / 1000),
  ]
}

const range = ({ min, median, max }: Spread, digits = 0): string =>
  `${median.toFixed(digits)} (${min.toFixed(digits)}-${max.toFixed(digits)})`

const whole = (value: number): string => String(Math.round(value))

const section = (header: string[], lines: string[][]): string[] =>
  lines.length === 0 ? [] : ['', ...table(header, lines)]

/** The first column is aligned left, the others right. */
function table(header: string[], lines: string[][]): string[] {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  return [header, ...lines].map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
}
