import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { atEnd } from '../../support/at-end.ts'
import { NotHere } from './cause.ts'

const startWithinMilliseconds = 20_000

/**
 * The program on the PATH under its own name or that of its Debian package.
 * @throws NotHere when it is not installed
 */
export function programNamed(name: string): string {
  const names = [name, `prometheus-${name.replaceAll('_', '-')}`]
  const found = names.find((each) => spawnSync('which', [each]).status === 0)
  if (found === undefined) throw new NotHere(`needs ${names.join(' or ')}`)
  return found
}

/** Starts a program until the end of the run, and waits until it responds at `url`. */
export async function startProgram(
  program: string,
  args: string[],
  { url, env = {} }: { url: string; env?: Record<string, string> },
): Promise<ChildProcess> {
  const child = spawn(program, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...env },
  })
  let log = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    log = (log + text).slice(-2000)
  })
  atEnd(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGTERM')
    await once(child, 'exit')
  })
  const deadline = Date.now() + startWithinMilliseconds
  while (!(await responds(url))) {
    if (child.exitCode !== null || Date.now() > deadline)
      throw new Error(`${program} did not start: ${log}`)
    await wait(100)
  }
  return child
}

const responds = (url: string): Promise<boolean> =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
