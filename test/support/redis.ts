import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './free-port.ts'
import { patienceMilliseconds } from './in-time.ts'
import { until } from './until.ts'

export interface TestRedis {
  url: string
  /** Kills it, as a failing machine would. */
  kill(): Promise<void>
}

/**
 * Limits that are counted in Redis. A busy machine answers later than the fifth of a second after which
 * each process counts alone.
 */
export const limitsIn = (redisUrl: string | null, trustedProxies: string[] = []) => ({
  ...{ redisUrl, trustedProxies },
  redisMilliseconds: patienceMilliseconds,
})

/** redis-server without persistence; null where it is not installed. */
export async function startRedis(onPort?: number): Promise<TestRedis | null> {
  const port = onPort ?? (await freePort())
  const folder = mkdtempSync(join(tmpdir(), 'silla-redis-'))
  const options = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--save',
    '',
    '--appendonly',
    'no',
    '--dir',
    folder,
  ]
  const child = spawn('redis-server', options, { stdio: 'ignore' })
  const over = { yes: false }
  const ended = Promise.race([once(child, 'exit'), once(child, 'error').catch(() => {})]).catch(
    () => {},
  )
  ended.then(() => {
    over.yes = true
  })
  const kill = async () => {
    child.kill('SIGKILL')
    await ended
    rmSync(folder, { recursive: true, force: true })
  }
  await until(async () => over.yes || (await isListening(port)))
  if (!over.yes) return { url: `redis://127.0.0.1:${port}`, kill }
  await kill()
  return null
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('error', () => resolve(false))
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
  })
}
