import type { BlockObstacle } from '@silla/core'
import { Refusal } from '@silla/errors'
import { formatLocalTime } from '../text/values.ts'
import { CliError } from './report-error.ts'

/** A new block. If something is in the way, the error names it. */
export async function explainObstacle<T>(block: Promise<T>, timezone: string): Promise<T> {
  try {
    return await block
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'SLOT_NOT_AVAILABLE') throw error
    const obstacle = (error.extra?.obstacle ?? null) as BlockObstacle | null
    const message = `Nothing was blocked: ${sentenceAbout(obstacle, timezone)}`
    throw new CliError(message, { code: error.code, ...(obstacle && { obstacle }) })
  }
}

function sentenceAbout(obstacle: BlockObstacle | null, timezone: string): string {
  switch (obstacle?.kind) {
    case 'booking':
      return `booking ${obstacle.code} takes a part of that time. Move or cancel it first.`
    case 'hold':
      return (
        'a customer is booking a part of that time. Try again after ' +
        `${formatLocalTime(obstacle.expiresAt, timezone)}.`
      )
    case 'block':
      return `block ${obstacle.id} takes a part of that time.`
    default:
      return 'the time was taken. Try again.'
  }
}
