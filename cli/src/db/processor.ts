import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processors, SecretsKeys } from '@silla/core'
import { openProcessors, readProcessorSettings, readSecretsKeys } from '@silla/payments-stripe'
import { type Environment, readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** The payment processor of the environment variables, or that of `npm start`. */
export const processors = (): Processors =>
  openProcessors(toCliError(() => readProcessorSettings(environment())))

/** The keys that encrypt stored secrets; null if they are not set. */
export const secretsKeys = (): SecretsKeys | null =>
  toCliError(() => readSecretsKeys(environment()))

/** Those of the deployment that a salon moves to: RECEIVER_SECRETS_KEY; null if it is not set. */
export const receiverKeys = (): SecretsKeys | null =>
  toCliError(() => readSecretsKeys({ SECRETS_KEY: readSettings().receiverSecretsKey }))

/** The payment processor and the keys that encrypt webhook secrets. */
export function webhookParts(): { processors: Processors; secretsKeys: SecretsKeys } {
  return { processors: processors(), secretsKeys: requiredSecretsKeys() }
}

/** @throws CliError when they are not set */
export function requiredSecretsKeys(): SecretsKeys {
  const keys = secretsKeys()
  if (keys !== null) return keys
  throw new CliError(
    'SECRETS_KEY is not set. It encrypts stored secrets and must be the same as that of the API.',
  )
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
