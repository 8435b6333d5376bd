import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { testSecrets } from './secrets.ts'

export interface Server {
  url: string
  child: ChildProcess
  residentMegabytes(): Promise<number>
  stop(): Promise<unknown>
  /** SIGKILL: the program cannot clean up. */
  kill(): Promise<unknown>
}

/** What an API in a process of its own needs to start, on any free port. */
export const apiSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  PORT: '0',
  JWT_PRIVATE_KEYS: JSON.stringify(testSecrets.signingKeys),
  OTP_PEPPER: testSecrets.otpPepper,
})

/** Starts a program of the repository as a child process and waits until it is ready. */
export async function startServer(file: string, settings: Record<string, string>): Promise<Server> {
  const child = spawn(process.execPath, ['--conditions=@silla/source', file], {
    // the log is written, as in production, and discarded
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    env: { ...process.env, ...settings },
  })
  const listening = await Promise.race([
    once(child, 'message').then(([message]) => message),
    once(child, 'exit'),
  ])
  if (!listening?.listening) throw new Error(`${file} did not start`)
  const ends = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.exitCode !== null || child.signalCode !== null) return
    child.kill(signal)
    await once(child, 'exit')
  }
  return {
    url: listening.listening,
    child,
    residentMegabytes: async () => Math.round(residentKilobytes(child.pid ?? 0) / 1024),
    stop: () => ends('SIGTERM'),
    kill: () => ends('SIGKILL'),
  }
}

const residentKilobytes = (pid: number) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
