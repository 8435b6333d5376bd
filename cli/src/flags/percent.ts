import { UsageError } from '../errors/report-error.ts'

/** `2.5` percent as 250 hundredths of one. */
export function basisPointsOf(text: string): number {
  const points = /^\d{1,2}(\.\d{1,2})?$/.test(text) ? Math.round(Number(text) * 100) : Number.NaN
  if (points >= 0 && points <= 3000) return points
  throw new UsageError(`--fee ${text} is not understood: a percentage from 0 to 30, such as 2.5.`)
}
