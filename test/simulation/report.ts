import type { ShrunkFailure } from './shrink.ts'
import type { SimulationInput, SimulationResult } from './simulate.ts'

/** A failure for people: the seed, the fewest steps, and how to play them again. */
export function failureReport(
  { seed, steps }: SimulationInput,
  failed: SimulationResult,
  { keep, result }: ShrunkFailure,
): string {
  const { timezone, opensAt, ...plan } = result.plan
  const settings = Object.entries(plan).filter(([, value]) => typeof value !== 'object')
  const width = String(steps + 1).length
  return [
    `Seed ${seed} of ${steps} steps: ${result.failure?.message}`,
    '',
    `The salon: ${timezone}, from ${new Date(opensAt).toISOString()}, ${settings
      .map(([name, value]) => `${name} ${value}`)
      .join(', ')}`,
    `The ${keep.length} steps that are left of ${failed.trace.length}:`,
    ...result.trace.map(({ step, text }) => `  ${String(step).padStart(width)}  ${text}`),
    '',
    'Play it again:',
    `  npm run simulate -- --seed ${seed} --steps ${steps} --only ${keep.join(',') || '0'}`,
    `  npm run simulate -- --seed ${seed} --steps ${steps}`,
  ].join('\n')
}
