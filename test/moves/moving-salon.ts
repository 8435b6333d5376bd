import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { abortMove, type MovedSalon, type MoveOptions, type MoveStep, moveSalon } from '@silla/core'
import { otherSecretsKeys } from '../archives/archived.ts'
import { openReceiver, type Receiver } from '../archives/receiver.ts'
import { openApi, type TestApi } from '../support/api.ts'
import { atEnd, onePerFile } from '../support/at-end.ts'
import { testClock } from '../support/clock.ts'
import { testDatabase } from '../support/database.ts'
import { moveOptions } from './move-options.ts'

/** The other deployment of a test file, with its API. */
export const otherDeployment = onePerFile(async (): Promise<Receiver & { api: TestApi }> => {
  const receiver = await openReceiver({ after: (close) => atEnd(close as () => Promise<unknown>) })
  const api = await openApi(receiver.urls.api, {
    secretsKeys: otherSecretsKeys,
    listenUrl: receiver.urls.listen,
    clock: testClock(),
  })
  receiver.atEnd(api.close)
  return { ...receiver, api }
})

/** Moves a salon of the file's database to the other deployment. */
export async function moved(slug: string, more: Partial<MoveOptions> = {}): Promise<MovedSalon> {
  const { urls } = await testDatabase()
  const { close, ...options } = moveOptions(urls, (await otherDeployment()).urls)
  try {
    return await moveSalon(slug, { ...options, ...more })
  } finally {
    await close()
  }
}

/** Undoes a move. */
export async function aborted(slug: string): Promise<void> {
  const { urls } = await testDatabase()
  const { close, ...options } = moveOptions(urls, (await otherDeployment()).urls)
  try {
    await abortMove(slug, options)
  } finally {
    await close()
  }
}

/**
 * Moves a salon until a step is complete, and loses all connections then, as a process that is killed does.
 */
export async function interruptedAt(slug: string, step: MoveStep): Promise<void> {
  const { urls } = await testDatabase()
  const { close, ...options } = moveOptions(urls, (await otherDeployment()).urls)
  const interruption = new Error('interrupted')
  const onStep = async (done: MoveStep) => {
    if (done !== step) return
    await close()
    throw interruption
  }
  await moveSalon(slug, { ...options, onStep }).catch((error) => {
    if (error !== interruption) throw error
  })
}

/** Moves a salon in a process that is killed when a step is complete. */
export async function killedAt(slug: string, step: MoveStep): Promise<void> {
  const { urls } = await testDatabase()
  const { urls: receiver } = await otherDeployment()
  const child = spawn(
    process.execPath,
    [
      '--conditions=@silla/source',
      fileURLToPath(new URL('killed-mover.ts', import.meta.url)),
      JSON.stringify({ slug, step, source: urls, receiver }),
    ],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  )
  const [code, signal] = await once(child, 'exit')
  if (signal !== 'SIGKILL') throw new Error(`the mover ended with ${code ?? signal} before ${step}`)
}
