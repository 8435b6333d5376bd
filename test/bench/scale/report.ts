import { median } from '../statistics.ts'
import type { DoctorSample } from './calls.ts'
import type { NightSample } from './night.ts'

/** CPU microseconds per request or call. */
export interface Cost {
  /** Of the API, or of the process that calls. */
  own: number
  postgres: number
  /** Whether a response was not a success. */
  hasFailed: boolean
}

export interface ScaleRow {
  title: string
  small: Cost[]
  large: Cost[]
}

/** The costs of the rows on both data sets, and the factor between them. */
export function reportRows(rows: readonly ScaleRow[]): string {
  const header = [
    'CPU us per request or call',
    'small',
    'PostgreSQL',
    'large',
    'PostgreSQL',
    'factor',
  ]
  const lines = rows.map(({ title, small, large }) => {
    const total = (costs: readonly Cost[]) =>
      median(costs.map(({ own, postgres }) => own + postgres))
    const cells = [small, large].flatMap((costs) => [
      Math.round(median(costs.map(({ own }) => own))),
      Math.round(median(costs.map(({ postgres }) => postgres))),
    ])
    const hasFailed = [...small, ...large].some((cost) => cost.hasFailed)
    return [
      hasFailed ? `${title} (some failed)` : title,
      ...cells.map(String),
      (total(large) / total(small)).toFixed(2),
    ]
  })
  return table(header, lines)
}

/**
 * How long `silla db doctor` took, the consistency checks of all salons before it, and what it
 * printed about the large data set.
 */
export function reportDoctor({
  small,
  large,
  full,
  night,
}: {
  small: readonly DoctorSample[]
  large: readonly DoctorSample[]
  full: DoctorSample
  night: NightSample
}): string {
  const line = (title: string, samples: readonly NightSample[]) => [
    title,
    median(samples.map(({ elapsed }) => elapsed)).toFixed(1),
    median(samples.map(({ postgresCpu }) => postgresCpu)).toFixed(1),
  ]
  return [
    '',
    table(
      ['silla db doctor', 'seconds', 'PostgreSQL CPU s'],
      [
        line('small', small),
        line('large', large),
        line('large, the first time', large.slice(0, 1)),
        line('large, --full', [full]),
        line('the nightly checks of the large one', [night]),
      ],
    ),
    '',
    large.at(-1)?.output ?? '',
  ].join('\n')
}

/** The first column is aligned left, the others right. */
function table(header: readonly string[], lines: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...lines.map((line) => line[column]?.length ?? 0)),
  )
  return [header, ...lines]
    .map((line) =>
      line
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n')
}
