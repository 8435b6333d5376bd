import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'

/** Requests to send, and how. */
export interface LoadSpec {
  host: string
  port: number
  connections: number
  /** Texts of HTTP requests (`http.ts`). */
  requests: string[]
  order: 'random' | 'in-turn'
  /** From how many addresses of this machine the connections come, default 1. */
  addresses?: number
  /** Absent: each connection sends its next request when the last one is answered. */
  requestsPerSecond?: number
}

/** What came back. */
export interface Answers {
  /** Responses by HTTP status. */
  statuses: Record<string, number>
  /** Requests without a response within ten seconds, or whose connection was closed. */
  silent: number
  seconds: number
  /** Milliseconds. */
  p50: number
  p99: number
  /** CPU time of the generator itself. */
  cpuMicroseconds: number
}

export type LoadCommand = { id: number; spec: LoadSpec } | { id: number; seconds: number }

/** A load that is sent as often as needed; requests in turn continue where the last run ended. */
export interface Load {
  run(seconds: number): Promise<Answers>
}

export interface Generator {
  readonly pid: number
  prepare(spec: LoadSpec): Promise<Load>
  stop(): Promise<unknown>
}

/** Starts a process that sends requests. It sends one load at a time. */
export function startGenerator(): Generator {
  const child = fork(fileURLToPath(new URL('generator.ts', import.meta.url)), {
    execArgv: [],
    serialization: 'advanced',
  })
  let ids = 0
  let pending: PromiseWithResolvers<{ answers?: Answers }> | null = null
  child.on('message', (reply: { answers?: Answers }) => pending?.resolve(reply))
  child.once('exit', () => pending?.reject(new Error('the load generator stopped')))
  return {
    pid: child.pid as number,
    async prepare(spec) {
      const id = ++ids
      await command({ id, spec })
      return { run: async (seconds) => (await command({ id, seconds })).answers as Answers }
    },
    async stop() {
      child.disconnect()
      await once(child, 'exit')
    },
  }

  function command(message: LoadCommand): Promise<{ answers?: Answers }> {
    pending = Promise.withResolvers()
    child.send(message)
    return pending.promise
  }
}
