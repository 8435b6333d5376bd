import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { EndpointParts } from '@silla/core'
import { readSecretsKeys } from '@silla/payments-stripe'
import { readLoopbackEndpoints, resolveEndpoint } from '@silla/webhook-sender'
import { type Environment, readSettings } from '../config.ts'
import { CliError } from '../errors/report-error.ts'
import { findInDataFolder } from './find-data-folder.ts'

/** What endpoints of events need: from environment variables, or as `npm start` has it. */
export function endpointParts(): EndpointParts {
  const settings = readSettings()
  const dev = settings.adminUrl ? null : findInDataFolder(settings, devEnvironment)
  const environment = { ...dev, ...settings.environment }
  try {
    const allowLoopback = readLoopbackEndpoints(environment)
    return {
      secretsKeys: readSecretsKeys(environment),
      resolve: (url) => resolveEndpoint(url, { allowLoopback }),
    }
  } catch (error) {
    throw new CliError((error as Error).message)
  }
}

function devEnvironment(folder: string): Environment | null {
  try {
    const { secretsKeys } = JSON.parse(readFileSync(join(folder, 'secrets.json'), 'utf8'))
    return { SECRETS_KEY: secretsKeys, SILLA_LOOPBACK_ENDPOINTS: 'on' }
  } catch {
    return null
  }
}
