import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type FakeStripe, startFakeStripe } from '@silla/fake-stripe'
import type { ProcessorSettings } from '@silla/payments-stripe'
import { host } from './choose-port.ts'
import type { DevSettings } from './config.ts'

/** Who takes the demo's money. */
export interface DevProcessor {
  settings: ProcessorSettings
  /** One that moves no money, in this process; null: the settings name a real one. */
  practice: FakeStripe | null
}

/**
 * The processor of the settings, else one to practise with, which ends with `running` and finds its
 * payments again at the next start. `<data dir>/processor.json` tells the CLI how to reach it.
 */
export async function setupProcessor(
  { dataDir, processor }: Pick<DevSettings, 'dataDir' | 'processor'>,
  secretsKey: Buffer,
  running: AsyncDisposableStack,
): Promise<DevProcessor> {
  const file = join(dataDir, 'processor.json')
  if (processor.test !== null) {
    rmSync(file, { force: true })
    return { settings: processor, practice: null }
  }
  const stateFile = join(dataDir, stateFileName)
  const practice = await startSomewhere(stateFile, portOf(file))
  running.defer(() => practice.stop())
  const { secretKey, publishableKey, url } = practice
  writeFileSync(file, `${JSON.stringify(environmentOf(practice, secretsKey), null, 2)}\n`, {
    mode: 0o600,
  })
  return {
    settings: { live: null, test: { secretKey, publishableKey }, apiBase: new URL(url) },
    practice,
  }
}

/** What it leaves in the data folder, for `--reset`. */
export const processorFiles = ['processor.json', 'processor-state.json']
const [, stateFileName = ''] = processorFiles

/** Where it was before, so that a page that is open in a browser goes on working; else anywhere. */
const startSomewhere = (stateFile: string, port: number): Promise<FakeStripe> =>
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

/** As the programs would be told, were they started by themselves. */
const environmentOf = ({ secretKey, publishableKey, url }: FakeStripe, secretsKey: Buffer) => ({
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_PUBLISHABLE_KEY: publishableKey,
  STRIPE_API_BASE: url,
  SECRETS_KEY: secretsKey.toString('base64'),
})
