import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processors } from '@silla/core'
import { openProcessors, readProcessorSettings, readSecretsKey } from '@silla/payments-stripe'
import { type Environment, readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** The payment processor of the environment variables, or that of `npm start`. */
export const processors = (): Processors =>
  openProcessors(toCliError(() => readProcessorSettings(environment())))

/** The key that encrypts webhook secrets; null if it is not set. */
export const secretsKey = (): Buffer | null => toCliError(() => readSecretsKey(environment()))

/** The payment processor and the key that encrypts webhook secrets. */
export function webhookParts(): { processors: Processors; secretsKey: Buffer } {
  const key = secretsKey()
  if (key === null) {
    throw new CliError(
      'SECRETS_KEY is not set. It encrypts stored secrets and must be the same as that of the API.',
    )
  }
  return { processors: processors(), secretsKey: key }
}

function environment(): Environment {
  const settings = readSettings()
  if (settings.environment.STRIPE_SECRET_KEY || settings.adminUrl) return settings.environment
  return { ...findInDataFolder(settings, readProcessorFile), ...settings.environment }
}

/** The settings of the fake Stripe of `npm start`, as environment variables. */
function readProcessorFile(folder: string): Environment | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'processor.json'), 'utf8'))
  } catch {
    return null
  }
}

/** Reports an invalid setting as an error for the operator. */
function toCliError<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new CliError((error as Error).message)
  }
}
