/**
 * What goes wrong with the next requests: `before` the effect, so that nothing happens at the
 * processor, or `after` it, so that only the response is lost.
 *
 * - `hold`: waits until `release()`. `delay`: waits `ms`. Before: the processor is slow and the key
 *   is in use. After: only the response is slow.
 * - `silence`: no response. `reset`: the connection breaks. `html`: the error page of a proxy.
 *   `error`: 500, stored under the key when after.
 * - `rate_limit`: 429, always before.
 * - `response`: the given status and body, with the content type of JSON.
 */
export interface Fault {
  kind: 'hold' | 'delay' | 'silence' | 'reset' | 'html' | 'error' | 'rate_limit' | 'response'
  /** Default `before`; for `silence` `after`. */
  when?: 'before' | 'after'
  /** Default: any method. */
  method?: string
  /** `/v1/payment_intents` exactly, or a pattern: `/v1/payment_intents/*`. Default: any path. */
  path?: string
  /** Only requests to this connected account. Default: any account, and the platform's own. */
  account?: string
  /** The number of requests that fail; default 1. */
  times?: number
  /** The length of a delay. */
  ms?: number
  /** Of a `response`; default 200. */
  status?: number
  /** Of a `response`. */
  body?: string
}

export interface FaultHandle {
  /** Resolves when a request has triggered the fault. */
  reached: Promise<void>
  /** Continues held requests and removes the fault. */
  release(): void
}

/** A fault as applied to one request. */
export interface TriggeredFault {
  kind: Fault['kind']
  when: 'before' | 'after'
  /** Of a `response`. */
  replacement: { status: number; body: string }
  /** Resolves at the end of a hold or a delay. */
  wait(): Promise<void>
}

/** The faults of the next requests; the first one that matches a request applies to it. */
export function openFaults() {
  const held = new Set<() => void>()
  const waiting = new Set<{
    fault: Fault
    remaining: number
    triggered: TriggeredFault
    reach(): void
    release(): void
  }>()

  function add(fault: Fault): FaultHandle {
    const released = Promise.withResolvers<void>()
    const reached = Promise.withResolvers<void>()
    const entry = {
      fault,
      remaining: fault.times ?? 1,
      reach: reached.resolve,
      triggered: {
        kind: fault.kind,
        when: whenOf(fault),
        replacement: { status: fault.status ?? 200, body: fault.body ?? '' },
        wait: () => waitFor(fault, released.promise),
      },
      release() {
        waiting.delete(entry)
        held.delete(entry.release)
        released.resolve()
      },
    }
    waiting.add(entry)
    held.add(entry.release)
    return { reached: reached.promise, release: entry.release }
  }

  return {
    add,
    trigger(request: FaultableRequest): TriggeredFault | null {
      const entry = [...waiting].find(({ fault }) => matches(fault, request))
      if (entry === undefined) return null
      entry.remaining -= 1
      if (entry.remaining === 0) waiting.delete(entry)
      entry.reach()
      return entry.triggered
    },
    /** Removes all faults and continues held requests. */
    clear() {
      waiting.clear()
      for (const release of held) release()
      held.clear()
    },
  }
}

const whenOf = ({ kind, when }: Fault) =>
  kind === 'rate_limit' ? 'before' : (when ?? (kind === 'silence' ? 'after' : 'before'))

type FaultableRequest = { method: string; path: string; account: string | null }

function matches({ method, path, account }: Fault, request: FaultableRequest): boolean {
  if (method !== undefined && method.toUpperCase() !== request.method) return false
  if (account !== undefined && account !== request.account) return false
  if (path === undefined) return true
  const pattern = path.split('*').map((part) => RegExp.escape(part))
  return new RegExp(`^${pattern.join('.*')}$`).test(request.path)
}

async function waitFor({ kind, ms = 0 }: Fault, released: Promise<void>): Promise<void> {
  if (kind === 'hold') return released
  if (kind !== 'delay') return
  const timeout = Promise.withResolvers<void>()
  const timer = setTimeout(timeout.resolve, ms)
  await Promise.race([timeout.promise, released])
  clearTimeout(timer)
}
