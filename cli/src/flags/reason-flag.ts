import { Flags } from '@oclif/core'
import { UsageError } from '../errors/report-error.ts'

/** Why something is done to a booking. */
export const reasonFlag = Flags.string({
  description: "Why, for the booking's history; up to 500 characters.",
  helpValue: 'TEXT',
})

/** As the history keeps it; null when nobody says. */
export function readReason(written: string | undefined): string | null {
  const reason = (written ?? '').normalize('NFC').trim()
  if ([...reason].length > 500) throw new UsageError('--reason is too long: up to 500 characters.')
  return reason === '' ? null : reason
}
