import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SecretsKeys } from '@silla/core'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import type { ProcessorSettings } from '@silla/payments-stripe'
import { host } from './choose-port.ts'
import type { DevSettings } from './config.ts'

/** The payment processor of the demo. */
export interface DevProcessor {
  settings: ProcessorSettings
  /** The fake Stripe in this process; null: a real processor is configured. */
  fakeStripe: FakeStripe | null
}

/**
 * The configured processor, or else a fake Stripe, which stops when `running` is disposed and keeps
 * its payments for the next start. The CLI reads its URL and keys from `<data dir>/processor.json`.
 */
export async function setupProcessor(
  { dataDir, processor }: Pick<DevSettings, 'dataDir' | 'processor'>,
  secretsKeys: SecretsKeys,
  running: AsyncDisposableStack,
): Promise<DevProcessor> {
  const file = join(dataDir, 'processor.json')
  if (processor.test !== null) {
    rmSync(file, { force: true })
    return { settings: processor, fakeStripe: null }
  }
  const stateFile = join(dataDir, stateFileName)
  const fakeStripe = await startOnSamePort(stateFile, portOf(file))
  running.defer(() => fakeStripe.stop())
  const { secretKey, publishableKey, url } = fakeStripe
  writeFileSync(file, `${JSON.stringify(environmentOf(fakeStripe, secretsKeys), null, 2)}\n`, {
    mode: 0o600,
  })
  return {
    settings: { live: null, test: { secretKey, publishableKey }, apiBase: new URL(url) },
    fakeStripe,
  }
}

/** Its files in the data folder, which `--reset` deletes. */
export const processorFiles = ['processor.json', 'processor-state.json']
const [, stateFileName = ''] = processorFiles

/**
 * The port of the last start, so that a page that is still open in a browser keeps working; any
 * port where that one is in use.
 */
const startOnSamePort = (stateFile: string, port: number): Promise<FakeStripe> =>
  startFakeStripe({ host, port, stateFile }).catch((error: NodeJS.ErrnoException) => {
    if (port === 0 || error.syscall !== 'listen') throw error
    return startFakeStripe({ host, port: 0, stateFile })
  })

function portOf(file: string): number {
  try {
    return Number(new URL(JSON.parse(readFileSync(file, 'utf8')).STRIPE_API_BASE).port)
  } catch {
    return 0
  }
}

/** The environment variables with which the CLI reaches it. */
const environmentOf = (
  { secretKey, publishableKey, url }: FakeStripe,
  { current }: SecretsKeys,
) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: url,
  SECRETS_KEY: current.toString('base64'),
})
