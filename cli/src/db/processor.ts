import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Processors } from '@silla/core'
import { openProcessors, readProcessorSettings, readSecretsKey } from '@silla/payments-stripe'
import { type Environment, readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** The processor by the settings of the environment, else the one beside `npm start`. */
export const processors = (): Processors =>
  openProcessors(orProblem(() => readProcessorSettings(environment())))

/** What the secrets of webhooks are sealed with; null where that is not set. */
export const secretsKey = (): Buffer | null => orProblem(() => readSecretsKey(environment()))

/** The processor, and what the secrets of webhooks are sealed with. */
export function webhookParts(): { processors: Processors; secretsKey: Buffer } {
  const key = secretsKey()
  if (key === null) {
    throw new CliError(
      'SECRETS_KEY is not set: it seals what is stored, and has to be the one that the API has.',
    )
  }
  return { processors: processors(), secretsKey: key }
}

function environment(): Environment {
  const settings = readSettings()
  if (settings.environment.STRIPE_SECRET_KEY || settings.adminUrl) return settings.environment
  return { ...findInDataFolder(settings, readProcessorFile), ...settings.environment }
}

/** What `npm start` tells of the processor that it runs: names and values as in an environment. */
function readProcessorFile(folder: string): Environment | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'processor.json'), 'utf8'))
  } catch {
    return null
  }
}

/** A setting that is not right is the operator's to mend. */
function orProblem<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw new CliError((error as Error).message)
  }
}
