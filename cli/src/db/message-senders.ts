import type { MessageSender } from '@silla/core'
import { openMessageSenders, readMessagingSettings } from '@silla/messaging'
import { readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'

/**
 * The providers of messages of the environment variables.
 *
 * @throws CliError when one of those is wrong
 */
export function messageSenders(): MessageSender[] {
  try {
    return openMessageSenders(readMessagingSettings(readSettings().environment))
  } catch (error) {
    throw new CliError(error instanceof Error ? error.message : String(error))
  }
}
